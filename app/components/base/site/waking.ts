/** When a page that the server has sent loads its scripts (docs/architecture.md, "How a page hydrates"). Pure. */
import type { RemixServerProps } from "@remix-run/react"
import type { SiteData } from "~/effects/publishing/site/SiteData"

export type Waking =
  /** With the page. */
  | "at once"
  /** At the first sign of a visitor: mouse movement, touch, key, scroll. */
  | "used"
  /** When a control is about to be used: hover, click or keyboard focus. */
  | "touched"

/** A route's handle. */
export interface PageHandle<Page = never> {
  /** Excluded from search engines. */
  readonly noindex?: true
  /** The innermost route with a value decides; by default a page hydrates immediately. */
  readonly wakes?: Waking | ((page: Page) => Waking)
}

type Rendered = Pick<
  RemixServerProps["context"]["staticHandlerContext"],
  "actionData" | "errors" | "loaderData" | "matches"
>

/** A visitor reads; a signed-in person's page has things that change. The response to a form has messages to show. */
export const wakingOf = ({ actionData, errors, loaderData, matches }: Rendered): Waking => {
  const site = loaderData.root as SiteData | undefined // from the root's own loader
  if (errors !== null || actionData !== null || site === undefined || site.session !== null) return "at once"
  for (const { route } of matches.toReversed()) {
    const { wakes } = (route.handle ?? {}) as PageHandle // routes export nothing else by this name
    if (typeof wakes === "function") return wakes(loaderData[route.id] as never)
    if (wakes !== undefined) return wakes
  }
  return "at once"
}

/** State that the document's first inline script sets on the window (page-scripts.tsx). */
interface Early {
  /** Called when the page, or a part of it that hydrates later, is hydrated. Set once the page is loading. */
  woke?: () => void
  /**
   * Called when the files of a page that hydrates immediately failed to load; the response to a form may not be
   * reloaded.
   */
  gone?: (mayReload: boolean) => void
}

/** The same for a page that hydrates later, whose `woke` comes with asleep.ts. */
export interface Asleep extends Early {
  /** Queued clicks, in order. */
  readonly held: Array<HTMLElement>
  /** Whether the button came with the document: extensions add buttons, too, and handle them. */
  readonly isSent: (button: HTMLElement) => boolean
  /** Clicks are no longer queued. */
  readonly release: () => void
}

declare global {
  interface Window {
    /** For the lifetime of the page. */
    readonly asleep?: Early | Asleep
    /** Loads the page's modules and starts its entry. */
    readonly wakePage?: () => Promise<unknown>
  }
}

/** This page was sent for later hydration. Once hydrated, it is in use. */
export const cameAsleep = (): boolean => "held" in (window.asleep ?? {})
