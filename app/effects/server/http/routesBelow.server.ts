/**
 * The part of the site's routes that an address can match, by the first segment of its path. Remix compares each
 * request with all routes that it was given, and makes all of them again for each page that it renders. Pure.
 */
import type { ServerBuild } from "@remix-run/node"

type Routes = Readonly<Record<string, { readonly parentId?: string; readonly path?: string } | undefined>>

/** The first segment of a route's full pattern; empty for layouts without a path and for the start page. */
const firstOf = (routes: Routes, id: string | undefined): string => {
  const route = id === undefined ? undefined : routes[id]
  if (route === undefined) return ""
  const above = firstOf(routes, route.parentId)
  return above === "" ? (route.path?.split("/", 1)[0] ?? "") : above
}

/** Segments that the router compares as they are; it ignores only their case. */
const PLAIN_SEGMENT = /^[\w-]+$/

/** All first segments, in lower case, below which a part of the routes is enough. */
export const firstSegments = (routes: Routes): ReadonlySet<string> =>
  new Set(
    Object.keys(routes)
      .map((id) => firstOf(routes, id).toLowerCase())
      .filter((first) => PLAIN_SEGMENT.test(first))
  )

/** The first segment of a path in lower case, without the ending of a request for a page's data. */
export const firstSegment = (path: string): string => (path.split("/", 2)[1] ?? "").replace(/\.data$/, "").toLowerCase()

/** The same build with the routes below a first segment, those that match any segment, and the layouts around them. */
export const buildBelow = (build: ServerBuild, segment: string): ServerBuild => {
  const ids = new Set<string>()
  const add = (id: string | undefined): void => {
    if (id === undefined || ids.has(id)) return
    ids.add(id)
    add(build.routes[id]?.parentId)
  }
  for (const id of Object.keys(build.routes)) {
    const first = firstOf(build.routes, id).toLowerCase()
    if (first === segment || (first !== "" && !PLAIN_SEGMENT.test(first))) add(id)
  }
  const part = <A>(routes: Record<string, A>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)))
  return { ...build, routes: part(build.routes), assets: { ...build.assets, routes: part(build.assets.routes) } }
}
