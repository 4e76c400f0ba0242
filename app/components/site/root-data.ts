/** How a component reads what the root loader tells every page. */
import { useRouteLoaderData } from "@remix-run/react"
import type { SiteData } from "~/effects/site/SiteData"

/** Undefined where the root itself could not load, which only its error page meets. */
export const useMaybeRootData = () => useRouteLoaderData<SiteData>("root")

export function useRootData(): SiteData {
  const data = useMaybeRootData()
  if (data === undefined) throw new Error("the root loader has no data")
  return data
}
