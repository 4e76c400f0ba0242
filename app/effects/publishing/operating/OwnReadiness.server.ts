/**
 * Whether this server may be given requests, as /readyz says. A port: what answers that stands after every feature
 * (docs/architecture.md, "Ports").
 */
import { Context, type Effect } from "effect"

export interface NotReadyBecause {
  /** "stopping", "database" or "files". */
  readonly reason: string
  readonly message: string
}

export class OwnReadiness extends Context.Tag("effects/OwnReadiness")<
  OwnReadiness,
  {
    /** Null while it may. */
    readonly trouble: Effect.Effect<NotReadyBecause | null>
  }
>() {}
