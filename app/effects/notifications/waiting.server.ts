/** How many things wait for whoever asks, for the bell and the bottom bar. Zeros for somebody without a session. */
import { Effect } from "effect"
import { Agenda } from "../dashboard/Agenda.server"
import { visitor } from "../wallet-session/visitor.server"
import { Inbox } from "./Inbox.server"

export const waiting = Effect.gen(function* () {
  const who = yield* visitor
  if (who === null) return { unread: 0, needs: 0 }
  const inbox = yield* Inbox
  const dashboard = yield* Agenda
  return { unread: yield* inbox.unread(who.account), needs: (yield* dashboard.needs(who.account)).length }
})
