import { Clock, Duration, Effect, Option } from "effect"
import { POLL_FACTOR, POLL_FIRST_PAUSE, SUBINTENT_LONGEST_PAUSE } from "./Constants"
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
 * A reading that fails is no news, whatever the reason: the end is known anyway, and it comes with the clock.
 * The clock is compared at every reading; no timer is longer than a minute, so a date far ahead cannot overflow one.
 */
export const awaitSubintent = Effect.fnUntraced(function* (subintentHash: SubintentHash, expirationTimestamp: number) {
  const gateway = yield* WalletGateway
  const reading = gateway.subintentStatus(subintentHash).pipe(
    Effect.tapError((error) => Effect.logDebug("the pre-authorization could not be read", error)),
    Effect.orElseSucceed(() => ({ status: "Unknown", parentTransactionIntentHash: Option.none<string>() }) as const)
  )
  const from = (pause: number): Effect.Effect<SubintentOutcome> =>
    Effect.gen(function* () {
      const { parentTransactionIntentHash, status } = yield* reading
      if (status === "CommittedSuccess") return { outcome: "committed", parentTransactionIntentHash }
      const left = expirationTimestamp * 1_000 - (yield* Clock.currentTimeMillis)
      if (left < 0) return { outcome: "expired" }
      yield* Effect.sleep(Duration.millis(Math.min(pause, left + 1)))
      return yield* from(Math.min(pause * POLL_FACTOR, LONGEST_MS))
    })
  return yield* from(FIRST_MS)
})
