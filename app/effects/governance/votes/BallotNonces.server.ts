/** Nonces of prepared ballots: each is valid for one ballot, one account and one vote. */
import { Effect, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import type { Prepared } from "./ballot/intake"
import { instantOf, ProposalId } from "./fields"

/** Milliseconds; far longer than a prepared ballot is valid. */
const KEPT_MS = 3_600_000

const Row = Schema.Struct({
  nonce: Schema.String,
  proposalId: ProposalId,
  accountAddress: AccountAddress,
  castAt: Schema.Number,
  used: Schema.Int
})

/** A nonce, stored with what was prepared. */
export interface NewNonce {
  readonly nonce: string
  readonly proposalId: ProposalId
  readonly accountAddress: string
  /** Unix milliseconds. */
  readonly castAt: number
}

/** Reads and writes the table `ballot_nonces`. */
export class BallotNonces extends Effect.Service<BallotNonces>()("governance/votes/BallotNonces", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const rows = findAll({
      Request: Schema.Array(Schema.String),
      Result: Row,
      execute: (wanted) => sql`SELECT nonce, proposal_id, account_address, cast_at, used FROM ballot_nonces
        WHERE ${sql.in("nonce", wanted)}`
    })

    const store = (given: NewNonce) => sql`INSERT INTO ballot_nonces ${sql.insert({ ...given, used: 0 })}`

    /** What was prepared with these nonces, by nonce; unknown nonces are left out. */
    const prepared = (wanted: ReadonlyArray<string>) =>
      Effect.map(
        rows(wanted),
        (found): ReadonlyMap<string, Prepared> =>
          new Map(
            found.map(({ accountAddress, castAt, nonce, proposalId, used }) => [
              nonce,
              { nonce, account: accountAddress, proposal: proposalId, castAt: instantOf(castAt), used: used !== 0 }
            ])
          )
      )

    const use = (nonces: ReadonlyArray<string>) =>
      sql`UPDATE ballot_nonces SET used = 1 WHERE ${sql.in("nonce", nonces)}`

    /**
     * Deletes nonces that no ballot can use any more.
     * @param now Unix milliseconds.
     */
    const sweep = (now: number) => sql`DELETE FROM ballot_nonces WHERE cast_at < ${now - KEPT_MS}`

    return { store, prepared, use, sweep }
  })
}) {}
