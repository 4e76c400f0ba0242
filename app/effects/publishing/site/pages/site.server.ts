/**
 * Data of every page about the site and its visitor, and the two things a visitor can change from anywhere: the theme
 * and being signed in.
 */

import { data, redirect } from "@remix-run/node"
import { Clock, Effect, Option } from "effect"
import { safePath } from "~/effects/access/safePath"
import { MalformedBody } from "~/effects/base/failures/failures"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { readOnlyWords } from "~/effects/base/feature-flags/flags"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { readForm } from "~/effects/base/remix/readFileForm.server"
import { NETWORK_ID, STOKENET_DASHBOARD } from "~/effects/base/settings/networks"
import { APP_NAME, APP_VERSION } from "~/effects/base/settings/product"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Unfinished } from "~/effects/base/settings/Unfinished.server"
import { momentIn } from "~/effects/base/text/moments"
import { undoNotice } from "~/effects/communities/undo/pages/undo.server"
import { OWN_UPLOADS } from "~/effects/people/uploads/Upload"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import {
  clearSessionCookie,
  forgetVisitor,
  heldToken,
  session as ownSession,
  visitor,
  waiting
} from "~/effects/people/wallet-session/visitor.server"
import type { SiteData } from "../SiteData"
import { isTheme, themeCookie, themeFromCookie } from "../theme"

export const siteData = Effect.gen(function* () {
  const settings = yield* Settings
  const { request } = yield* RouteArgs
  const session = yield* visitor
  const held = yield* ownSession
  const closed = yield* (yield* FeatureFlags).thrown("readOnly")
  const unfinished = yield* (yield* Unfinished).words
  return {
    appName: APP_NAME,
    appVersion: APP_VERSION,
    origin: settings.appOrigin,
    ledger: settings.ledger,
    network: { id: NETWORK_ID, dashboardUrl: STOKENET_DASHBOARD },
    wallet: {
      dAppDefinitionAddress: settings.dAppDefinitionAddress,
      gatewayUrl: settings.browserGatewayUrl,
      relayUrl: settings.relayUrl
    },
    practiceWallet: settings.practiceWallet,
    uploads: Option.match(settings.uploadHost, {
      onNone: () => OWN_UPLOADS,
      onSome: ({ cdnUrl, publicKey, url }) => ({ url, cdnUrl, publicKey })
    }),
    theme: themeFromCookie(request.headers.get("cookie")),
    session,
    email: Option.getOrNull(Option.map(held, ({ email }) => email)),
    clock: settings.ledger === "local" ? momentIn("day", yield* Clock.currentTimeMillis, "UTC") : null,
    notice: closed === undefined ? unfinished : readOnlyWords(closed.reason),
    operator: Option.getOrNull(settings.operator),
    undo: yield* undoNotice,
    waiting: yield* waiting
  } satisfies SiteData
})

/** The page with the clicked button; home if the browser does not say. */
export const pageBefore = (request: Request): string => {
  const before = request.headers.get("referer")
  if (before === null || !URL.canParse(before)) return "/"
  const { pathname, search } = new URL(before)
  return safePath(`${pathname}${search}`) ?? "/"
}

const endSession = Effect.gen(function* () {
  const token = yield* heldToken
  const sessions = yield* Sessions
  if (Option.isSome(token)) yield* sessions.end(token.value)
  yield* clearSessionCookie
  yield* forgetVisitor
})

/** A plain form post is redirected to its page; our own scripts only need the headers. */
export const changeSite = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const headers = yield* ReplyHeaders
  const form = yield* readForm(request)
  const theme = form.get("theme")
  switch (form.get("intent")) {
    case "theme":
      if (!isTheme(theme)) return yield* new MalformedBody({})
      headers.append("Set-Cookie", themeCookie(theme))
      break
    case "sign-out":
      yield* endSession
      break
    default:
      return yield* new MalformedBody({})
  }
  return request.headers.get("sec-fetch-mode") === "navigate"
    ? yield* Effect.fail(redirect(pageBefore(request)))
    : data(null, { headers })
})
