/** The dashboard's loader and action: who is here, and whether the starting checklist was put away. */
import { data, redirect } from "@remix-run/node"
import { Effect } from "effect"
import { ReplyHeaders, RouteArgs } from "../runtime.server"
import { requireAccount, visitor } from "../wallet-session/visitor.server"

const COOKIE = "checklist"
const DISMISSED = "dismissed"
const YEAR_S = 31_536_000

const isDismissed = (cookies: string | null): boolean =>
  (cookies ?? "").split(";").some((pair) => pair.trim() === `${COOKIE}=${DISMISSED}`)

export const dashboard = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  return {
    visitor: yield* visitor,
    showsChecklist: !isDismissed(request.headers.get("cookie"))
  }
})

/** POST: puts the checklist away, in this browser. */
export const dismissChecklist = Effect.gen(function* () {
  yield* requireAccount("put the checklist away")
  const headers = yield* ReplyHeaders
  headers.append("Set-Cookie", `${COOKIE}=${DISMISSED}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax; HttpOnly`)
  const { request } = yield* RouteArgs
  return request.headers.get("sec-fetch-mode") === "navigate"
    ? yield* Effect.fail(redirect("/userDashboard"))
    : data(null, { headers })
})
