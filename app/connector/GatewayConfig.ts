/** GatewayConfig: which gateway to ask, and as which client. Client name and version are fixed (`Constants.ts`). */
import { Context, type Duration } from "effect"

export interface GatewayConfigShape {
  /** Without a slash at the end. */
  readonly baseUrl: string
  readonly applicationName: string
  readonly applicationVersion: string
  readonly dAppDefinitionAddress: string
  /** For one call; 3 s where nothing is said. */
  readonly timeout?: Duration.DurationInput
}

export class GatewayConfig extends Context.Tag("connector/GatewayConfig")<GatewayConfig, GatewayConfigShape>() {}
