/**
 * Rendered public pages, kept for a minute and shared by visitors without a session (docs/goals.md A10).
 *
 * A page is rendered with a random text in place of the nonce; every answer puts its own nonce there. Only whole, good
 * pages without cookies are kept; the request that had one rendered gets the answer whatever it is. Pages for visitors
 * hold nothing else that is good for one showing: no form keys, no ids of drafts. A page's tag names its text without
 * the nonce, so that it is the same on every server, and a browser that has the page need not get it again.
 */
import { sha256 } from "~/effects/base/text/random.server"
import type { Freshness } from "./freshness.server"
import { type CachedPage, lifeOfPage, type PageRequest, cachedPage as pageFor } from "./pageCache"

/** For a server. */
export const PAGE_BYTES = 32 * 1_048_576

export interface RenderedPage {
  readonly status: number
  /** All but those about the body's length and form. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  /** The text around the places where each answer has its nonce: at least one. */
  readonly text: ReadonlyArray<string>
  /** Its entity tag, for pages that are the same for the next visitor. */
  readonly tag?: string
}

interface Kept extends RenderedPage {
  /** Of the text, in memory. */
  readonly bytes: number
  /** On the clock of `now`. */
  readonly until: number
}

export interface PageCacheOptions {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** A new text at every call that nobody can guess. It goes into an HTML attribute as it is. */
  readonly makeGap: () => string
  readonly maxBytes: number
  readonly freshness: Pick<Freshness, "isFresh" | "look">
  /** What else an answer's headers depend on: a page's tag changes with it. */
  readonly salt?: string
}

/** Renders the page with `gap` as its nonce. */
export type Render = (page: CachedPage, gap: string) => Promise<Response>

export interface PageCache {
  /** The page that answers the request, where it is kept. */
  readonly kept: (request: PageRequest) => RenderedPage | undefined
  /**
   * The page that answers the request, rendered where none is kept; undefined where the router has to answer. One
   * request at a time renders a page: those that come meanwhile wait, and get undefined where it could not be kept.
   */
  readonly find: (request: PageRequest, render: Render) => Promise<RenderedPage | undefined>
  /** Forgets everything, renderings under way included. */
  readonly clear: () => void
}

/** Of a character of a text in memory, at most. */
const BYTES_EACH = 2

const TAG_LENGTH = 32

const OF_THE_BODY = new Set(["content-length", "content-encoding", "transfer-encoding"])

/** A good page that is the same for the next visitor. */
const mayKeep = ({ headers, status }: Response): boolean =>
  status === 200 && !headers.has("set-cookie") && (headers.get("content-type") ?? "").startsWith("text/html")

const keyOf = ({ path, theme }: CachedPage) => `${theme} ${path}`

/** Pages in memory, as many as fit: the oldest go first. */
class PageStore {
  readonly #pages = new Map<string, Kept>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(key: string): Kept | undefined {
    return this.#pages.get(key)
  }

  /** In place of an earlier one. A page that is too large by itself is not kept. */
  put(key: string, page: Kept): void {
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

/** Weak: two answers differ by their nonces (RFC 9110, 8.8.1). */
const tagOf = (text: ReadonlyArray<string>, salt: string) =>
  `W/"${sha256(`${salt}\n${text.join("")}`).slice(0, TAG_LENGTH)}"`

export const makePageCache = ({ freshness, makeGap, maxBytes, now, salt = "" }: PageCacheOptions): PageCache => {
  const pages = new PageStore(maxBytes)
  /** Ends with the page where it was kept. */
  const underWay = new Map<string, Promise<RenderedPage | undefined>>()
  let generation = 0

  const renderNow = async (wanted: CachedPage, render: Render) => {
    const [begun, gap, since] = [generation, makeGap(), now()]
    const response = await render(wanted, gap)
    const text = await response.text()
    const parts = text.split(gap)
    const page: Kept = {
      status: response.status,
      headers: [...response.headers].filter(([name]) => !OF_THE_BODY.has(name)),
      text: parts,
      ...(mayKeep(response) && { tag: tagOf(parts, salt) }),
      bytes: text.length * BYTES_EACH,
      until: since + lifeOfPage(wanted.path)
    }
    const isKept = mayKeep(response) && begun === generation
    if (isKept) pages.put(keyOf(wanted), page)
    return { page, isKept }
  }

  const good = (wanted: CachedPage) => {
    const found = pages.get(keyOf(wanted))
    return found !== undefined && now() < found.until ? found : undefined
  }

  return {
    kept: (request) => {
      const wanted = pageFor(request)
      const found = wanted && good(wanted)
      return found !== undefined && freshness.isFresh() ? found : undefined
    },
    find: async (request, render) => {
      const wanted = pageFor(request)
      if (wanted === undefined) return undefined
      if (!freshness.isFresh()) await freshness.look()
      const key = keyOf(wanted)
      const waitFor = good(wanted) ?? underWay.get(key)
      if (waitFor !== undefined) return waitFor
      const rendering = renderNow(wanted, render)
      const ending = rendering.then(
        ({ isKept, page }) => (isKept ? page : undefined),
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
