import { Duration, Effect } from "effect"
import { POLL_FACTOR, POLL_FIRST_PAUSE, POLL_LONGEST_PAUSE } from "./Constants"
import { FailedToPoll } from "./Errors"
import { Gateway, type TransactionReading } from "./Gateway"
import { isWorthRepeating } from "./gateway/retry"
import type { IntentHash } from "./gateway/walletReplies"

export interface Final {
  readonly status: "CommittedSuccess" | "CommittedFailure" | "Rejected"
  readonly reason?: string | undefined
}

const FIRST_MS = Duration.toMillis(POLL_FIRST_PAUSE)
const LONGEST_MS = Duration.toMillis(POLL_LONGEST_PAUSE)

/**
 * Reads the ledger until the transaction can no longer change: at once, then after 2 s, doubled each time, never
 * above 10 s (spec §9). A network that is down is waited out; a refusal of the gateway ends it.
 */
export const awaitTransaction = Effect.fnUntraced(function* (intentHash: IntentHash) {
  const gateway = yield* Gateway
  const reading = gateway.transactionStatus(intentHash).pipe(
    Effect.catchIf(isWorthRepeating, () => Effect.succeed({ status: "Unknown" } as const)),
    Effect.mapError((cause) => new FailedToPoll({ cause }))
  )
  const from = (pause: number): Effect.Effect<Final, FailedToPoll> =>
    Effect.flatMap(reading, ({ reason, status }: TransactionReading) =>
      status === "Unknown" || status === "Pending"
        ? Effect.zipRight(Effect.sleep(Duration.millis(pause)), from(Math.min(pause * POLL_FACTOR, LONGEST_MS)))
        : Effect.succeed({ status, reason })
    )
  return yield* from(FIRST_MS)
})
