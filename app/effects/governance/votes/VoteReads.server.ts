/** Reads what the checks of a ballot need, before its signature is checked, for one or many voters. */
import { Clock, Effect } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { BallotNonces } from "./BallotNonces.server"
import { NO_CHANGES } from "./ballot/changes"
import { type BallotFailure, refusalBefore } from "./ballot/intake"
import type { ProposalId } from "./fields"
import { type OpenedVote, type VoterRow, VotesRepo } from "./VotesRepo.server"

/** A ballot that was received: its vote, its voter, and when (Unix milliseconds). */
export interface BallotKey {
  readonly proposal: ProposalId
  readonly account: AccountAddress
  readonly nonce: string
  readonly received: number
}

/** A membership as the rules see it; a suspension that is over is ignored. */
export const voterStateOf = (row: VoterRow | undefined, now: number, tokenSymbol: string | null) => ({
  membership:
    row === undefined || row.status === null || row.joinedAt === null
      ? null
      : {
          status:
            row.status === "suspended" && row.suspendedUntil !== null && row.suspendedUntil <= now
              ? ("active" as const)
              : row.status,
          joinedAt: row.joinedAt,
          suspendedUntil: row.suspendedUntil
        },
  weight: row?.weight ?? null,
  heldNow: null,
  tokenSymbol
})

/**
 * A vote as a voter finds it; null if it does not exist, or not for them. The number of changes is read when a ballot
 * is prepared and stored, not here.
 */
export const asFound = (found: OpenedVote | undefined, row: VoterRow | undefined, now: number) => {
  if (found === undefined) return null
  const voter = voterStateOf(row, now, found.tokenSymbol)
  if (found.isSecret === 1 && voter.membership?.status !== "active") return null
  const { proposal, proposalDigest, status } = found
  return { proposal, proposalDigest, status, voter, latestDigest: row?.digest ?? null, changes: NO_CHANGES }
}

const unique = <A extends string>(texts: ReadonlyArray<A>) => [...new Set(texts)]
const proposalsOf = (asked: ReadonlyArray<Pick<BallotKey, "proposal">>) => unique(asked.map(({ proposal }) => proposal))
const accountsOf = (asked: ReadonlyArray<Pick<BallotKey, "account">>) => unique(asked.map(({ account }) => account))

export class VoteReads extends Effect.Service<VoteReads>()("governance/votes/VoteReads", {
  dependencies: [VotesRepo.Default, BallotNonces.Default],
  effect: Effect.gen(function* () {
    const repo = yield* VotesRepo
    const nonces = yield* BallotNonces

    /** Why a vote is not open yet, for those who may know of it, by id and account; null for everyone else. */
    const refusals = (asked: ReadonlyArray<Pick<BallotKey, "proposal" | "account" | "received">>) =>
      Effect.gen(function* () {
        const ids = proposalsOf(asked)
        if (ids.length === 0) return () => null
        const found = yield* repo.unopened(ids)
        const rows = found.length === 0 ? [] : yield* repo.voters(ids, accountsOf(asked))
        return (proposal: ProposalId, account: AccountAddress, now: number): BallotFailure | null => {
          const row = found.find(({ id }) => id === proposal)
          if (row === undefined) return null
          const member = rows.find((one) => one.proposalId === proposal && one.account === account)
          const voter = voterStateOf(member, now, null)
          if (row.isSecret === 1 && voter.membership?.status !== "active") return null
          return refusalBefore({ ...row, snapshot: null }, voter, now) ?? null
        }
      })

    const vote = Effect.fn("VoteReads.vote")(function* (id: ProposalId, account: AccountAddress) {
      const found = (yield* repo.opened([id])).get(id)
      const [row] = found === undefined ? [] : yield* repo.voters([id], [account])
      return asFound(found, row, yield* Clock.currentTimeMillis)
    })

    /** What is known of ballots that were received together before their signatures are checked: three statements for all. */
    const factsOf = Effect.fn("VoteReads.factsOf")(function* (all: ReadonlyArray<BallotKey>) {
      const ids = proposalsOf(all)
      const found = yield* repo.opened(ids)
      const rows = yield* repo.voters(ids, accountsOf(all))
      const members = new Map(rows.map((row) => [`${row.proposalId} ${row.account}`, row]))
      const prepared = yield* nonces.prepared(unique(all.map(({ nonce }) => nonce)))
      const refusalOf = yield* refusals(all.filter(({ proposal }) => !found.has(proposal)))
      return all.map(({ account, received, nonce, proposal }) => ({
        vote: asFound(found.get(proposal), members.get(`${proposal} ${account}`), received),
        refusal: refusalOf(proposal, account, received),
        prepared: prepared.get(nonce)
      }))
    })

    return { vote, factsOf, refusals }
  })
}) {}
