/**
 * Refuses requests that no route should see: unknown methods, writes from another site, bodies without a stated length
 * or above the limit, undecodable addresses. Pure.
 */
import { LIST_TOO_LARGE } from "~/effects/base/lists/sheetWords"
import { canDecode, MAX_PARTS, partsOf } from "~/effects/base/text/markdown/hrefs"
import { hasControls } from "~/effects/base/text/plain"

export interface Incoming {
  readonly method: string
  /** Path and query as they were received. */
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
/**
 * Bytes of a page's form or an API body; uploads have their own limit, a little above the one that the route reports.
 */
export const BODY_LIMIT = MIB / 2
const UPLOAD_LIMIT = 16 * MIB
/** Up to this size the page itself refuses a list with a message. */
const LIST_LIMIT = 4 * MIB
const MAX_URL_LENGTH = 8_192
/**
 * Limit for all paths together that a browser requests from the router at a time: each path costs as many look-ups as
 * it has segments.
 */
const MAX_PARTS_ASKED = 1_024

/** The files of an expense, 10 MiB together, or a file that is attached to a post, and the texts of their forms. */
const DOCUMENTS_LIMIT = 11 * MIB

export type FilesFor = "picture" | "ballots" | "list" | "documents"

/**
 * File sizes that paths accept: pictures, a ballot file to check of 10 MiB (docs/product/publishing.md), a list of
 * payments or members of 3 MiB (docs/product/treasury.md#the-list), the receipts of an expense, or a file that is
 * attached to a post.
 */
export const filesFor = (path: string): FilesFor | undefined => {
  if (path.startsWith("/api/image-upload/base")) return "picture"
  if (/^\/verify(\.data)?$/.test(path)) return "ballots"
  const [, page] =
    /^\/community\/detail\/[^/]+\/(tokenDistribution|members|expenses|discussion|proposals|annissue)(?:\.data)?$/.exec(
      path
    ) ?? []
  if (page === undefined) return undefined
  return page === "tokenDistribution" || page === "members" ? "list" : "documents"
}
const LIMITS = {
  picture: UPLOAD_LIMIT,
  ballots: UPLOAD_LIMIT,
  list: LIST_LIMIT,
  documents: DOCUMENTS_LIMIT
} satisfies Record<FilesFor, number>
const limitFor = (path: string) => {
  const kind = filesFor(path)
  return kind === undefined ? BODY_LIMIT : LIMITS[kind]
}

/**
 * The path as the router will see it, with `..` resolved; undefined if it is not a valid path. The raw path is checked
 * before anything is resolved, because built files are looked up by it.
 */
export const pathOf = (url: string): string | undefined => {
  const address = `http://own.invalid${url}`
  if (!url.startsWith("/") || !canDecode(url.split(/[?#]/, 1)[0] ?? "") || !URL.canParse(address)) return undefined
  return new URL(address).pathname
}

/** The paths that a browser requests from the router (`/__manifest`), written as in links. */
const pathsAsked = (path: string, query: URLSearchParams) => (path === "/__manifest" ? query.getAll("p") : [])

/** The router itself refuses longer requests without a message. Includes the origin, which counts. */
const MAX_MANIFEST_URL = 7_680

/** A request without paths is pointless: browsers never send one. */
const isNoQuestion = (path: string, asked: ReadonlyArray<string>) => path === "/__manifest" && asked.length === 0

/** The router matches every prefix of every requested path. */
const isTooDeep = (path: string, asked: ReadonlyArray<string>): boolean => {
  const parts = [path, ...asked].map(partsOf)
  return parts.some((n) => n > MAX_PARTS) || parts.reduce((sum, n) => sum + n, 0) > MAX_PARTS_ASKED
}

/** Everything after the first question mark; another one is part of a value. */
const queryOf = (url: string) => new URLSearchParams(url.includes("?") ? url.slice(url.indexOf("?") + 1) : "")

/** Values of searches and links end up in statements, so control characters are refused. */
const isPlain = (query: URLSearchParams): boolean => ![...query].flat().some(hasControls)

/**
 * The router's former format for requesting one route's data. It is no longer used, and would be answered without our
 * error format.
 */
const asksTheRouter = (query: URLSearchParams) => query.has("_data")

/**
 * A write is accepted as our own only if the browser says so; a request without that header is refused
 * (docs/product/safety.md).
 */
const isOurOwn = (incoming: Incoming, appOrigin: string) =>
  incoming.origin === undefined ? incoming.fetchSite === "same-origin" : incoming.origin === appOrigin

/** Local mode's endpoints stand in for other machines, which have no page to send from. */
const isOutsideDoor = (path: string) => __LOCAL__ && path.startsWith("/local/")

/** Posts that come from outside by design: browsers' own reports, and mail programs that unsubscribe (RFC 8058). */
const isFromOutside = (path: string) =>
  path === "/api/csp-report" || /^\/leave\/(?:[a-z2-7]{16}|[a-z2-7]{32})$/.test(path)

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
  // The router would write a log line for each prefix of such a path.
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
    const message = filesFor(path) === "list" ? LIST_TOO_LARGE : "The request is too large."
    return { status: 413, code: "E-SIZE", message }
  }
  return undefined
}
