import type { Option } from "effect"
import { tokenIn } from "~/effects/base/remix/cookies.server"

export const SESSION_COOKIE = "__Host-session"

/** The session token of a Cookie header, if it can be one of ours. */
export const tokenOfCookie = (cookie: string): Option.Option<string> => tokenIn(cookie, SESSION_COOKIE)
