/**
 * The label by which a request is counted: its route, with parameter names instead of values. Only existing routes are
 * labels, so that nobody can create new series by requesting addresses. Pure.
 */
import { cachedPage, sharedRoute } from "./pageCache"

interface RouteOfBuild {
  readonly id: string
  readonly parentId?: string | undefined
  readonly path?: string | undefined
}

/** Every route's full pattern, `/explore/:slug`, and `/*` for everything else. */
export const routesOf = (routes: Readonly<Record<string, RouteOfBuild | undefined>>): ReadonlySet<string> => {
  const segmentsOf = (id: string | undefined): ReadonlyArray<string> => {
    const route = id === undefined ? undefined : routes[id]
    if (route === undefined) return []
    return [...segmentsOf(route.parentId), ...(route.path === undefined ? [] : [route.path])]
  }
  return new Set(Object.keys(routes).map((id) => `/${segmentsOf(id).join("/")}`.replace(/\/{2,}/g, "/")))
}

/** Handled before any route. */
const OWN = new Set(["/readyz", "/metrics"])

const plain = (address: string) => (address === "/" ? address : (address.split("?", 1)[0] ?? "").replace(/\/+$/, ""))

/** @param named the route as the edge of Remix has named it, if it got that far. */
export const routeLabel = (routes: ReadonlySet<string>, url: string, named: string | undefined): string => {
  if (named !== undefined && routes.has(plain(named))) return plain(named)
  const path = plain(url)
  if (OWN.has(path) || routes.has(path)) return path
  if (path.startsWith("/assets/")) return "/assets/*"
  return cachedPage({ method: "GET", url, cookie: undefined }) === undefined ? "other" : sharedRoute(path)
}
