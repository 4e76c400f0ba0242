/** What pages show of the ledger, and steps that are tried again later, go without it while it gives no answer. */
import { Effect } from "effect"
import type { AskError } from "./asking.server"

const nothing = () => Effect.succeed(null)

/** Null where the ledger could not be read, does not know the address, or refused the question. */
export const known = <A, R>(reading: Effect.Effect<A, AskError, R>): Effect.Effect<A | null, never, R> =>
  Effect.catchTags(reading, { GatewayDown: nothing, UnknownOnLedger: nothing, LedgerRefused: nothing })
