/**
 * Cache of rendered public pages: each is used for a minute by all visitors without a session.
 *
 * A page is rendered with a random text in place of the nonce; every response inserts its own nonce. Only complete,
 * successful pages without cookies are cached; the request that triggered the rendering gets the response in any case.
 * Pages for visitors contain nothing that is valid only once: no form keys, no ids of drafts. A page's entity tag is
 * computed without the nonce, so that it is the same on every server, and a browser that has the page need not load it
 * again.
 */
import { sha256 } from "~/effects/base/text/random.server"
import type { Freshness } from "./freshness.server"
import { type CachedPage, lifeOfPage, type PageRequest, cachedPage as pageFor } from "./pageCache"

/** Sizes for a server. */
export const PAGE_BYTES = 32 * 1_048_576

export interface RenderedPage {
  readonly status: number
  /** All headers except those about the body's length and encoding. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  /** The text between the places of the nonce: at least one part. */
  readonly text: ReadonlyArray<string>
  /** Its entity tag, for pages that are the same for the next visitor. */
  readonly tag?: string
}

interface StoredPage extends RenderedPage {
  /** Bytes of the text in memory. */
  readonly bytes: number
  /** Time on the clock of `now`. */
  readonly until: number
}

export interface PageCacheOptions {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  /** Returns a new unguessable text at every call, which must be safe in an HTML attribute. */
  readonly makeGap: () => string
  readonly maxBytes: number
  readonly freshness: Pick<Freshness, "isFresh" | "refresh">
  /** Further input of the response's headers, included in a page's tag. */
  readonly salt?: string
}

/** Renders the page with `gap` as its nonce. */
export type Render = (page: CachedPage, gap: string) => Promise<Response>

export interface PageCache {
  /** The cached page for the request, if any. */
  readonly cached: (request: PageRequest) => RenderedPage | undefined
  /**
   * The cached page for the request, or a newly rendered one; undefined if the router must respond. One request at a
   * time renders a page: those that arrive meanwhile wait, and get undefined if it could not be cached.
   */
  readonly find: (request: PageRequest, render: Render) => Promise<RenderedPage | undefined>
  /** Clears the cache, including renderings in progress. */
  readonly clear: () => void
}

/** Maximum bytes per character of a text in memory. */
const BYTES_EACH = 2

const TAG_LENGTH = 32

const OF_THE_BODY = new Set(["content-length", "content-encoding", "transfer-encoding"])

/** Whether the page is successful and the same for the next visitor. */
const isCacheable = ({ headers, status }: Response): boolean =>
  status === 200 && !headers.has("set-cookie") && (headers.get("content-type") ?? "").startsWith("text/html")

const keyOf = ({ path, theme }: CachedPage) => `${theme} ${path}`

/** As many pages as fit into memory; the oldest are removed first. */
class PageStore {
  readonly #pages = new Map<string, StoredPage>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(key: string): StoredPage | undefined {
    return this.#pages.get(key)
  }

  /** Replaces an earlier page. A page that is too large on its own is not cached. */
  put(key: string, page: StoredPage): void {
    this.#drop(key)
    if (page.bytes > this.#maxBytes) return
    this.#pages.set(key, page)
    this.#bytes += page.bytes
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.#drop(oldest)
    }
  }

  clear(): void {
    this.#pages.clear()
    this.#bytes = 0
  }

  #drop(key: string): void {
    this.#bytes -= this.#pages.get(key)?.bytes ?? 0
    this.#pages.delete(key)
  }
}

/** A weak tag: two responses differ by their nonces (RFC 9110, 8.8.1). */
const tagOf = (text: ReadonlyArray<string>, salt: string) =>
  `W/"${sha256(`${salt}\n${text.join("")}`).slice(0, TAG_LENGTH)}"`

export const makePageCache = ({ freshness, makeGap, maxBytes, now, salt = "" }: PageCacheOptions): PageCache => {
  const pages = new PageStore(maxBytes)
  /** Returns the page if it was cached. */
  const underWay = new Map<string, Promise<RenderedPage | undefined>>()
  let generation = 0

  const renderNow = async (wanted: CachedPage, render: Render) => {
    const [begun, gap, since] = [generation, makeGap(), now()]
    const response = await render(wanted, gap)
    const text = await response.text()
    const parts = text.split(gap)
    const page: StoredPage = {
      status: response.status,
      headers: [...response.headers].filter(([name]) => !OF_THE_BODY.has(name)),
      text: parts,
      ...(isCacheable(response) && { tag: tagOf(parts, salt) }),
      bytes: text.length * BYTES_EACH,
      until: since + lifeOfPage(wanted.path)
    }
    const isCached = isCacheable(response) && begun === generation
    if (isCached) pages.put(keyOf(wanted), page)
    return { page, isCached }
  }

  const good = (wanted: CachedPage) => {
    const found = pages.get(keyOf(wanted))
    return found !== undefined && now() < found.until ? found : undefined
  }

  return {
    cached: (request) => {
      const wanted = pageFor(request)
      const found = wanted && good(wanted)
      return found !== undefined && freshness.isFresh() ? found : undefined
    },
    find: async (request, render) => {
      const wanted = pageFor(request)
      if (wanted === undefined) return undefined
      if (!freshness.isFresh()) await freshness.refresh()
      const key = keyOf(wanted)
      const waitFor = good(wanted) ?? underWay.get(key)
      if (waitFor !== undefined) return waitFor
      const rendering = renderNow(wanted, render)
      const ending = rendering.then(
        ({ isCached, page }) => (isCached ? page : undefined),
        () => undefined
      )
      underWay.set(key, ending)
      return rendering
        .then(({ page }) => page)
        .finally(() => {
          if (underWay.get(key) === ending) underWay.delete(key)
        })
    },
    clear: () => {
      generation += 1
      pages.clear()
      underWay.clear()
    }
  }
}
