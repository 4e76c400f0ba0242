/**
 * Challenges: what a wallet has to sign, so that a signature cannot be reused (docs/goals.md B6).
 *
 * Each is made for one browser, one purpose and one network, lives 5 minutes and works once.
 */
import { Clock, Duration, Effect, Option } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { randomToken, sha256 } from "~/effects/base/text/random.server"
import { ChallengeOver, ChallengeUsed } from "../errors"
import type { Purpose } from "../forms"
import { ChallengesRepo } from "./ChallengesRepo.server"

export const CHALLENGE_LIFE = Duration.minutes(5) // docs/product/communities.md
/** Kept for a while after its end, to tell a second use from an expired one. */
const KEPT_AFTER_END = Duration.hours(1)

export class Challenges extends Effect.Service<Challenges>()("people/wallet-session/Challenges", {
  dependencies: [ChallengesRepo.Default],
  effect: Effect.gen(function* () {
    const repo = yield* ChallengesRepo

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
