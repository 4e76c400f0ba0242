import { Link } from "@remix-run/react"
import { NothingYet } from "~/components/base/parts/nothing-yet"
import { TimePair } from "~/components/base/parts/time-pair"
import { proposalHref } from "~/components/governance/proposals/paths"
import { type OwnVote, ownReceiptPath } from "~/effects/governance/votes/OwnVote"

export interface VotesData {
  readonly now: number
  readonly votes: ReadonlyArray<OwnVote>
  readonly isFirst: boolean
  /** `after` of the next page; null on the last. */
  readonly next: string | null
}

/** One's own votes in all communities, newest first, each with the receipt of the ballot that counts. */
export function VotesList({ page: { isFirst, next, now, votes } }: { readonly page: VotesData }) {
  return (
    <section className="block" aria-labelledby="votes">
      <h2 id="votes" className="h3 block__head">
        My votes
      </h2>
      <p className="small muted">
        A receipt is the file of your signed ballot and its place in the record. <Link to="/verify">Verify</Link> checks
        it.
      </p>
      {votes.length === 0 && !isFirst && <p>There are no earlier votes.</p>}
      {votes.length === 0 && isFirst && (
        <NothingYet>
          <p>No votes yet. Your ballots will stand here with their receipts.</p>
          <p>
            <Link to="/explore?tab=proposals">Look at the open votes</Link>
          </p>
        </NothingYet>
      )}
      <ul className="entries">
        {votes.map((vote) => (
          <Vote key={vote.proposal} vote={vote} now={now} />
        ))}
      </ul>
      {next !== null && (
        <p>
          <Link to={`?tab=votes&after=${next}`}>Earlier votes</Link>
        </p>
      )}
    </section>
  )
}

function Vote({ now, vote }: { readonly vote: OwnVote; readonly now: number }) {
  const { at, community, communityId, isReadable, number, proposal, seq, title, words } = vote
  return (
    <li>
      <div className="row" data-apart>
        <span>
          {isReadable ? <Link to={proposalHref(communityId, number)}>{title}</Link> : title}{" "}
          <span className="muted">· {community}</span>
        </span>
        <TimePair at={at} now={now} short />
      </div>
      <p className="small">
        {words === null ? "You voted; your ballot is sealed, or spoilt." : `You voted ${words}.`}{" "}
        <a href={ownReceiptPath(proposal)} download aria-label={`Receipt of ballot ${seq}: ${title}`}>
          Receipt of ballot {seq}
        </a>
      </p>
    </li>
  )
}
