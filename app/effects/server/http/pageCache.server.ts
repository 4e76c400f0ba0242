/**
 * Rendered public pages, kept for a minute and shared by visitors without a session (docs/goals.md A10).
 *
 * A page is rendered from a request of our own making, so nothing a visitor sent can get into what others see.
 */
import { type CachedPage, lifeOfPage, type PageRequest, cachedPage as pageFor } from "./pageCache"
import {
  isWhole,
  makeRenderedPages,
  type Render,
  type RenderedPage,
  type RenderedPages,
  type StoreOptions
} from "./renderedPages.server"

/** For a server. */
export const PAGE_BYTES = 32 * 1_048_576

const HTML = /^text\/html/
/** Packed once a minute for everybody. */
const LEVEL = 9

export interface PageCache {
  /** The page that answers the request, where it is kept. */
  readonly kept: (request: PageRequest) => RenderedPage | undefined
  /** The page that answers the request; undefined where the router has to. */
  readonly find: (
    request: PageRequest,
    render: (page: CachedPage, ...with_: Parameters<Render>) => Promise<Response>
  ) => Promise<RenderedPage | undefined>
  readonly clear: RenderedPages["clear"]
}

export const makePageCache = (options: StoreOptions): PageCache => {
  const pages = makeRenderedPages(options, { level: LEVEL, mayKeep: (response) => isWhole(response, HTML) })
  const keyOf = ({ path, theme }: CachedPage) => `${theme} ${path}`
  return {
    kept: (request) => {
      const wanted = pageFor(request)
      return wanted && pages.kept({ key: keyOf(wanted), stamp: "" })
    },
    find: async (request, render) => {
      const wanted = pageFor(request)
      if (wanted === undefined) return undefined
      return pages.find(
        { key: keyOf(wanted), stamp: "", since: options.now(), lifeOf: () => lifeOfPage(wanted.path) },
        (gap, shownOnce) => render(wanted, gap, shownOnce)
      )
    },
    clear: pages.clear
  }
}
