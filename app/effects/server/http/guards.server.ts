/**
 * What no route should ever see, refused in one place: unknown methods, writes from another site, bodies without a
 * stated length or above the limit, addresses that cannot be decoded. Pure.
 */
import { canDecode, MAX_PARTS, partsOf } from "~/effects/base/text/ownPath"
import { hasControls } from "~/effects/base/text/plain"

export interface Incoming {
  readonly method: string
  /** Path and query as they came. */
  readonly url: string
  readonly origin: string | undefined
  readonly fetchSite: string | undefined
  readonly contentLength: string | undefined
  readonly transferEncoding: string | undefined
}

export interface GuardRefusal {
  readonly status: number
  readonly code: string
  readonly message: string
  /** Whole seconds. */
  readonly retryAfter?: number | undefined
}

const READS = new Set(["GET", "HEAD"])
const WRITES = new Set(["POST", "PUT", "PATCH", "DELETE"])

const MIB = 1_048_576
/** Bytes. A page's form or an API body; uploads get their own, a little above what the route then checks in words. */
export const BODY_LIMIT = MIB / 2
const UPLOAD_LIMIT = 16 * MIB
/** A list is refused in words by its page up to here. */
const LIST_LIMIT = 4 * MIB
const MAX_URL_LENGTH = 8_192
/** Of all paths together that a browser asks the router for at once: each is looked up as often as it has parts. */
const MAX_PARTS_ASKED = 1_024

export type FilesFor = "picture" | "ballots" | "list"

/**
 * What files a path takes: pictures, a ballot file to be checked, of 10 MiB (docs/product/publishing.md, 3.6.2), or a list
 * of payments of 1 MiB (R-T2).
 */
export const filesFor = (path: string): FilesFor | undefined => {
  if (path.startsWith("/api/image-upload/base")) return "picture"
  if (/^\/verify(\.data)?$/.test(path)) return "ballots"
  return /^\/community\/detail\/[^/]+\/tokenDistribution(\.data)?$/.test(path) ? "list" : undefined
}
const LIMITS = { picture: UPLOAD_LIMIT, ballots: UPLOAD_LIMIT, list: LIST_LIMIT } satisfies Record<FilesFor, number>
const limitFor = (path: string) => {
  const kind = filesFor(path)
  return kind === undefined ? BODY_LIMIT : LIMITS[kind]
}

/**
 * The path as the router will see it, steps upwards resolved; undefined where it is no path of a site. The path is judged
 * as it came, before anything is resolved: built files are looked for under that one.
 */
export const pathOf = (url: string): string | undefined => {
  const address = `http://own.invalid${url}`
  if (!url.startsWith("/") || !canDecode(url.split(/[?#]/, 1)[0] ?? "") || !URL.canParse(address)) return undefined
  return new URL(address).pathname
}

/** The paths that a browser asks the router for (`/__manifest`), as links are written. */
const pathsAsked = (path: string, query: URLSearchParams) => (path === "/__manifest" ? query.getAll("p") : [])

/** Longer questions for the router's parts it refuses itself, without a word. With the origin, as it counts. */
const MAX_MANIFEST_URL = 7_680

/** Whoever asks for no path asks for nothing: a browser never does. */
const isNoQuestion = (path: string, asked: ReadonlyArray<string>) => path === "/__manifest" && asked.length === 0

/** The router matches each beginning of each path that it is asked for. */
const isTooDeep = (path: string, asked: ReadonlyArray<string>): boolean => {
  const parts = [path, ...asked].map(partsOf)
  return parts.some((n) => n > MAX_PARTS) || parts.reduce((sum, n) => sum + n, 0) > MAX_PARTS_ASKED
}

/** All behind the first question mark: another one is part of a value. */
const queryOf = (url: string) => new URLSearchParams(url.includes("?") ? url.slice(url.indexOf("?") + 1) : "")

/** What a search or a link carries ends in statements: control characters are no part of any of it. */
const isPlain = (query: URLSearchParams): boolean => ![...query].flat().some(hasControls)

/** The router's former way to ask for one route's data. Nobody asks so any more, and it would answer in its own words. */
const asksTheRouter = (query: URLSearchParams) => query.has("_data")

/**
 * A write counts as our own when the browser says so; a request that says nothing is refused (docs/product/safety.md,
 * B10).
 */
const isOurOwn = (incoming: Incoming, appOrigin: string) =>
  incoming.origin === undefined ? incoming.fetchSite === "same-origin" : incoming.origin === appOrigin

/** The doors of local mode stand in for other machines, which have no page to come from. */
const isOutsideDoor = (path: string) => __LOCAL__ && path.startsWith("/local/")

/** Posts that come from outside by design: a browser's own reports, and mail programs that leave letters (RFC 8058). */
const isFromOutside = (path: string) => path === "/api/csp-report" || /^\/leave\/[a-z2-7]{32}$/.test(path)

const unreadable: GuardRefusal = { status: 400, code: "E-ADDRESS", message: "The address cannot be read." }
const tooLong: GuardRefusal = { status: 414, code: "E-ADDRESS", message: "The address is too long." }

export const guard = (incoming: Incoming, appOrigin: string): GuardRefusal | undefined => {
  if (!READS.has(incoming.method) && !WRITES.has(incoming.method)) {
    return { status: 405, code: "E-METHOD", message: "This method is not supported." }
  }
  if (incoming.url.length > MAX_URL_LENGTH) return tooLong
  const path = pathOf(incoming.url)
  const query = queryOf(incoming.url)
  if (path === undefined || asksTheRouter(query) || !isPlain(query)) return unreadable
  const asked = pathsAsked(path, query)
  // The router would tell the log of each beginning of such a path.
  if (isNoQuestion(path, asked) || !asked.every(canDecode)) return unreadable
  if (isTooDeep(path, asked)) return tooLong
  if (path === "/__manifest" && appOrigin.length + incoming.url.length > MAX_MANIFEST_URL) return tooLong
  if (READS.has(incoming.method)) return undefined
  if (incoming.method !== "POST" && !path.startsWith("/api/")) {
    return { status: 405, code: "E-METHOD", message: "This method is not supported here." }
  }
  if (!isOutsideDoor(path) && !isFromOutside(path) && !isOurOwn(incoming, appOrigin)) {
    return {
      status: 403,
      code: "E-ORIGIN",
      message: "This request did not come from a page of this site. Open the site and try again."
    }
  }
  if (incoming.transferEncoding !== undefined) {
    return { status: 411, code: "E-LENGTH", message: "State the length of the request (Content-Length)." }
  }
  if (Number(incoming.contentLength ?? 0) > limitFor(path)) {
    return { status: 413, code: "E-SIZE", message: "The request is too large." }
  }
  return undefined
}
