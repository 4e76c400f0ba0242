/**
 * Challenges: what a wallet has to sign, so that a signature cannot be reused (docs/goals.md B6).
 *
 * Each is made for one browser, one purpose and one network, lives 5 minutes and works once.
 */

import { SqlSchema } from "@effect/sql"
import { Clock, Duration, Effect, Option, Schema } from "effect"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { randomToken, sha256 } from "~/effects/base/text/random.server"
import { ChallengeOver, ChallengeUsed } from "../errors"
import { Purpose } from "../forms"

/** Challenges in the database, by their hashes. */
const Bound = {
  challengeHash: Schema.String,
  purpose: Purpose,
  browserHash: Schema.String,
  networkId: Schema.Int
}
const BoundChallenge = Schema.Struct(Bound)
type BoundChallenge = typeof BoundChallenge.Type

const makeChallengesRepo = Effect.gen(function* () {
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

export const CHALLENGE_LIFE = Duration.minutes(5) // docs/product/communities.md
/** Kept for a while after its end, to tell a second use from an expired one. */
const KEPT_AFTER_END = Duration.hours(1)

export class Challenges extends Effect.Service<Challenges>()("people/wallet-session/Challenges", {
  effect: Effect.gen(function* () {
    const repo = yield* makeChallengesRepo

    const bound = (challenge: string, purpose: Purpose, browserHash: string) => ({
      challengeHash: sha256(challenge.toLowerCase()),
      purpose,
      browserHash,
      networkId: NETWORK_ID
    })

    /** 64 hex digits, and their expiry (Unix milliseconds). */
    const issue = Effect.fn("Challenges.issue")(function* (purpose: Purpose, browserHash: string) {
      const now = yield* Clock.currentTimeMillis
      const challenge = yield* randomToken
      const expiresAt = now + Duration.toMillis(CHALLENGE_LIFE)
      yield* repo.dropExpired(now - Duration.toMillis(KEPT_AFTER_END))
      yield* repo.add({ ...bound(challenge, purpose, browserHash), createdAt: now, expiresAt })
      return { challenge, expiresAt }
    })

    /** Uses up a challenge. Succeeds once, whatever the result of the request. */
    const use = Effect.fn("Challenges.use")(function* (challenge: string, purpose: Purpose, browserHash: string) {
      const now = yield* Clock.currentTimeMillis
      const its = bound(challenge, purpose, browserHash)
      if (Option.isSome(yield* repo.use({ ...its, now }))) return
      const known = yield* repo.find(its)
      const wasUsed = Option.exists(known, ({ usedAt }) => usedAt !== null)
      return yield* wasUsed ? new ChallengeUsed() : new ChallengeOver()
    })

    return { issue, use }
  })
}) {}
