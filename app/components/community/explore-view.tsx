import { Link } from "@remix-run/react"
import type { ExplorePage } from "~/effects/communities/explore"
import { everything, exploreHref, isUnfiltered, type Tab } from "~/effects/communities/query"
import { PublicVotes } from "../proposals/later-votes"
import { CommunityRow } from "./community-row"
import { Filters } from "./filters"
import { NoCommunities, NothingYet, StartLink } from "./nothing-yet"
import { Suggestions } from "./suggestions"

const tabNames: ReadonlyArray<readonly [tab: Tab, name: string]> = [
  ["communities", "Communities"],
  ["proposals", "Open proposals"],
  ["sales", "Bond sales"]
]

/** The directory (product 3.6.2). */
export function ExploreView({ list, query, suggestions, tags, votes }: ExplorePage) {
  return (
    <div className="wrap page">
      <header className="page-head">
        <h1>Explore</h1>
        <p>Public communities on the test network. Anyone can read; joining follows each community's own rule.</p>
      </header>
      <nav className="tabs" aria-label="Kinds">
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
      </nav>
      {votes !== null && votes.cards.length > 0 && <OpenVotes votes={votes} query={query} />}
      {list === null ? (
        (votes === null || votes.cards.length === 0) && <NothingOpen tab={query.tab} />
      ) : (
        <>
          <Filters query={query} tags={tags} />
          <Suggestions suggestions={suggestions} />
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
          {isWhole ? "All communities" : "What matches"}
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
          <p>There is nothing after this.</p>
        </NothingYet>
      )}
      {list.cards.length === 0 && query.after === null && (isWhole ? <NoCommunities /> : <NoMatch />)}
      <nav className="pager" aria-label="Pages">
        {query.after === null ? <span /> : <Link to={exploreHref({ ...query, after: null })}>First page</Link>}
        {list.next !== null && (
          <Link to={exploreHref({ ...query, after: list.next })} rel="next" prefetch="intent">
            Next page
          </Link>
        )}
      </nav>
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
          Open votes, the next to close first
        </h2>
      </div>
      <PublicVotes cards={votes.cards} now={votes.now} />
      <nav className="pager" aria-label="Pages">
        {query.after === null ? <span /> : <Link to={exploreHref({ ...query, after: null })}>First page</Link>}
        {votes.next !== null && (
          <Link to={exploreHref({ ...query, after: votes.next })} rel="next" prefetch="intent">
            Next page
          </Link>
        )}
      </nav>
    </section>
  )
}

const nothing: Readonly<Record<Exclude<Tab, "communities">, string>> = {
  proposals: "Nothing is open right now.",
  sales: "Nothing is open right now. Bond sales are being built."
}

/** Says openly that these do not exist yet. */
function NothingOpen({ tab }: { readonly tab: Tab }) {
  return (
    <NothingYet>
      <p>{tab === "communities" ? "" : nothing[tab]}</p>
      <p>
        {tab === "proposals" ? (
          <Link to="/community#results">Fresh results</Link>
        ) : (
          <Link to="/roadmap">See the roadmap</Link>
        )}
      </p>
    </NothingYet>
  )
}
