import { Clock, Duration, Effect, Either, type Option } from "effect"
import { POLL_FACTOR, POLL_FIRST_PAUSE, SUBINTENT_LONGEST_PAUSE } from "./Constants"
import { isRefusal } from "./gateway/retry"
import type { SubintentHash } from "./gateway/walletReplies"
import { WalletGateway } from "./WalletGateway"

export type SubintentOutcome =
  | { readonly outcome: "committed"; readonly parentTransactionIntentHash: Option.Option<string> }
  | { readonly outcome: "expired" }

const FIRST_MS = Duration.toMillis(POLL_FIRST_PAUSE)
const LONGEST_MS = Duration.toMillis(SUBINTENT_LONGEST_PAUSE)

/**
 * Polls the ledger until the pre-authorization is committed or has expired: immediately, then after 2 s, doubled each
 * time up to 60 s, and once more at the end. `expirationTimestamp` is in Unix seconds.
 *
 * A failed poll is ignored. It counts as expired only after the ledger was read after the expiry time and did not know
 * it, because it may have been committed in the last second. The clock is compared at every poll and no timer exceeds a
 * minute, so that a distant date cannot overflow one.
 */
export const awaitSubintent = Effect.fnUntraced(function* (subintentHash: SubintentHash, expirationTimestamp: number) {
  const gateway = yield* WalletGateway
  const reading = gateway.subintentStatus(subintentHash).pipe(
    Effect.tapError((error) => Effect.logDebug("the pre-authorization could not be read", error)),
    Effect.either
  )
  const from = (pause: number): Effect.Effect<SubintentOutcome> =>
    Effect.gen(function* () {
      const read = yield* reading
      if (Either.isRight(read) && read.right.status === "CommittedSuccess") {
        return { outcome: "committed", parentTransactionIntentHash: read.right.parentTransactionIntentHash }
      }
      const left = expirationTimestamp * 1_000 - (yield* Clock.currentTimeMillis)
      if (left < 0 && (Either.isRight(read) || isRefusal(read.left))) return { outcome: "expired" }
      yield* Effect.sleep(Duration.millis(left < 0 ? pause : Math.min(pause, left + 1)))
      return yield* from(Math.min(pause * POLL_FACTOR, LONGEST_MS))
    })
  return yield* from(FIRST_MS)
})
