/** Which routes a document includes in its router's manifest. Pure. */
import type { RemixServerProps } from "@remix-run/react"

type Manifest = RemixServerProps["context"]["manifest"]
type Routes = Manifest["routes"]

/** The segments of a route's full pattern: `explore`, `:slug`. */
const segmentsOf = (routes: Routes, id: string | undefined): ReadonlyArray<string> => {
  const route = id === undefined ? undefined : routes[id]
  if (route === undefined) return []
  return [...segmentsOf(routes, route.parentId), ...(route.path ?? "").split("/").filter(Boolean)]
}

const withParents = (routes: Routes, id: string | undefined): ReadonlyArray<string> =>
  id === undefined ? [] : [...withParents(routes, routes[id]?.parentId), id]

/**
 * The matched routes and the pages above them, as `/explore` is above `/explore/night-film`: the router requests others
 * from the server, but would take an address that begins like a known one for unknown child routes.
 */
export const routesAround = (routes: Routes, matched: ReadonlyArray<string>): ReadonlyArray<string> => {
  const here = segmentsOf(routes, matched.at(-1))
  const isAbove = (id: string) => {
    const segments = segmentsOf(routes, id)
    return segments.length < here.length && segments.every((segment, n) => segment === here[n])
  }
  const above = Object.values(routes).filter(({ id, index, path }) => (index || path !== undefined) && isAbove(id))
  return [...new Set([...matched, ...above.flatMap(({ id }) => withParents(routes, id))])]
}

const known = new Map<string, string>()

/**
 * The manifest as JSON with those routes only. It depends only on the innermost route and is cached by it: matching the
 * parents' addresses again, as Remix does, takes a quarter of a page's rendering time.
 */
export const manifestAround = (manifest: Manifest, matched: ReadonlyArray<string>): string => {
  const leaf = `${manifest.version} ${matched.at(-1)}`
  const before = known.get(leaf)
  if (before !== undefined) return before
  const routes = Object.fromEntries(routesAround(manifest.routes, matched).map((id) => [id, manifest.routes[id]]))
  const text = JSON.stringify({ ...manifest, routes })
  known.set(leaf, text)
  return text
}

/** All scripts that a page needs to hydrate, without duplicates. */
export const scriptsOf = ({ entry, routes }: Manifest, matched: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set([
    entry.module,
    ...entry.imports,
    ...matched.flatMap((id) => {
      const route = routes[id]
      return route === undefined ? [] : [route.module, ...(route.imports ?? [])]
    })
  ])
]

/** The matched routes' own scripts. */
export const modulesOf = ({ routes }: Manifest, matched: ReadonlyArray<string>): ReadonlyArray<string> =>
  matched.flatMap((id) => routes[id]?.module ?? [])
