/**
 * The network by which limits count a request. The HTTP server determines its address (docs/operations.md, "Proxy").
 */
import { Effect } from "effect"
import { networkOf } from "~/effects/base/limits/Asker"
import { RouteArgs } from "./RouteArgs.server"

/** The visitor's /24 (IPv4) or /64 (IPv6). */
export const peerOf: Effect.Effect<string, never, RouteArgs> = Effect.map(
  RouteArgs,
  ({ context }) => networkOf(context.address) ?? "this machine"
)
