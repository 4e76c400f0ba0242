/**
 * Which requests a cached page can serve, and which invalidate pages. Pure.
 *
 * All visitors without a session see the same: the page depends only on its path and the theme. Everything else (a
 * session, a query, a guarded page, a method that writes) goes to the router.
 */
import { PUBLIC_PAGES } from "~/effects/publishing/articles/links"
import { type Theme, themeFromCookie } from "~/effects/publishing/site/theme"

export interface PageRequest {
  readonly method: string
  /** Path and query as they were received. */
  readonly url: string
  readonly cookie: string | undefined
}

export interface CachedPage {
  readonly path: string
  readonly theme: Theme
}

/** The sign-up page is the same for everyone until its scripts run. */
const pages = new Set<string>([...PUBLIC_PAGES, "/signup", "/temp"])
const below = /^\/(explore|resources)\/[a-z0-9-]{1,60}$/
/** A vote's result changes, and it closes automatically. */
const votes = /^\/explore\/[a-z0-9-]{1,60}\/proposals\/[1-9]\d{0,8}$/

/** Milliseconds. */
export const PAGE_LIFE = 60_000
const VOTE_LIFE = 2_000
/** Longest time that a page is cached. */
export const lifeOfPage = (path: string): number => (votes.test(path) ? VOTE_LIFE : PAGE_LIFE)

/** Prefix of every cookie that may identify the visitor (cookies.server.ts). */
const namesSomebody = (cookie: string) => cookie.includes("__Host-")

/** The shared page for this request; undefined if there is none. */
export const cachedPage = ({ cookie = "", method, url }: PageRequest): CachedPage | undefined => {
  if ((method !== "GET" && method !== "HEAD") || namesSomebody(cookie)) return undefined
  if (!pages.has(url) && !below.test(url) && !votes.test(url)) return undefined
  return { path: url, theme: themeFromCookie(cookie) }
}

/** The route of a shared page. */
export const sharedRoute = (path: string): string => {
  if (pages.has(path)) return path
  if (votes.test(path)) return "/explore/:slug/proposals/:n"
  return path.startsWith("/explore/") ? "/explore/:slug" : "/resources/:id"
}

/**
 * Writes that change nothing that a visitor without a session can see: the theme, checks, signing in and out, reports.
 */
const unseen = /^\/(verify)?(\?.*)?$|^\/api\/(csp-report|wallet\/)/

/** Whether pages rendered before this request may be outdated after it. */
export const changesPages = ({ method, url }: Pick<PageRequest, "method" | "url">): boolean =>
  method !== "GET" && method !== "HEAD" && !unseen.test(url)

/**
 * Whether the writer has a session and so does not see the shared pages. Members' votes and comments come by the
 * hundred: for them the shared pages are invalidated at most twice a second (server.ts).
 */
export const isUnshared = ({ cookie = "" }: Pick<PageRequest, "cookie">): boolean => namesSomebody(cookie)

/** True if the browser accepts this encoding by name. A quality of zero means that it does not. */
export const takesEncoding = (encoding: "br" | "gzip", acceptEncoding = ""): boolean =>
  acceptEncoding.split(",").some((part) => {
    const [name = "", ...parameters] = part.split(";").map((each) => each.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

/** Whether a condition names this tag; weak and strong tags match (RFC 9110, 13.1.2). */
export const matchesTag = (ifNoneMatch = "", tag: string): boolean =>
  ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((part) => weak(part.trim()) === weak(tag))

const weak = (tag: string) => tag.replace(/^W\//, "")
