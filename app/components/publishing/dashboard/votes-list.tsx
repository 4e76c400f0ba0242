import { Link } from "@remix-run/react"
import { NothingYet } from "~/components/base/parts/nothing-yet"
import { TimePair } from "~/components/base/parts/time-pair"
import { RecordTable } from "~/components/governance/delegations/delegated-part"
import { proposalHref } from "~/components/governance/proposals/paths"
import type { DelegatedVotePage } from "~/effects/governance/votes/delegated/DelegatedVoteLine"
import { type OwnVote, ownReceiptPath } from "~/effects/governance/votes/OwnVote"

export interface VotesData {
  readonly now: number
  /**
   * Votes in which this account delegated its voting power, or voted with power delegated to it; on the first page
   * only.
   */
  readonly byMe: DelegatedVotePage
  readonly toMe: DelegatedVotePage
  readonly votes: ReadonlyArray<OwnVote>
  readonly isFirst: boolean
  /** `after` of the next page; null on the last page. */
  readonly next: string | null
}

/** An account's own votes in all communities, newest first, each with the receipt of the ballot that counts. */
export function VotesList({ page: { byMe, isFirst, next, now, toMe, votes } }: { readonly page: VotesData }) {
  return (
    <section className="block" aria-labelledby="votes">
      <h2 id="votes" className="h3 block__head">
        My votes
      </h2>
      <p className="small muted">
        A receipt is the file of your signed ballot and its place in the record. You can check it under{" "}
        <Link to="/verify">Verify</Link>. Download all receipts as{" "}
        <a href="/api/exports/votes?format=csv" download>
          CSV
        </a>{" "}
        or{" "}
        <a href="/api/exports/votes?format=json" download>
          JSON
        </a>
        .
      </p>
      {votes.length === 0 && !isFirst && <p>There are no earlier votes.</p>}
      {votes.length === 0 && isFirst && (
        <NothingYet>
          <p>No votes yet. Your ballots and their receipts will appear here.</p>
          <p>
            <Link to="/explore?tab=proposals">View open votes</Link>
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
      {byMe.lines.length > 0 && (
        <>
          <h3 className="h4">Votes you delegated, and how they were cast</h3>
          <RecordTable lines={byMe.lines} now={now} isDelegator />
          {byMe.next !== null && <Newest count={byMe.lines.length} />}
        </>
      )}
      {toMe.lines.length > 0 && (
        <>
          <h3 className="h4">Votes delegated to you</h3>
          <RecordTable lines={toMe.lines} now={now} />
          {toMe.next !== null && <Newest count={toMe.lines.length} />}
        </>
      )}
    </section>
  )
}

function Newest({ count }: { readonly count: number }) {
  return (
    <p className="small muted">
      These are the newest {count}. The files above contain all of them, and each community’s delegation page lists its
      own.
    </p>
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
        {words === null ? "You voted; your ballot is sealed, or could not be read." : `You voted ${words}.`}{" "}
        <a href={ownReceiptPath(proposal)} download aria-label={`Receipt of ballot ${seq}: ${title}`}>
          Receipt of ballot {seq}
        </a>
      </p>
    </li>
  )
}
