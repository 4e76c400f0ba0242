/** Which pages carry React (docs/architecture.md, "How a page hydrates"). Pure. */
import type { RemixServerProps } from "@remix-run/react"
import type { SiteData } from "~/effects/publishing/site/SiteData"

/** A route's handle. */
export interface PageHandle<Page = never> {
  /** Excluded from search engines. */
  readonly noindex?: true
  /** Whether a visitor's page is hydrated. The innermost route with a value decides; by default it is. */
  readonly hydrate?: boolean | ((page: Page) => boolean)
  /** Loads the code of the view that shows the loader's data, before the page hydrates. */
  readonly loadView?: (page: Page) => Promise<unknown>
}

type Modules = Readonly<Record<string, { readonly handle?: unknown } | undefined>>

/** In the browser: loads the views that the document shows. Routes without data, for example refused ones, show none. */
export const loadViews = (modules: Modules, loaderData: Readonly<Record<string, unknown>>): Promise<unknown> =>
  Promise.all(
    Object.entries(modules).map(([id, module]) => {
      const { loadView } = (module?.handle ?? {}) as PageHandle // routes export nothing else by this name
      const data = loaderData[id] ?? null
      return data === null ? undefined : loadView?.(data as never)
    })
  )

type Rendered = Pick<RemixServerProps["context"]["staticHandlerContext"], "errors" | "loaderData" | "matches">

/** A signed-in person's pages are always hydrated: they contain what the person does. */
export const isHydrated = ({ errors, loaderData, matches }: Rendered): boolean => {
  const site = loaderData.root as SiteData | undefined // from the root's own loader
  if (site === undefined || site.session !== null) return true
  for (const { route } of matches.toReversed()) {
    const { hydrate } = (route.handle ?? {}) as PageHandle // routes export nothing else by this name
    if (typeof hydrate === "boolean") return hydrate
    // A page that failed has no data to decide by.
    if (hydrate !== undefined && errors === null) return hydrate(loaderData[route.id] as never)
  }
  return true
}
