/** For pages and retried work that can go on without the ledger. */
import { Effect } from "effect"
import type { AskError } from "./asking.server"
import type { Ledger } from "./Ledger.server"
import { orGatewayDown } from "./orGatewayDown"

const nothing = () => Effect.succeed(null)

/** Null if the ledger could not be read, does not know the address, or refused the question. */
export const known = <A, R>(reading: Effect.Effect<A, AskError, R>): Effect.Effect<A | null, never, R> =>
  Effect.catchTags(reading, { GatewayDown: nothing, UnknownOnLedger: nothing, LedgerRefused: nothing })

/** Whether the ledger's own time is past a moment. A lagging gateway may not know yet what was committed before it. */
export const hasPassed = ({ currentState }: Pick<Ledger, "currentState">, at: number) =>
  Effect.map(orGatewayDown(currentState()), ({ time }) => Date.parse(time.at) > at)
