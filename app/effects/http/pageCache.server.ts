/**
 * Rendered public pages, kept for a minute and shared by visitors without a session (quality A10).
 *
 * A page is rendered from a request of our own making, so nothing a visitor sent can get into what others see. It is
 * rendered with a random text in place of the nonce, and every answer puts its own nonce there. Only whole, good pages
 * without cookies are kept; whoever asked first gets the answer whatever it is.
 */
import { type CachedPage, type PageRequest, cachedPage as pageFor } from "./pageCache"
import { makePageBody, type PageBody } from "./pageCacheBody.server"

/** Milliseconds. */
export const PAGE_LIFE = 60_000
/** For a server. */
export const PAGE_BYTES = 32 * 1_048_576

export interface RenderedPage {
  readonly status: number
  /** All but those about the body's length and form. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: PageBody
}

interface Kept extends RenderedPage {
  readonly renderedAt: number
}

interface Options {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** A new text at every call that nobody can guess. It goes into an HTML attribute as it is. */
  readonly makeGap: () => string
  readonly maxBytes: number
}

export interface PageCache {
  /**
   * The page that answers the request, rendered by `render` where none is kept; undefined where the router has to
   * answer. `render` is called by one request at a time for each page: those who come meanwhile wait for it.
   */
  readonly find: (
    request: PageRequest,
    render: (page: CachedPage, gap: string) => Promise<Response>
  ) => Promise<RenderedPage | undefined>
  /** Forgets everything, renderings under way included. */
  readonly clear: () => void
}

const OF_THE_BODY = new Set(["content-length", "content-encoding", "transfer-encoding"])

const mayKeep = (response: Response) =>
  response.status === 200 &&
  !response.headers.has("set-cookie") &&
  response.headers.get("content-type")?.startsWith("text/html") === true

export const makePageCache = ({ makeGap, maxBytes, now }: Options): PageCache => {
  /** Oldest first. */
  const kept = new Map<string, Kept>()
  /** Ends with true where the page was kept. */
  const underWay = new Map<string, Promise<boolean>>()
  let bytes = 0
  let generation = 0

  const forget = (key: string) => {
    bytes -= kept.get(key)?.body.size ?? 0
    kept.delete(key)
  }
  const keep = (key: string, page: Kept) => {
    forget(key)
    kept.set(key, page)
    bytes += page.body.size
    for (const oldest of kept.keys()) {
      if (bytes <= maxBytes) return
      forget(oldest)
    }
  }
  const fresh = (key: string) => {
    const page = kept.get(key)
    return page !== undefined && now() - page.renderedAt < PAGE_LIFE ? page : undefined
  }

  const renderNow = async (
    key: string,
    render: (gap: string) => Promise<Response>
  ): Promise<RenderedPage & { readonly isKept: boolean }> => {
    const [begun, renderedAt, gap] = [generation, now(), makeGap()]
    const response = await render(gap)
    const headers = [...response.headers].filter(([name]) => !OF_THE_BODY.has(name))
    const page = { status: response.status, headers, body: makePageBody(await response.text(), gap), renderedAt }
    const isKept = mayKeep(response) && begun === generation
    if (isKept) keep(key, page)
    return { ...page, isKept }
  }

  return {
    find: async (request, render) => {
      const wanted = pageFor(request)
      if (wanted === undefined) return undefined
      const key = `${wanted.theme} ${wanted.path}`
      const found = fresh(key)
      if (found !== undefined) return found

      const waitFor = underWay.get(key)
      if (waitFor !== undefined) return (await waitFor) ? fresh(key) : undefined
      const rendering = renderNow(key, (gap) => render(wanted, gap))
      const ending = rendering.then(
        ({ isKept }) => isKept,
        () => false
      )
      underWay.set(key, ending)
      return rendering.finally(() => {
        if (underWay.get(key) === ending) underWay.delete(key)
      })
    },
    clear: () => {
      generation += 1
      bytes = 0
      kept.clear()
      underWay.clear()
    }
  }
}
