/**
 * /myCommunities: its loader and its actions. Leaving and withdrawing an application are posted to the community's
 * members page.
 */

import { Effect, Option } from "effect"
import { isCommunityId } from "~/effects/access/communityIdOf"
import { type Done, pageAction, textOf } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { randomId } from "~/effects/base/text/random.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { Founding } from "~/effects/communities/founding/Founding.server"
import { placeOf } from "~/effects/communities/founding/wizard"
import { EmailInvitations } from "~/effects/communities/members/EmailInvitations.server"
import { undoable } from "~/effects/communities/undo/pages/undo.server"
import { requireAccount, requireProfile } from "~/effects/people/wallet-session/visitor.server"
import { Communities } from "../Communities.server"
import { CommunityFollows } from "../CommunityFollows.server"
import { MineRepo } from "../MineRepo.server"
import { mineHref, readMine } from "../mine"

const nameIn = (data: Readonly<Record<string, unknown>>): string =>
  typeof data.name === "string" && data.name.trim() !== "" ? data.name.trim() : "Untitled community"

export const minePage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const who = yield* requireAccount("see your communities")
  const query = readMine(new URL(request.url).searchParams)
  const mine = yield* MineRepo
  const drafts = yield* Drafts
  const begun = query.tab === "drafts" ? Option.getOrNull(yield* drafts.get(who.account, placeOf(null))) : null
  const { communities, next } = yield* mine.page(who.account, query)
  return {
    query,
    counts: yield* mine.counts(who.account),
    communities,
    /** To the verified e-mail address; on the first page only. */
    invitations: query.after === null ? yield* (yield* EmailInvitations).waitingFor(who.account) : [],
    next: next === null ? null : mineHref({ ...query, after: next }),
    /** A founding form that is not saved as a draft community yet. */
    begun: begun === null ? null : { name: nameIn(begun.data), savedAt: begun.savedAt },
    key: yield* randomId(20)
  }
})

const here = Effect.map(
  RouteArgs,
  ({ request }): Done => ({ to: mineHref(readMine(new URL(request.url).searchParams)) })
)

const choose = (choice: "all" | "none") => (form: FormData) =>
  Effect.gen(function* () {
    const { account } = yield* requireAccount("change your notifications")
    const communities = yield* Communities
    const { community } = yield* communities.byId(textOf(form, "community"), account)
    yield* (yield* MineRepo).chooseNews(account, community.id, choice)
    return yield* here
  })

const discard = (form: FormData) =>
  Effect.gen(function* () {
    const { account } = yield* requireProfile("discard a draft")
    const communities = yield* Communities
    const { community } = yield* communities.byId(textOf(form, "community"), account)
    const founding = yield* Founding
    const path = "/myCommunities?tab=drafts"
    yield* undoable({ kind: "community-draft", communityId: null, path }, founding.discard(account, community.id))
    return { to: path } satisfies Done
  })

/** Idempotent: succeeds if the community is gone, or is not followed any more. */
const unfollow = (form: FormData) =>
  Effect.gen(function* () {
    const { account } = yield* requireAccount("stop following it")
    const id = textOf(form, "community")
    if (isCommunityId(id)) yield* (yield* CommunityFollows).end(id, account)
    return yield* here
  })

export const mineAction = pageAction({ mute: choose("none"), unmute: choose("all"), unfollow, discard })
