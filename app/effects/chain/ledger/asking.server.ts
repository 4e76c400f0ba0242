/**
 * Calls the gateway: retries with random pauses where that can help, uses a circuit breaker when it is down, and maps
 * failures to the product's errors. One call has the port's own time limit.
 */
import { Cause, Duration, Effect, Schedule, Schema } from "effect"
import type { Gateway, GatewayError, LedgerState } from "~/connector/index"
import { coded } from "~/effects/base/failures/coded"
import { GatewayDown } from "~/effects/base/failures/failures"
import { reasonOf } from "~/effects/base/failures/reasonOf"
import { type Breaker, CircuitOpen } from "~/effects/base/limits/Breaker.server"
import type { AtVersion } from "./facts"
import type { LedgerTime } from "./LedgerTime"

/** The ledger was read and does not know the entity, transaction or locker. */
export class UnknownOnLedger extends coded("UnknownOnLedger", "E-LEDGER-UNKNOWN", 404, {
  fields: {
    /** An address or a hash. */
    what: Schema.String
  },
  message: ({ what }) => `The ledger does not know ${what}.`
}) {}

/** The ledger will never accept the request, for example a malformed transaction or an address of the wrong kind. */
export class LedgerRefused extends coded("LedgerRefused", "E-LEDGER-REFUSED", 422, {
  fields: { reason: Schema.String },
  message: ({ reason }) => `The ledger refused this: ${reason}`
}) {}

/** Two retries, after random parts of 250 ms and 500 ms. */
const again = Schedule.exponential("250 millis").pipe(
  Schedule.jitteredWith({ min: 0, max: 1 }),
  Schedule.modifyDelay((_, delay) => Duration.millis(Math.ceil(Duration.toMillis(delay)))),
  Schedule.intersect(Schedule.recurs(2))
)

const UNKNOWN = new Set(["EntityNotFoundError", "TransactionNotFoundError", "AccountLockerNotFoundError"])
const REFUSED = new Set(["InvalidRequestError", "InvalidTransactionError", "InvalidEntityError"])

/** The gateway itself responded; anything else is a failure on the way. */
const isResponse = (error: GatewayError) =>
  error._tag === "RequestStatusNotOk" &&
  error.reason !== undefined &&
  (UNKNOWN.has(error.reason) || REFUSED.has(error.reason))

/** An unreadable response does not get better by an immediate retry. */
const isWorthAnotherTry = (error: GatewayError | CircuitOpen) =>
  error._tag === "FailedToFetch" ||
  (error._tag === "RequestStatusNotOk" && !isResponse(error) && (error.status === 429 || error.status >= 500))

export type AskError = GatewayDown | UnknownOnLedger | LedgerRefused

/** `what` names the entity in the error if the ledger does not know it. */
export type Ask = <A, I>(
  path: string,
  body: object,
  reply: Schema.Schema<A, I>,
  what?: string
) => Effect.Effect<A, AskError>

export const timeOf = ({ ledger_state }: { readonly ledger_state: LedgerState }): LedgerTime => ({
  stateVersion: ledger_state.state_version,
  at: ledger_state.proposer_round_timestamp,
  isFresh: true
})

export const atVersion = (at: AtVersion) => {
  if (at === undefined) return {}
  const selector = typeof at === "number" ? { state_version: at } : { timestamp: new Date(at.before - 1).toISOString() }
  return { at_ledger_state: selector }
}

/** @param timeout for one question with all its retries */
export const makeAsk =
  (gateway: Gateway["Type"], breaker: Breaker, timeout: Duration.Duration): Ask =>
  (path, body, reply, what = path) =>
    breaker
      .guard(gateway.ask(path, body, reply), (error) => !isResponse(error))
      .pipe(
        Effect.retry({ schedule: again, while: isWorthAnotherTry }),
        Effect.mapError((error): AskError => {
          if (error._tag !== "RequestStatusNotOk" || !isResponse(error)) return new GatewayDown({ cause: error })
          return UNKNOWN.has(error.reason ?? "")
            ? new UnknownOnLedger({ what })
            : new LedgerRefused({ reason: error.message })
        }),
        Effect.tapErrorTag("GatewayDown", ({ cause }) =>
          cause instanceof CircuitOpen
            ? Effect.void
            : Effect.logWarning("the ledger could not be read", path, reasonOf(Cause.fail(cause)))
        ),
        Effect.timeoutFail({ duration: timeout, onTimeout: () => new GatewayDown({}) })
      )

/** For questions without a "not found" response: any other failure is the gateway's. */
export const unasked = <A>(program: Effect.Effect<A, AskError>): Effect.Effect<A, GatewayDown> =>
  Effect.catchTags(program, {
    UnknownOnLedger: (cause) => new GatewayDown({ cause }),
    LedgerRefused: (cause) => new GatewayDown({ cause })
  })
