/**
 * Progress of opening each sealed vote, and its ballots as they are opened. Reads and writes the table `sealed_votes`.
 */
import { Effect, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { searchText } from "~/effects/base/text/fold"
import { withoutControls } from "~/effects/base/text/plain"
import { keyOf } from "../BallotBatches.server"
import { ProposalId } from "../fields"
import { Choice, Sealed } from "./Sealed"
import type { Content } from "./SealedBody"

const Row = Schema.Struct({
  round: Schema.Number,
  /** When the round is signed, Unix milliseconds. */
  roundAt: Schema.Number,
  /** Verified. */
  signature: Schema.NullOr(Schema.String),
  tries: Schema.Int,
  /** Number of the last ballot that was opened. */
  opened: Schema.Number
})
export type SealedVote = typeof Row.Type

const Closed = Schema.Struct({ seq: Schema.Number, account: AccountAddress, sealed: Schema.parseJson(Sealed) })
/** A ballot that counts and is not opened yet. Ballots that their voters replaced stay closed. */
export type ClosedBallot = typeof Closed.Type

const Counted = Schema.Struct({
  seq: Schema.Number,
  weight: Schema.String,
  choice: Schema.parseJson(Choice),
  spoilt: Schema.NullOr(Schema.String),
  latestSeq: Schema.NullOr(Schema.Number)
})

const Asked = Schema.Struct({ id: ProposalId, after: Schema.Number, limit: Schema.Int })

/** Result of opening a ballot. */
export interface Outcome {
  readonly ballot: ClosedBallot
  /** The content that counts, or why the ballot is spoilt. */
  readonly found: Content | { readonly spoilt: string }
}

export class SealedVotes extends Effect.Service<SealedVotes>()("governance/votes/SealedVotes", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const find = findOne({
      Request: Schema.String,
      Result: Row,
      execute: (id) => sql`SELECT round, round_at, signature, tries, opened FROM sealed_votes WHERE proposal_id = ${id}`
    })
    const closed = findAll({
      Request: Asked,
      Result: Closed,
      execute: ({ after, id, limit }) => sql`SELECT b.seq, b.account_address AS account, b.sealed FROM ballots b
        JOIN voters v ON v.proposal_id = b.proposal_id AND v.account_address = b.account_address AND v.seq = b.seq
        WHERE b.proposal_id = ${id} AND b.seq > ${after} ORDER BY b.seq LIMIT ${limit}`
    })
    const counted = findAll({
      Request: Asked,
      Result: Counted,
      execute: ({
        after,
        id,
        limit
      }) => sql`SELECT b.seq, b.weight, b.choice, b.spoilt, v.seq AS latest_seq FROM ballots b
        LEFT JOIN voters v ON v.proposal_id = b.proposal_id AND v.account_address = b.account_address
        WHERE b.proposal_id = ${id} AND b.seq > ${after} ORDER BY b.seq LIMIT ${limit}`
    })

    const note = (id: ProposalId, { ballot: { account, seq }, found }: Outcome) =>
      Effect.gen(function* () {
        if ("spoilt" in found) {
          yield* sql`UPDATE ballots SET spoilt = ${found.spoilt} WHERE proposal_id = ${id} AND seq = ${seq}`
          return
        }
        const choice = JSON.stringify(found.choice)
        // A page removes control characters before it seals; a ballot sealed by other means may contain some, which
        // Postgres cannot store.
        const reason = withoutControls(found.reason)
        yield* sql`UPDATE ballots SET choice = ${choice}, choice_key = ${keyOf(found.choice)}, reason = ${reason},
          reason_key = ${searchText(reason)}
          WHERE proposal_id = ${id} AND seq = ${seq}`
        yield* sql`UPDATE voters SET choice = ${choice}
          WHERE proposal_id = ${id} AND account_address = ${account} AND seq = ${seq}`
      })

    return {
      /** Runs in the transaction that opens the vote. */
      begin: (proposalId: ProposalId, round: number, roundAt: number) =>
        sql`INSERT INTO sealed_votes ${sql.insert({ proposalId, round, roundAt })}`,
      find: Effect.fn("SealedVotes.find")((id: ProposalId) => find(id)),
      /** Stores a verified signature; the first one stays. */
      storeSignature: (id: ProposalId, signature: string) =>
        sql`UPDATE sealed_votes SET signature = ${signature}
          WHERE proposal_id = ${id} AND signature IS NULL`,
      /** Counts a failed request; the reason is in the log. */
      missed: (id: ProposalId) => sql`UPDATE sealed_votes SET tries = tries + 1 WHERE proposal_id = ${id}`,
      /** The next ballots in the order of the chain. */
      closedAfter: (id: ProposalId, after: number, limit: number) => closed({ id, after, limit }),
      /** Runs in the caller's transaction. */
      note: (id: ProposalId, outcomes: ReadonlyArray<Outcome>, until: number) =>
        Effect.forEach(outcomes, (outcome) => note(id, outcome), { discard: true }).pipe(
          Effect.zipRight(sql`UPDATE sealed_votes SET opened = ${until} WHERE proposal_id = ${id}`)
        ),
      /** Ballots for counting, in the order of the chain. */
      openedAfter: (id: ProposalId, after: number, limit: number) => counted({ id, after, limit }),
      /** Voters whose latest ballot is spoilt, the first `limit` after an account. */
      spoiltVoters: (id: ProposalId, after: string, limit: number) =>
        Effect.map(
          sql<{ readonly accountAddress: string }>`SELECT v.account_address FROM voters v
              JOIN ballots b ON b.proposal_id = v.proposal_id AND b.seq = v.seq
              WHERE v.proposal_id = ${id} AND v.account_address > ${after} AND b.spoilt IS NOT NULL
              ORDER BY v.account_address LIMIT ${limit}`,
          (rows) => rows.map(({ accountAddress }) => accountAddress)
        )
    }
  })
}) {}
