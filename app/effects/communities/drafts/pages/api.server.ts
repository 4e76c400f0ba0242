/** /api/drafts: read, save and discard one's own draft. */
import { Effect, Option, Schema } from "effect"
import { InvalidFields } from "~/effects/base/failures/failures"
import { readJson } from "~/effects/base/remix/body"
import { checkForm } from "~/effects/base/remix/form"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { requireAccount } from "~/effects/people/wallet-session/visitor.server"
import { DraftForm, DraftPlace, type StoredDraft } from "../Draft"
import { Drafts } from "../Drafts.server"

const ACTION = "save drafts"
const Place = Schema.Struct({ place: DraftPlace })

const askedPlace = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const place = new URL(request.url).searchParams.get("place") ?? ""
  const checked = yield* Effect.mapError(checkForm(Place, { place }), (fields) => new InvalidFields({ fields }))
  return checked.place
})

export const readDraft = Effect.gen(function* () {
  const { account } = yield* requireAccount(ACTION)
  const drafts = yield* Drafts
  const found: Option.Option<StoredDraft> = yield* drafts.get(account, yield* askedPlace)
  return { draft: Option.getOrNull(found) }
})

/** A refused save returns what is stored, so that the page can show both. */
export const storeDraft = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { account } = yield* requireAccount(ACTION)
  const drafts = yield* Drafts
  return yield* drafts.save(account, yield* readJson(DraftForm, request))
})

export const dropDraft = Effect.gen(function* () {
  const { account } = yield* requireAccount(ACTION)
  const drafts = yield* Drafts
  yield* drafts.remove(account, yield* askedPlace)
  return { draft: null }
})
