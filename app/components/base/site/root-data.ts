/** How a component reads the root loader's data for every page. */
import { useRouteLoaderData } from "@remix-run/react"
import type { SiteData } from "~/effects/publishing/site/SiteData"

/** Undefined if the root did not load, which only its error page meets; the router itself may return null there. */
export const useMaybeRootData = (): SiteData | undefined => useRouteLoaderData<SiteData>("root") ?? undefined

export function useRootData(): SiteData {
  const data = useMaybeRootData()
  if (data === undefined) throw new Error("the root loader has no data")
  return data
}
