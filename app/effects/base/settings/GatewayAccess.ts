/** Which gateway the server asks, how long it waits, and which network has to answer. */
import { Context, Duration } from "effect"

interface Access {
  /** As the log names it. */
  readonly host: string
  /** For one call, and for the tries of a sign-in together. */
  readonly timeout: Duration.Duration
  /** What its states are of; null where none is asked for. */
  readonly network: string | null
}

export class GatewayAccess extends Context.Reference<GatewayAccess>()("effects/GatewayAccess", {
  defaultValue: (): Access => ({ host: "the gateway", timeout: Duration.seconds(3), network: null })
}) {}
