import { Duration, Effect, Either } from "effect"
import { POLL_FACTOR, POLL_FIRST_PAUSE, POLL_LONGEST_PAUSE, POLL_TIMEOUT } from "./Constants"
import { FailedToPoll } from "./Errors"
import { isRefusal } from "./gateway/retry"
import type { TransactionReading } from "./gateway/shape"
import type { FinalStatus, IntentHash } from "./gateway/walletReplies"
import { WalletGateway } from "./WalletGateway"

export interface Final {
  readonly status: FinalStatus
  readonly reason?: string
}

const FIRST_MS = Duration.toMillis(POLL_FIRST_PAUSE)
const LONGEST_MS = Duration.toMillis(POLL_LONGEST_PAUSE)
const TIMEOUT_MS = Duration.toMillis(POLL_TIMEOUT)

const isFinal = (reading: TransactionReading): reading is Final =>
  reading.status === "CommittedSuccess" || reading.status === "CommittedFailure" || reading.status === "Rejected"
/** An unknown status may come from a newer gateway. It neither decides nor counts as a valid response. */
const isKnown = ({ status }: TransactionReading) => status === "Unknown" || status === "Pending"

/**
 * Polls the ledger until the transaction is final: immediately, then after 2 s, doubled each time up to 10 s
 * (docs/connector.md). Waits while the network is down. An unusable response (an unknown status, a 500, whatever a
 * proxy sends) is retried until there were only such responses for `POLL_TIMEOUT`. An error in the gateway's own format
 * ends the polling immediately.
 */
export const awaitTransaction = Effect.fnUntraced(function* (intentHash: IntentHash) {
  const gateway = yield* WalletGateway
  const reading = Effect.either(gateway.transactionStatus(intentHash))
  /**
   * `lost`: for how long in ms every response was unusable. Counts pauses, so that time during which the page sleeps
   * does not count.
   */
  const from = (pause: number, lost: number): Effect.Effect<Final, FailedToPoll> =>
    Effect.flatMap(reading, (reported) => {
      const next = Math.min(pause * POLL_FACTOR, LONGEST_MS)
      const again = (lostSoFar: number) =>
        Effect.zipRight(
          Effect.sleep(Duration.millis(pause)),
          Effect.suspend(() => from(next, lostSoFar))
        )
      if (Either.isLeft(reported)) {
        const cause = reported.left
        if (isRefusal(cause) || lost >= TIMEOUT_MS) return new FailedToPoll({ cause })
        return again(cause._tag === "FailedToFetch" ? lost : lost + pause)
      }
      const { right } = reported
      if (isFinal(right)) return Effect.succeed(right)
      if (isKnown(right)) return again(0)
      return lost >= TIMEOUT_MS
        ? new FailedToPoll({ message: `the ledger answered with an unknown status: ${right.status.slice(0, 40)}` })
        : again(lost + pause)
    })
  return yield* from(FIRST_MS, 0)
})
