/** Challenges in the database, by their hashes. */
import { SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { Purpose } from "../forms"

const Bound = {
  challengeHash: Schema.String,
  purpose: Purpose,
  browserHash: Schema.String,
  networkId: Schema.Int
}
const BoundChallenge = Schema.Struct(Bound)
export type BoundChallenge = typeof BoundChallenge.Type

export class ChallengesRepo extends Effect.Service<ChallengesRepo>()("people/wallet-session/ChallengesRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const add = SqlSchema.void({
      Request: Schema.Struct({ ...Bound, createdAt: Schema.Number, expiresAt: Schema.Number }),
      execute: (row) => sql`INSERT INTO wallet_challenges ${sql.insert(row)}`
    })

    /** One statement decides: if many use the same challenge at the same time, one gets the row. */
    const use = findOne({
      Request: Schema.Struct({ ...Bound, now: Schema.Number }),
      Result: Schema.Struct({ expiresAt: Schema.Number }),
      execute: ({ browserHash, challengeHash, networkId, now, purpose }) => sql`
        UPDATE wallet_challenges SET used_at = ${now}
        WHERE challenge_hash = ${challengeHash} AND browser_hash = ${browserHash} AND purpose = ${purpose}
          AND network_id = ${networkId} AND used_at IS NULL AND expires_at > ${now}
        RETURNING expires_at`
    })

    const find = findOne({
      Request: BoundChallenge,
      Result: Schema.Struct({ usedAt: Schema.NullOr(Schema.Number) }),
      execute: ({ browserHash, challengeHash, networkId, purpose }) => sql`
        SELECT used_at FROM wallet_challenges
        WHERE challenge_hash = ${challengeHash} AND browser_hash = ${browserHash} AND purpose = ${purpose}
          AND network_id = ${networkId}`
    })

    return {
      add: (row: Parameters<typeof add>[0]) => Effect.orDie(add(row)),
      use: (bound: Parameters<typeof use>[0]) => use(bound),
      find: (bound: BoundChallenge) => find(bound),
      dropExpired: (before: number) => sql`DELETE FROM wallet_challenges WHERE expires_at < ${before}`
    }
  })
}) {}
