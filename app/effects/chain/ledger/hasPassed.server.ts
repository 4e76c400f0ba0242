/** Whether the ledger's own time is past a moment. A lagging gateway may not know yet what was committed before it. */
import { Effect } from "effect"
import type { Ledger } from "./Ledger.server"
import { orGatewayDown } from "./orGatewayDown"

/** `at` is in Unix milliseconds. */
export const hasPassed = ({ currentState }: Pick<Ledger, "currentState">, at: number) =>
  Effect.map(orGatewayDown(currentState()), ({ time }) => Date.parse(time.at) > at)
