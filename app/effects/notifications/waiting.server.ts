/** How many things wait for the visitor, for the bell and the bottom bar. Zeros for somebody without a session. */
import { Effect, Option } from "effect"
import type { Waiting } from "~/effects/dashboard/Waiting"
import { Agenda } from "../dashboard/Agenda.server"
import { RouteArgs } from "../RouteArgs.server"
import { currentAccount } from "../wallet-session/visitor.server"

const nothing: Waiting = { unread: 0, needs: 0 }

/** The running count of each request, by its load context: the root and the dashboard ask the same. */
const counts = new WeakMap<object, Effect.Effect<Waiting>>()

export const waiting = Effect.gen(function* () {
  const account = yield* currentAccount
  if (Option.isNone(account)) return nothing
  const { context } = yield* RouteArgs
  const agenda = yield* Agenda
  const fresh = yield* Effect.cached(agenda.waiting(account.value))
  const count = counts.get(context) ?? fresh
  counts.set(context, count)
  return yield* count
})
