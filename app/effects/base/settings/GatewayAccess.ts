/** The gateway that the server uses, its timeouts, and the expected network. */
import { Context, Duration } from "effect"

interface Access {
  /** Name in the log. */
  readonly host: string
  /** Timeout of one call, and of all tries of a sign-in together. */
  readonly timeout: Duration.Duration
  /** Network that its states must belong to; null if any is accepted. */
  readonly network: string | null
}

export class GatewayAccess extends Context.Reference<GatewayAccess>()("base/settings/GatewayAccess", {
  defaultValue: (): Access => ({ host: "the gateway", timeout: Duration.seconds(3), network: null })
}) {}
