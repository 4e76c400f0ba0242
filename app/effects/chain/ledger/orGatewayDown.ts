/** Treats an unknown address of ours as `GatewayDown`, because the gateway must be behind: nothing is decided. */
import { Effect } from "effect"
import { GatewayDown } from "~/effects/base/failures/failures"

export const orGatewayDown = <A, E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<A, GatewayDown, R> =>
  Effect.mapError(program, (cause) => (cause instanceof GatewayDown ? cause : new GatewayDown({ cause })))
