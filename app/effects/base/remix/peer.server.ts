/** The network address a request is counted by. It is the peer's own; what headers say about it is never believed. */
import { Effect } from "effect"
import { networkOf } from "~/effects/base/limits/Asker"
import { RouteArgs } from "./RouteArgs.server"

/** The peer's /24 (IPv4) or /64 (IPv6). */
export const peerOf: Effect.Effect<string, never, RouteArgs> = Effect.map(
  RouteArgs,
  ({ context }) => networkOf(context.address) ?? "this machine"
)
