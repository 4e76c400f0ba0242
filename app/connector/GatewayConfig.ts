/**
 * GatewayConfig: address of the gateway, and the name under which the dApp calls it. Client name and version are fixed
 * (`Constants.ts`).
 */
import { Context, type Duration } from "effect"

export interface GatewayConfigShape {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly applicationName: string
  readonly applicationVersion: string
  readonly dAppDefinitionAddress: string
  /** Timeout of one call; default 3 s. */
  readonly timeout?: Duration.DurationInput
}

export class GatewayConfig extends Context.Tag("connector/GatewayConfig")<GatewayConfig, GatewayConfigShape>() {}
