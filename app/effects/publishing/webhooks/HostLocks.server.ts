/** Limits parallel deliveries to one host from this server, because hooks of several communities may share a host. */
import { Effect } from "effect"

const AT_ONCE = 2

export const makeHostLocks = Effect.sync(() => {
  const hosts = new Map<string, { readonly turns: Effect.Semaphore; users: number }>()
  const inTurn = <A, E, R>(host: string, program: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const held = hosts.get(host) ?? { turns: Effect.unsafeMakeSemaphore(AT_ONCE), users: 0 }
      hosts.set(host, held)
      held.users += 1
      const leave = Effect.sync(() => {
        held.users -= 1
        if (held.users === 0) hosts.delete(host)
      })
      return Effect.ensuring(held.turns.withPermits(1)(program), leave)
    })
  return { inTurn }
})
