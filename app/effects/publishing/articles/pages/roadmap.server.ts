/** Loader and action of the roadmap page, with the number of people who want each item. */

import { Effect, Schema } from "effect"
import { MalformedBody, NotThere } from "~/effects/base/failures/failures"
import { redirectTo } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { readForm } from "~/effects/base/remix/readFileForm.server"
import { sendableAgain } from "~/effects/base/remix/sent.server"
import { requireAccount, visitor } from "~/effects/people/wallet-session/visitor.server"
import { Articles } from "../Articles.server"
import { FeatureRequests } from "../FeatureRequests.server"

export const roadmapPage = Effect.gen(function* () {
  const { roadmap } = yield* Articles
  const wishes = yield* FeatureRequests
  const who = yield* visitor
  return {
    roadmap,
    wanted: yield* wishes.counts,
    /** Null for visitors, who cannot add wishes. */
    mine: who === null ? null : yield* wishes.of(who.account)
  }
})

const FeatureRequest = Schema.Struct({ item: Schema.String, wanted: Schema.Literal("yes", "no") })

/** POST /roadmap. Released and unknown items cannot be wanted. */
export const wish = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { account } = yield* requireAccount("choose what you want")
  const form = yield* readForm(request)
  const { item, wanted } = yield* Effect.mapError(
    Schema.decodeUnknown(FeatureRequest)(Object.fromEntries(form)),
    () => new MalformedBody({})
  )
  const { roadmap } = yield* Articles
  const isOpen = [...roadmap.now, ...roadmap.next, ...roadmap.later].some(({ id }) => id === item)
  if (!isOpen) return yield* new NotThere({ message: "This is no longer on the roadmap." })
  const wishes = yield* FeatureRequests
  yield* wishes.set(account, item, wanted === "yes").pipe(sendableAgain(form))
  return yield* redirectTo(`/roadmap#${item}`, { status: 303 })
})
