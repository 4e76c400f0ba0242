/**
 * The invitation that a browser came with, in a cookie: between the link and the sign-up are the wallet and other pages.
 * Set only while sign-ups are by invitation.
 */
import { Duration, Effect } from "effect"
import { clearedCookie, cookieIn, type HostCookieName, hostCookie } from "~/effects/base/remix/cookies.server"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { isInvitationCode } from "../SignupInvitations.server"
import { SignupModes } from "../SignupModes.server"

const COOKIE: HostCookieName = "__Host-invitation"
const LIFE = Duration.days(7)

/** Undefined without one. */
export const invitationIn = (request: Request): string | undefined => {
  const code = cookieIn(request.headers.get("Cookie") ?? "", COOKIE)
  return code !== undefined && isInvitationCode(code) ? code : undefined
}

/** Stores the code of the link (?invite=) that led here; returns it, or the one of an earlier link. */
export const rememberInvitation = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const held = invitationIn(request)
  const code = new URL(request.url).searchParams.get("invite") ?? ""
  if (code === held || !isInvitationCode(code)) return held
  const { mode } = yield* (yield* SignupModes).current
  if (mode !== "invitation") return held
  const headers = yield* ReplyHeaders
  headers.append("Set-Cookie", hostCookie(COOKIE, code, Duration.toSeconds(LIFE)))
  return code
})

/** After the sign-up. */
export const forgetInvitation = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  if (invitationIn(request) === undefined) return
  const headers = yield* ReplyHeaders
  headers.append("Set-Cookie", clearedCookie(COOKIE))
})

/** For a layout around pages that invitations lead to. */
export const rememberingInvitation = <A, E, R>(layout: Effect.Effect<A, E, R>) =>
  Effect.zipLeft(layout, rememberInvitation)
