/**
 * Stores ballots that were received together in one transaction: extends the chains, updates the sums, uses up nonces, and
 * notes each voter's latest ballot. About ten statements, however many ballots there are.
 */

import { Array as Arr, Clock, Effect, Either, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { searchText } from "~/effects/base/text/fold"
import type { SeenKeys } from "~/effects/people/wallet-session/proof/OwnerKeys.server"
import { BallotNonces } from "./BallotNonces.server"
import { makeBallotNotices } from "./BallotNotices.server"
import { type Choice, isSealedBallot, type OpenEntry } from "./ballot/Ballot"
import { type Changes, NO_CHANGES } from "./ballot/changes"
import { type HeldFacts, type HeldVote, type HeldVoter, type ReceivedBallot, takeTogether } from "./ballot/takeTogether"
import { DelegatedVotes } from "./DelegatedVotes.server"
import type { ProposalId } from "./fields"
import { Rankings } from "./Rankings.server"
import { contentOf, UNREAD } from "./sealed/intake"
import { voterStateOf } from "./VoteReads.server"
import { VoterList } from "./VoterList.server"
import { type VoterRow, VotesRepo } from "./VotesRepo.server"
import { VoteTallies } from "./VoteTallies.server"

/** A ballot, with the owner keys that were read when its signature was checked. */
export interface VerifiedBallot extends ReceivedBallot {
  /** Owner keys of the account when the signature was checked (docs/product/votes.md). */
  readonly seen: SeenKeys
}

/** Filter key of a ballot: its single or first choice. */
export const keyOf = (choice: Choice): string => {
  if (typeof choice === "string") return choice
  if (Array.isArray(choice)) return String(choice[0] ?? "")
  return Object.entries(choice).sort(([, one], [, other]) => other - one)[0]?.[0] ?? ""
}

const place = (proposal: ProposalId, rest: string) => `${proposal} ${rest}`
const unique = <A extends string>(texts: ReadonlyArray<A>) => [...new Set(texts)].sort()

interface SeenEntry {
  readonly entry: OpenEntry
  readonly seen: SeenKeys
}

const rowOf = ({ entry, seen }: SeenEntry) => {
  const { ballot, digest, entryHash, prevHash, proof, seq, weight } = entry
  const { choice, reason } = contentOf(ballot)
  return {
    proposalId: ballot.proposal,
    seq,
    accountAddress: ballot.account,
    choice: JSON.stringify(choice ?? UNREAD),
    choiceKey: choice === null ? "" : keyOf(choice),
    reason,
    reasonKey: searchText(reason),
    sealed: isSealedBallot(ballot) ? JSON.stringify(ballot.sealed) : null,
    sealedPoint: isSealedBallot(ballot) ? ballot.sealed.U : null,
    weight,
    nonce: ballot.nonce,
    supersedes: ballot.supersedes,
    castAt: ballot.castAt,
    digest,
    curve: proof.curve,
    publicKey: proof.publicKey,
    signature: proof.signature,
    prevHash,
    entryHash,
    seenVersion: seen.stateVersion,
    seenKeys: Option.getOrNull(Option.map(seen.keys, (keys) => JSON.stringify(keys)))
  }
}

const heldVoterOf = (
  row: VoterRow | undefined,
  changes: Changes,
  received: number,
  tokenSymbol: string | null
): HeldVoter => ({
  voter: voterStateOf(row, received, tokenSymbol),
  latestDigest: row?.digest ?? null,
  changes,
  former: row?.choice == null || row.weight === null ? null : { choice: row.choice, weight: row.weight }
})

/** Runs in the caller's transaction. */
export class BallotBatches extends Effect.Service<BallotBatches>()("governance/votes/BallotBatches", {
  dependencies: [
    VotesRepo.Default,
    VoteTallies.Default,
    BallotNonces.Default,
    VoterList.Default,
    Rankings.Default,
    DelegatedVotes.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* VotesRepo
    const tallies = yield* VoteTallies
    const nonces = yield* BallotNonces
    const voterList = yield* VoterList
    const rankings = yield* Rankings
    const delegatedVotes = yield* DelegatedVotes
    const notices = yield* makeBallotNotices

    /**
     * Locks the chains of these votes: until the transaction ends, nothing else adds ballots, closes or cancels them.
     */
    const held = (batch: ReadonlyArray<ReceivedBallot>): Effect.Effect<HeldFacts> =>
      Effect.gen(function* () {
        const ids = unique(batch.map(({ sent }) => sent.ballot.proposal))
        const ends = yield* Effect.forEach(ids, (id) => Effect.map(tallies.hold(id), (end) => [id, end] as const))
        const opened = yield* repo.opened(ids)
        const rows = yield* repo.voters(ids, unique(batch.map(({ account }) => account)))
        const voters = new Map(rows.map((row) => [place(row.proposalId, row.account), row]))
        const again = unique(batch.flatMap(({ account, sent }) => (sent.ballot.supersedes === null ? [] : [account])))
        const changesOf = again.length === 0 ? () => undefined : yield* repo.changes(ids, again)
        const votes = ends.flatMap(([id, end]): ReadonlyArray<readonly [string, HeldVote]> => {
          const vote = opened.get(id)
          return vote === undefined || Option.isNone(end) ? [] : [[id, { ...vote, ...end.value }]]
        })
        const points = unique(
          batch.flatMap(({ sent: { ballot } }) => (isSealedBallot(ballot) ? [ballot.sealed.U] : []))
        )
        return {
          votes: new Map(votes),
          sealerOf: points.length === 0 ? () => undefined : yield* repo.sealers(ids, points),
          prepared: yield* nonces.prepared(unique(batch.map(({ sent }) => sent.ballot.nonce))),
          voterOf: (id, account, received) =>
            heldVoterOf(
              voters.get(place(id, account)),
              changesOf(id, account) ?? NO_CHANGES,
              received,
              opened.get(id)?.tokenSymbol ?? null
            )
        }
      })

    /** Excludes delegations whose delegators could not vote themselves at this moment from the delegates' ballots. */
    const excludeUnable = (entries: ReadonlyArray<OpenEntry>, votes: ReadonlyMap<string, HeldVote>) =>
      Effect.gen(function* () {
        const meant = entries.filter(
          ({ ballot }) => votes.get(ballot.proposal)?.proposal.snapshot.delegations !== undefined
        )
        for (const id of unique(meant.map(({ ballot }) => ballot.proposal))) {
          const accounts = meant.flatMap(({ ballot }) => (ballot.proposal === id ? [ballot.account] : []))
          yield* delegatedVotes.exclude(id, accounts, yield* Clock.currentTimeMillis)
        }
      })

    /** Recounts delegated weight, since a ballot of a delegate may use it and a ballot of a delegator overrides it. */
    const withDelegated = ({ end, proposal, sums }: HeldVote) =>
      Effect.map(delegatedVotes.count(proposal.proposal, proposal), (counted) => ({
        end,
        sums: counted === null ? sums : { ...sums, lent: counted.lent }
      }))

    const write = (taken: ReadonlyArray<SeenEntry>, votes: ReadonlyMap<string, HeldVote>) =>
      Effect.gen(function* () {
        if (taken.length === 0) return
        yield* sql`INSERT INTO ballots ${sql.insert(taken.map(rowOf))}`
        const entries = taken.map(({ entry }) => entry)
        yield* nonces.use(entries.map(({ ballot }) => ballot.nonce))
        const latest = new Map(entries.map((entry) => [place(entry.ballot.proposal, entry.ballot.account), entry]))
        yield* voterList.note([...latest.values()])
        yield* excludeUnable([...latest.values()], votes)
        for (const id of unique(entries.map(({ ballot }) => ballot.proposal))) {
          const vote = votes.get(id)
          if (vote !== undefined) yield* tallies.move(id, yield* withDelegated(vote))
        }
        yield* notices.cast([...latest.values()], votes)
      })

    /** Takes ballots in the order of arrival; results are in the same order. */
    const store = (batch: ReadonlyArray<VerifiedBallot>) =>
      Effect.gen(function* () {
        const { rankings: moved, results, votes } = takeTogether(batch, yield* held(batch))
        const taken = Arr.zip(batch, results).flatMap(([{ seen }, result]) =>
          Either.isRight(result) ? [{ entry: result.right, seen }] : []
        )
        yield* write(taken, votes)
        yield* rankings.move(moved)
        return results
      })

    return { store }
  })
}) {}
