import { Duration, Effect, Either } from "effect"
import { POLL_FACTOR, POLL_FIRST_PAUSE, POLL_LONGEST_PAUSE, POLL_TIMEOUT } from "./Constants"
import { FailedToPoll } from "./Errors"
import { isRefusal } from "./gateway/retry"
import type { FinalStatus, IntentHash } from "./gateway/walletReplies"
import { type TransactionReading, WalletGateway } from "./WalletGateway"

export interface Final {
  readonly status: FinalStatus
  readonly reason?: string
}

const FIRST_MS = Duration.toMillis(POLL_FIRST_PAUSE)
const LONGEST_MS = Duration.toMillis(POLL_LONGEST_PAUSE)
const TIMEOUT_MS = Duration.toMillis(POLL_TIMEOUT)

const isFinal = (reading: TransactionReading): reading is Final =>
  reading.status === "CommittedSuccess" || reading.status === "CommittedFailure" || reading.status === "Rejected"
/** A word we do not know may be a newer gateway's. It decides nothing, and it is not news either. */
const isKnown = ({ status }: TransactionReading) => status === "Unknown" || status === "Pending"

/**
 * Reads the ledger until the transaction can no longer change: at once, then after 2 s, doubled each time, never above
 * 10 s (docs/connector.md, 3). A network that is down is waited out. An answer that says nothing (an unknown status, a
 * 500, whatever a proxy answers) is asked for again until there was nothing but such answers for `POLL_TIMEOUT`. A
 * refusal in the gateway's own form ends it at once.
 */
export const awaitTransaction = Effect.fnUntraced(function* (intentHash: IntentHash) {
  const gateway = yield* WalletGateway
  const reading = Effect.either(gateway.transactionStatus(intentHash))
  /** `lost`: for how long (ms) nothing that came could be understood. Pauses are counted, so a sleeping page loses none. */
  const from = (pause: number, lost: number): Effect.Effect<Final, FailedToPoll> =>
    Effect.flatMap(reading, (told) => {
      const next = Math.min(pause * POLL_FACTOR, LONGEST_MS)
      const again = (lostSoFar: number) =>
        Effect.zipRight(
          Effect.sleep(Duration.millis(pause)),
          Effect.suspend(() => from(next, lostSoFar))
        )
      if (Either.isLeft(told)) {
        const cause = told.left
        if (isRefusal(cause) || lost >= TIMEOUT_MS) return new FailedToPoll({ cause })
        return again(cause._tag === "FailedToFetch" ? lost : lost + pause)
      }
      const { right } = told
      if (isFinal(right)) return Effect.succeed(right)
      if (isKnown(right)) return again(0)
      return lost >= TIMEOUT_MS
        ? new FailedToPoll({ message: `the ledger answered with an unknown status: ${right.status.slice(0, 40)}` })
        : again(lost + pause)
    })
  return yield* from(FIRST_MS, 0)
})
