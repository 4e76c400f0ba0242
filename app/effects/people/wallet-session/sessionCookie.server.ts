import { Option } from "effect"
import { cookieIn, tokenIn } from "~/effects/base/remix/cookies.server"
import { SIGNED_OUT_COOKIE } from "./signedOutCookie"

export const SESSION_COOKIE = "__Host-session"

const isSignedOut = (cookie: string): boolean => cookieIn(cookie, SIGNED_OUT_COOKIE) !== undefined

/**
 * The session token of a Cookie header, if it can be one of ours. None if the person has signed out in this browser.
 */
export const tokenOfCookie = (cookie: string): Option.Option<string> =>
  isSignedOut(cookie) ? Option.none() : tokenIn(cookie, SESSION_COOKIE)

/** The token that the browser still has, for ending its session. */
export const heldTokenOf = (cookie: string): Option.Option<string> => tokenIn(cookie, SESSION_COOKIE)
