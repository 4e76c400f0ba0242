import { Link } from "@remix-run/react"
import { NoCommunities, NothingYet, StartLink } from "~/components/base/parts/nothing-yet"
import { Tabs } from "~/components/base/parts/tabs"
import { PublicVotes } from "~/components/governance/proposals/public-votes"
import { SeriesRows } from "~/components/treasury/bonds/series-rows"
import type { ExplorePage } from "~/effects/communities/communities/pages/explore"
import { type Cursor, everything, exploreHref, isUnfiltered, type Tab } from "~/effects/communities/communities/query"
import { CommunityRow } from "../community-row"
import { Filters } from "../filters"
import { Suggestions as LaterSuggestions } from "../suggestions"

const tabNames: ReadonlyArray<readonly [tab: Tab, name: string]> = [
  ["communities", "Communities"],
  ["proposals", "Open proposals"],
  ["sales", "Bond sales"]
]

/** The directory (docs/product/publishing.md). */
export function ExploreView({ list, query, sales, suggestions, tags, votes }: ExplorePage) {
  const isOpen = (votes?.cards.length ?? 0) + (sales?.rows.length ?? 0) > 0
  return (
    <div className="wrap page">
      <header className="page-head">
        <h1>Explore</h1>
        <p>Public communities on the test network. Anyone can read; each community decides who can join.</p>
      </header>
      <Tabs label="Browse" current={query.tab}>
        {tabNames.map(([tab, name]) => (
          <Link
            key={tab}
            to={exploreHref({ ...everything, tab })}
            aria-current={tab === query.tab ? "page" : undefined}
            prefetch="intent"
          >
            {name}
          </Link>
        ))}
      </Tabs>
      {votes !== null && votes.cards.length > 0 && <OpenVotes votes={votes} query={query} />}
      {sales !== null && sales.rows.length > 0 && (
        <section className="block" aria-labelledby="open-sales">
          <div className="block__head">
            <h2 id="open-sales" className="h3">
              Open sales, closing soonest first
            </h2>
            <Link to="/resources/bonds-plain">Bonds in plain words</Link>
          </div>
          <SeriesRows rows={sales.rows} now={sales.now} />
          <Pager query={query} next={sales.next} />
        </section>
      )}
      {list === null ? (
        !isOpen && <NothingOpen tab={query.tab} />
      ) : (
        <>
          <Filters query={query} tags={tags} />
          {suggestions.length > 0 && <LaterSuggestions suggestions={suggestions} />}
          <Results list={list} query={query} />
        </>
      )}
    </div>
  )
}

function Results({
  list,
  query
}: {
  readonly list: NonNullable<ExplorePage["list"]>
  readonly query: ExplorePage["query"]
}) {
  const isWhole = isUnfiltered(query)
  return (
    <section className="block" aria-labelledby="results">
      <div className="block__head">
        <h2 id="results" className="h3">
          {isWhole ? "All communities" : "Matching communities"}
        </h2>
        {list.total !== null && list.total > 0 && <span className="small muted">{list.total} in all</span>}
        {!isWhole && <Link to="/explore">Clear the filters</Link>}
      </div>
      {list.cards.length > 0 && (
        <ul className="register">
          {list.cards.map((card) => (
            <CommunityRow key={card.id} card={card} />
          ))}
        </ul>
      )}
      {list.cards.length === 0 && query.after !== null && (
        <NothingYet>
          <p>There are no more results.</p>
        </NothingYet>
      )}
      {list.cards.length === 0 && query.after === null && (isWhole ? <NoCommunities /> : <NoMatch />)}
      <Pager query={query} next={list.next} />
    </section>
  )
}

function NoMatch() {
  return (
    <NothingYet>
      <p>
        No community matches. <Link to="/explore">Clear the filters</Link> or <StartLink>start one</StartLink>.
      </p>
    </NothingYet>
  )
}

function OpenVotes({
  query,
  votes
}: { readonly votes: NonNullable<ExplorePage["votes"]> } & Pick<ExplorePage, "query">) {
  return (
    <section className="block" aria-labelledby="open-votes">
      <div className="block__head">
        <h2 id="open-votes" className="h3">
          Open votes, closing soonest first
        </h2>
      </div>
      <PublicVotes cards={votes.cards} now={votes.now} />
      <Pager query={query} next={votes.next} />
    </section>
  )
}

function Pager({ next, query }: Pick<ExplorePage, "query"> & { readonly next: Cursor | null }) {
  return (
    <nav className="pager" aria-label="Pages">
      {query.after === null ? <span /> : <Link to={exploreHref({ ...query, after: null })}>First page</Link>}
      {next !== null && (
        <Link to={exploreHref({ ...query, after: next })} rel="next" prefetch="intent">
          Next page
        </Link>
      )}
    </nav>
  )
}

function NothingOpen({ tab }: { readonly tab: Tab }) {
  return (
    <NothingYet>
      <p>Nothing is open right now.</p>
      <p>
        {tab === "proposals" ? (
          <Link to="/community#results">Recent results</Link>
        ) : (
          <Link to="/resources/bonds-plain">Bonds in plain words</Link>
        )}
      </p>
    </NothingYet>
  )
}
