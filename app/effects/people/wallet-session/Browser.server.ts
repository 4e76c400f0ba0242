/**
 * The browser session: identifies a browser before anyone signs in.
 *
 * Challenges, one-time codes and upload signatures are made for one browser and do not work in another. The cookie is
 * set with the first of them, so a visitor who only reads has none.
 */
import { Duration, Effect, Option } from "effect"
import { hostCookie, readToken } from "~/effects/base/remix/cookies.server"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { randomToken, sha256 } from "~/effects/base/text/random.server"

export const BROWSER_COOKIE = "__Host-browser"
const BROWSER_LIFE = Duration.days(30)

/** Tokens created during a request, so that one request sets one cookie. */
const made = new WeakMap<object, string>()

/** SHA-256 of the browser's token, as hex. Sets the cookie on the response if the browser has none yet. */
export const browserHash: Effect.Effect<string, never, RouteArgs | ReplyHeaders> = Effect.gen(function* () {
  const { context, request } = yield* RouteArgs
  const held = readToken(request, BROWSER_COOKIE)
  if (Option.isSome(held)) return sha256(held.value)

  const fresh = yield* randomToken
  const token = made.get(context) ?? fresh
  if (token === fresh) {
    made.set(context, token)
    const headers = yield* ReplyHeaders
    headers.append("Set-Cookie", hostCookie(BROWSER_COOKIE, token, Duration.toSeconds(BROWSER_LIFE)))
  }
  return sha256(token)
})
