/**
 * Rendered pages that are kept to be sent again: the machinery under the public pages (pageCache.server.ts) and those
 * of people who are signed in (personalPages.server.ts).
 *
 * A page is rendered with a random text in place of the nonce, and with ids that are good for one showing
 * (shownOnce.server.ts). Every answer puts its own nonce and new ids there. Only whole, good pages without cookies are
 * kept; whoever asked first gets the answer whatever it is.
 */
import type { ShownOnce } from "~/effects/base/remix/RequestContext"
import { makePageBody, type PageBody } from "./pageCacheBody.server"

export interface RenderedPage {
  readonly status: number
  /** All but those about the body's length and form. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: PageBody
  /** For the body's gaps: this nonce, and new ids. */
  readonly fills: (nonce: string) => ReadonlyArray<string>
}

interface Kept extends RenderedPage {
  readonly stamp: string
  /** On the clock of `now`. */
  readonly until: number
}

export interface Wanted {
  /** Whose page, and which. */
  readonly key: string
  /** What must be as it was when the page was rendered. */
  readonly stamp: string
  /** On the clock of `now`: when what the page is made of was true. */
  readonly since: number
  /** Milliseconds from then for which this text may be shown. */
  readonly lifeOf: (text: string) => number
}

/** Renders the page with `gap` as its nonce, and notes in `shownOnce` what no second showing may have. */
export type Render = (gap: string, shownOnce: Array<ShownOnce>) => Promise<Response>

export interface StoreOptions {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** A new text at every call that nobody can guess. It goes into an HTML attribute as it is. */
  readonly makeGap: () => string
  readonly maxBytes: number
}

interface Shape {
  /** How hard zlib tries. */
  readonly level: number
  readonly mayKeep: (response: Response, text: string, shownOnce: ReadonlyArray<ShownOnce>) => boolean
}

export interface RenderedPages {
  /** The page as it is wanted, where it is kept. */
  readonly kept: (wanted: Pick<Wanted, "key" | "stamp">) => RenderedPage | undefined
  /**
   * The page as it is wanted, rendered where none is kept. One request at a time renders it: those who come meanwhile
   * wait, and get undefined where it could not be kept.
   */
  readonly find: (wanted: Wanted, render: Render) => Promise<RenderedPage | undefined>
  /** Forgets everything, renderings under way included. */
  readonly clear: () => void
}

const OF_THE_BODY = new Set(["content-length", "content-encoding", "transfer-encoding"])

/** A good answer that is the same for whoever asks next: of one of these types, without cookies. */
export const isWhole = (response: Response, types: RegExp): boolean =>
  response.status === 200 &&
  !response.headers.has("set-cookie") &&
  types.test(response.headers.get("content-type") ?? "")

export const makeRenderedPages = (
  { makeGap, maxBytes, now }: StoreOptions,
  { level, mayKeep }: Shape
): RenderedPages => {
  /** Oldest first. */
  const kept = new Map<string, Kept>()
  /** Ends with the page where it was kept. */
  const underWay = new Map<string, Promise<RenderedPage | undefined>>()
  let bytes = 0
  let generation = 0

  const forget = (key: string) => {
    bytes -= kept.get(key)?.body.size ?? 0
    kept.delete(key)
  }
  const keep = (key: string, page: Kept) => {
    forget(key)
    if (page.body.size > maxBytes) return
    kept.set(key, page)
    bytes += page.body.size
    for (const oldest of kept.keys()) {
      if (bytes <= maxBytes) return
      forget(oldest)
    }
  }

  const renderNow = async ({ key, lifeOf, since, stamp }: Wanted, render: Render) => {
    const [begun, gap, once]: [number, string, Array<ShownOnce>] = [generation, makeGap(), []]
    const response = await render(gap, once)
    const text = await response.text()
    const headers = [...response.headers].filter(([name]) => !OF_THE_BODY.has(name))
    const body = makePageBody(text, [gap, ...once.map((each) => each.text)], level)
    const fills = (nonce: string) => [nonce, ...once.map(({ again }) => again())]
    const page: Kept = { status: response.status, headers, body, fills, stamp, until: since + lifeOf(text) }
    const isKept = mayKeep(response, text, once) && begun === generation
    if (isKept) keep(key, page)
    return { page, isKept }
  }

  const good = ({ key, stamp }: Pick<Wanted, "key" | "stamp">) => {
    const found = kept.get(key)
    return found !== undefined && found.stamp === stamp && now() < found.until ? found : undefined
  }

  return {
    kept: good,
    find: async (wanted, render) => {
      const found = good(wanted)
      if (found !== undefined) return found

      // A rendering that began before a change is none for those who come after it.
      const turn = `${wanted.key} ${wanted.stamp}`
      const waitFor = underWay.get(turn)
      if (waitFor !== undefined) return waitFor
      const rendering = renderNow(wanted, render)
      const ending = rendering.then(
        ({ isKept, page }) => (isKept ? page : undefined),
        () => undefined
      )
      underWay.set(turn, ending)
      return rendering
        .then(({ page }) => page)
        .finally(() => {
          if (underWay.get(turn) === ending) underWay.delete(turn)
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
