/**
 * Limits live streams in all and for each reader, so that nobody's open tabs take the places of others. A refused page
 * polls every half minute instead.
 */
import { Effect } from "effect"
import { TooMany } from "~/effects/base/failures/failures"
import { POLL_S } from "./pollSeconds"

const IN_ALL = 2_000
/** The limit for an address is higher because many people may share one. */
const FOR_ONE = { account: 8, address: 200 }

export interface Reader {
  readonly kind: "account" | "address"
  readonly name: string
}

export class Connections extends Effect.Service<Connections>()("activity/live/Connections", {
  sync: () => {
    const held = new Map<string, number>()
    let all = 0

    /** Takes a place until the scope ends. */
    const take = ({ kind, name }: Reader) => {
      const key = `${kind} ${name}`
      return Effect.acquireRelease(
        Effect.suspend(() => {
          const own = held.get(key) ?? 0
          if (all >= IN_ALL || own >= FOR_ONE[kind]) {
            const message = `Too many live pages are open. This one updates every ${POLL_S} s.`
            return Effect.fail(new TooMany({ message, retryAfter: POLL_S }))
          }
          all += 1
          held.set(key, own + 1)
          return Effect.void
        }),
        () =>
          Effect.sync(() => {
            all -= 1
            const own = (held.get(key) ?? 1) - 1
            if (own === 0) held.delete(key)
            else held.set(key, own)
          })
      )
    }

    return { take, count: Effect.sync(() => all) }
  }
}) {}
