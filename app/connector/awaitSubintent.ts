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
 * Reads the ledger until the pre-authorization is committed or its time is over: at once, then after 2 s, doubled
 * each time up to 60 s, and once more at the end. `expirationTimestamp` is unix seconds.
 *
 * A reading that fails is no news. It has not expired before the ledger was read after its time and did not know it:
 * it may have been committed in the last second. The clock is compared at every reading; no timer is longer than a
 * minute, so a date far ahead cannot overflow one.
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
