import { Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { NoCommunities, NothingYet } from "~/components/base/parts/nothing-yet"
import { PublicVotes } from "~/components/governance/proposals/public-votes"
import { SeriesRows } from "~/components/treasury/bonds/series-rows"
import type { CommunityCard } from "~/effects/communities/communities/cards"
import type { PublicThread } from "~/effects/conversation/discussion/PublicThread"
import type { PublicProposalCard } from "~/effects/governance/proposals/views"
import type { PublicSale } from "~/effects/treasury/bonds/views"
import { CommunityRow } from "../community-row"
import { ThreadEdits } from "../new-threads"

type Props = {
  readonly tag: string | null
  readonly tags: ReadonlyArray<string>
  readonly now: number
  readonly closing: ReadonlyArray<PublicProposalCard>
  readonly results: ReadonlyArray<PublicProposalCard>
  readonly threads: ReadonlyArray<PublicThread>
  readonly sales: ReadonlyArray<PublicSale>
  readonly newest: ReadonlyArray<CommunityCard>
}

const steps = [
  ["Connect your wallet", "Your wallet is your account. Connecting never moves funds."],
  ["Choose a community", "Read its rules first: its page says how to join and how it decides."],
  ["Take part", "Ask questions, improve ideas, vote. Anyone can recount every result."]
] as const

const houseRules = [
  "Discuss the topic, not the person.",
  "Say who you speak for if it isn't yourself.",
  "No advertising, no repeated posts.",
  "Moderators publish a reason for everything they hide."
]

const squareHref = (tag: string | null) => (tag === null ? "/community" : `/community?${new URLSearchParams({ tag })}`)

/** What all public communities are deciding, on one page (docs/product/publishing.md). */
export function SquareView({ closing, newest, now, results, sales, tag, tags, threads }: Props) {
  return (
    <div className="wrap page">
      <header className="page-head">
        <h1>What communities are deciding now</h1>
        <p className="lead">Votes, results, threads and sales of all public communities, on one page.</p>
      </header>
      <TagChoice tag={tag} tags={tags} />
      <div className="columns">
        <div>
          <Block id="closing" title="Closing soon" more={<Link to="/explore?tab=proposals">All open votes</Link>}>
            {closing.length > 0 ? (
              <PublicVotes cards={closing} now={now} />
            ) : (
              <p className="muted">
                Nothing is open right now. <a href="#results">Recent results</a>
              </p>
            )}
          </Block>
          <Block id="results" title="Recent results">
            {results.length > 0 ? <PublicVotes cards={results} now={now} /> : <p className="muted">No results yet.</p>}
          </Block>
          <Block id="threads" title="New threads">
            {threads.length > 0 ? (
              <ThreadEdits threads={threads} now={now} />
            ) : (
              <p className="muted">No threads yet. Good ideas often start as one.</p>
            )}
          </Block>
          <Block id="sales" title="Open sales" more={<Link to="/explore?tab=sales">All sales</Link>}>
            {sales.length > 0 ? (
              <SeriesRows rows={sales} now={now} />
            ) : (
              <p className="muted">
                Nothing is open right now. <Link to="/resources/bonds-plain">Bonds in plain words</Link>
              </p>
            )}
          </Block>
          <Block id="newest" title="Newest communities" more={<Link to="/explore">All communities</Link>}>
            {newest.length > 0 && (
              <ul className="register" data-lay="plain">
                {newest.map((card) => (
                  <CommunityRow key={card.id} card={card} />
                ))}
              </ul>
            )}
            {newest.length === 0 && (tag === null ? <NoCommunities /> : <NoneWithTag tag={tag} />)}
          </Block>
        </div>
        <TakingPart />
      </div>
    </div>
  )
}

function NoneWithTag({ tag }: { readonly tag: string }) {
  return (
    <NothingYet>
      <p>
        No community has the tag {tag}. <Link to="/community">Show all</Link>
      </p>
    </NothingYet>
  )
}

function TagChoice({ tag, tags }: Pick<Props, "tag" | "tags">) {
  return (
    <nav aria-label="By tag" className="square-tags">
      <details className="disclosure" data-kind="link" open={tag !== null}>
        <summary>{tag === null ? "Choose a tag" : `Tag: ${tag}`}</summary>
        <ul className="row">
          <li>
            <Link className="tag" to={squareHref(null)} aria-current={tag === null ? "page" : undefined}>
              All
            </Link>
          </li>
          {tags.map((name) => (
            <li key={name}>
              <Link className="tag" to={squareHref(name)} aria-current={tag === name ? "page" : undefined}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  )
}

function TakingPart() {
  return (
    <aside aria-label="Taking part">
      <Block id="part" title="How to take part">
        <ol className="checklist">
          {steps.map(([title, text], index) => (
            <li key={title}>
              <span className="eyebrow">{index + 1}</span>
              <span>{title}</span>
              <small>{text}</small>
            </li>
          ))}
        </ol>
      </Block>
      <Block id="rules" title="House rules" more={<Link to="/resources/house-rules">Good house rules</Link>}>
        <ul className="entries">
          {houseRules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </Block>
    </aside>
  )
}
