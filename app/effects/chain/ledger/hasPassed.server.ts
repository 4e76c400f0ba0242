/** Whether the ledger itself is past a moment. A gateway that lags behind may not have come to what was committed before it. */
import { Effect } from "effect"
import type { Ledger } from "./Ledger.server"
import { orGatewayDown } from "./orGatewayDown"

/** `at`: Unix milliseconds. */
export const hasPassed = ({ currentState }: Pick<Ledger, "currentState">, at: number) =>
  Effect.map(orGatewayDown(currentState()), ({ time }) => Date.parse(time.at) > at)
