/** Cookies of this site. Pure. Each of them is bound to the host, sent over TLS only and not readable by scripts. */
import { Option } from "effect"

/** The name's prefix makes browsers insist on Secure, on Path=/ and on no Domain (docs/product/safety.md). */
export type HostCookieName = `__Host-${string}`

const attributes = "Path=/; Secure; HttpOnly; SameSite=Lax"

/** One value of a Cookie header: the first if a name occurs twice. */
export const cookieIn = (header: string, name: HostCookieName): string | undefined => {
  for (const pair of header.split(";")) {
    const split = pair.indexOf("=")
    if (split > 0 && pair.slice(0, split).trim() === name) return pair.slice(split + 1).trim()
  }
  return undefined
}

export const readCookie = (request: Request, name: HostCookieName): Option.Option<string> =>
  Option.fromNullable(cookieIn(request.headers.get("Cookie") ?? "", name))

/** A cookie that contains one of our random tokens (64 hex digits). Anything else is treated as absent. */
export const tokenIn = (header: string, name: HostCookieName): Option.Option<string> =>
  Option.filter(Option.fromNullable(cookieIn(header, name)), (value) => /^[0-9a-f]{64}$/.test(value))

export const readToken = (request: Request, name: HostCookieName): Option.Option<string> =>
  tokenIn(request.headers.get("Cookie") ?? "", name)

export const hostCookie = (name: HostCookieName, value: string, maxAgeSeconds: number): string =>
  `${name}=${value}; ${attributes}; Max-Age=${maxAgeSeconds}`

export const clearedCookie = (name: HostCookieName): string => hostCookie(name, "", 0)
