/**
 * Whether this server may be given requests, and what is degraded while it may, as /readyz says. A port: what answers that stands after every feature
 * (docs/architecture.md, "Ports").
 */
import { Context, type Effect } from "effect"

export interface NotReadyBecause {
  /** "stopping", "database", "silent" or, while requests may come, "files". */
  readonly reason: string
  readonly message: string
}

export class OwnReadiness extends Context.Tag("effects/OwnReadiness")<
  OwnReadiness,
  {
    /** Null while all is well. */
    readonly trouble: Effect.Effect<NotReadyBecause | null>
  }
>() {}
