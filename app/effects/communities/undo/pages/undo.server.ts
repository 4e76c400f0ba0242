/** POST /undo, and what other pages need of it: removing so that it can be undone, and the notice that offers it. */
import { Effect, Option } from "effect"
import { NotSignedIn } from "~/effects/base/failures/failures"
import { clearedCookie, type HostCookieName, hostCookie, readCookie } from "~/effects/base/remix/cookies.server"
import { pageAction, textOf } from "~/effects/base/remix/pageAction.server"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { insideOf } from "~/effects/communities/communities/inside.server"
import { session } from "~/effects/people/wallet-session/visitor.server"
import { UNDO_SECONDS } from "../Removal"
import { NothingToUndo, type Removal, Removals, type RemovedRows } from "../Removals.server"
import { Restorers } from "../Restorers.server"

/** Names the removal that the next pages of this browser offer to undo. */
const COOKIE: HostCookieName = "__Host-undo"
const isId = (text: string) => /^[a-z2-7]{20}$/.test(text)

const remover = Effect.map(
  session,
  Option.map(({ account, id }) => ({ account, sessionId: id }))
)

const offer = (id: string) =>
  Effect.map(ReplyHeaders, (headers) => headers.append("Set-Cookie", hostCookie(COOKIE, id, UNDO_SECONDS)))

const withdrawOffer = Effect.map(ReplyHeaders, (headers) => headers.append("Set-Cookie", clearedCookie(COOKIE)))

/**
 * Removes something and offers to undo it. `removing` returns the removed rows, as this does; null if nothing was
 * removed.
 *
 * @param mayRestore false for a person who may remove this, but could not have it back
 */
export const undoable = <E, R>(
  removal: Removal,
  removing: Effect.Effect<RemovedRows | null, E, R>,
  mayRestore = true
) =>
  Effect.gen(function* () {
    const who = yield* remover
    // Without a session the removal itself is refused.
    if (!mayRestore || Option.isNone(who)) return yield* removing
    const removals = yield* Removals
    const { id, removed } = yield* removals.record(who.value, removal, removing)
    if (id !== null) yield* offer(id)
    return removed
  })

/** Costs nothing without the cookie. */
export const undoNotice = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const id = Option.getOrElse(readCookie(request, COOKIE), () => "")
  if (!isId(id)) return null
  const who = yield* remover
  if (Option.isNone(who)) return null
  const removals = yield* Removals
  return yield* removals.notice(id, who.value)
})

/** The page has no data of its own. */
export const undoPage = Effect.succeed({})

const undo = (form: FormData) =>
  Effect.gen(function* () {
    const who = yield* Effect.mapError(yield* remover, () => new NotSignedIn({ action: "undo this" }))
    const removals = yield* Removals
    const id = textOf(form, "removal")
    if (!isId(id)) return yield* new NothingToUndo({})
    const removal = yield* removals.find(id, who)
    const restorers = yield* Restorers
    if (removal.kind === "community-draft") {
      yield* removals.undo(id, who, (rows) => restorers[removal.kind](who.account, rows))
    } else {
      const communities = yield* Communities
      const here = yield* insideOf(yield* communities.byId(removal.communityId, who.account))
      const { [removal.kind]: restorer } = restorers
      yield* restorer.may(here)
      yield* removals.undo(id, who, (rows) => restorer.restore(here, rows))
    }
    yield* offer(id)
    return { to: removal.path }
  }).pipe(
    // While a neighbour fails, the offer stays.
    Effect.tapError(({ status }) => (status >= 500 ? Effect.void : withdrawOffer))
  )

export const undoAction = pageAction({ undo })
