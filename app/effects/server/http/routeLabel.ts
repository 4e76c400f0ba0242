/**
 * The name by which a request is counted: its route, with the names of its parts in place of values. Only routes that
 * exist are names, so that nobody can make new series by asking for addresses. Pure.
 */
import { cachedPage, sharedRoute } from "./pageCache"

interface RouteOfBuild {
  readonly id: string
  readonly parentId?: string | undefined
  readonly path?: string | undefined
}

/** Every route's whole address, `/explore/:slug`, `/*` for what no other route answers. */
export const routesOf = (routes: Readonly<Record<string, RouteOfBuild | undefined>>): ReadonlySet<string> => {
  const segmentsOf = (id: string | undefined): ReadonlyArray<string> => {
    const route = id === undefined ? undefined : routes[id]
    if (route === undefined) return []
    return [...segmentsOf(route.parentId), ...(route.path === undefined ? [] : [route.path])]
  }
  return new Set(Object.keys(routes).map((id) => `/${segmentsOf(id).join("/")}`.replace(/\/{2,}/g, "/")))
}

/** Answered before any route. */
const OWN = new Set(["/readyz", "/metrics"])

const plain = (address: string) => (address === "/" ? address : (address.split("?", 1)[0] ?? "").replace(/\/+$/, ""))

/** @param named the route as the edge of Remix has named it, where it came that far. */
export const routeLabel = (routes: ReadonlySet<string>, url: string, named: string | undefined): string => {
  if (named !== undefined && routes.has(plain(named))) return plain(named)
  const path = plain(url)
  if (OWN.has(path) || routes.has(path)) return path
  if (path.startsWith("/assets/")) return "/assets/*"
  return cachedPage({ method: "GET", url, cookie: undefined }) === undefined ? "other" : sharedRoute(path)
}
