/**
 * Whether this server may receive requests, and what is degraded, as /readyz reports. A port, because its
 * implementation depends on every feature (docs/architecture.md, "Ports").
 */
import { Context, type Effect } from "effect"

export interface NotReadyBecause {
  /** "stopping", "database", "silent", or "files", with which requests may still come. */
  readonly reason: string
  readonly message: string
}

export class OwnReadiness extends Context.Tag("publishing/operating/OwnReadiness")<
  OwnReadiness,
  {
    /** Null while everything works. */
    readonly trouble: Effect.Effect<NotReadyBecause | null>
  }
>() {}
