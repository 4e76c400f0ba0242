/** When a page that the server has sent fetches its scripts (docs/architecture.md, "How a page wakes up"). Pure. */
import type { RemixServerProps } from "@remix-run/react"
import type { SiteData } from "~/effects/publishing/site/SiteData"

export type Waking =
  /** With the page. */
  | "at once"
  /** At the first sign that somebody is there: a mouse that moves, a finger, a key, a scroll. */
  | "used"
  /** When a control is touched: a mouse that rests on it, a press, the keyboard's focus. */
  | "touched"

/** What a route says of itself. */
export interface PageHandle<Page = never> {
  /** Search engines leave it out. */
  readonly noindex?: true
  /** The innermost route that says something counts; by itself a page wakes at once. */
  readonly wakes?: Waking | ((page: Page) => Waking)
}

type Rendered = Pick<
  RemixServerProps["context"]["staticHandlerContext"],
  "actionData" | "errors" | "loaderData" | "matches"
>

/** A guest reads; whoever is signed in has things on the page that change. An answer to a form has its messages to show. */
export const wakingOf = ({ actionData, errors, loaderData, matches }: Rendered): Waking => {
  const site = loaderData.root as SiteData | undefined // of the root's own loader
  if (errors !== null || actionData !== null || site === undefined || site.session !== null) return "at once"
  for (const { route } of matches.toReversed()) {
    const { wakes } = (route.handle ?? {}) as PageHandle // routes export nothing else by this name
    if (typeof wakes === "function") return wakes(loaderData[route.id] as never)
    if (wakes !== undefined) return wakes
  }
  return "at once"
}

/** What the document's first inline script leaves on the window (page-scripts.tsx). */
interface Early {
  /** Called when the page, or a part of it that woke later, listens. There once the page is on its way. */
  woke?: () => void
  /** Called when the files of a page that wakes at once have not come; an answer to a form may not be loaded again. */
  gone?: (mayReload: boolean) => void
}

/** The same of a page that sleeps, whose `woke` comes with asleep.ts. */
export interface Asleep extends Early {
  /** Pressed before anything could answer, in that order. */
  readonly held: Array<HTMLElement>
  /** The button came with the document: others put theirs into pages, too, and listen to them. */
  readonly isSent: (button: HTMLElement) => boolean
  /** No press is held any more. */
  readonly release: () => void
}

declare global {
  interface Window {
    /** For as long as the page is there. */
    readonly asleep?: Early | Asleep
    /** Fetches the page's modules and starts its entry. */
    readonly wakePage?: () => Promise<unknown>
  }
}

/** This page came asleep. Where it is awake, somebody uses it. */
export const cameAsleep = (): boolean => "held" in (window.asleep ?? {})
