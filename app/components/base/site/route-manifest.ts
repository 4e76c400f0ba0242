/** Which routes a document tells its router of. Pure. */
import type { RemixServerProps } from "@remix-run/react"

type Manifest = RemixServerProps["context"]["manifest"]
type Routes = Manifest["routes"]

/** The segments of a route's whole pattern: `explore`, `:slug`. */
const segmentsOf = (routes: Routes, id: string | undefined): ReadonlyArray<string> => {
  const route = id === undefined ? undefined : routes[id]
  if (route === undefined) return []
  return [...segmentsOf(routes, route.parentId), ...(route.path ?? "").split("/").filter(Boolean)]
}

const withParents = (routes: Routes, id: string | undefined): ReadonlyArray<string> =>
  id === undefined ? [] : [...withParents(routes, routes[id]?.parentId), id]

/**
 * The matched routes and the pages above them, as `/explore` is above `/explore/night-film`: the router asks the server
 * for others, but what begins like a known address it would take for unknown parts of that.
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
 * The manifest as JSON, with those routes only. It follows from the innermost route alone, and is worked out once for
 * each: matching the parents' addresses again, as Remix does, is a quarter of what a page costs to render.
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

/** Every script that a page needs to be awake, each once. */
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
