import { join } from "node:path"
import { flatRoutes } from "@remix-run/dev/dist/config/flat-routes.js"
import type { ServerBuild } from "@remix-run/node"
import { matchRoutes } from "react-router-dom"
import { expect, test } from "vitest"
import { buildBelow, firstSegment, firstSegments } from "~/effects/server/http/routesBelow.server"

interface Route {
  readonly id: string
  readonly parentId?: string
  readonly path?: string
  readonly index?: boolean
}
const routes: Readonly<Record<string, Route>> = {
  root: { id: "root", path: "" },
  ...flatRoutes(join(import.meta.dirname, "../../../../app"))
}
const build = { routes, assets: { routes } } as unknown as ServerBuild // a real one also has the modules
const segments = firstSegments(routes)

const treeOf = (all: Readonly<Record<string, Route>>, parent?: string): Parameters<typeof matchRoutes>[0] =>
  Object.values(all)
    .filter(({ parentId }) => parentId === parent)
    .map(({ id, index, path = "" }) => (index === true ? { id, index, path } : { id, path, children: treeOf(all, id) }))
const idsAt = (all: Readonly<Record<string, Route>>, path: string) =>
  matchRoutes(treeOf(all), path)?.map(({ route }) => route.id)

/** An address for each route, with its parameters filled in. */
const addresses = Object.keys(routes).map((id) => {
  const partsOf = (at: string | undefined): ReadonlyArray<string> => {
    const route = at === undefined ? undefined : routes[at]
    return route === undefined ? [] : [...partsOf(route.parentId), route.path ?? ""]
  }
  const path = partsOf(id)
    .filter((part) => part !== "")
    .join("/")
  return `/${path.replace(/:[^/]+/g, "some.thing").replace("*", "any/thing")}`
})
const strange = ["/Community/Detail/x/ACTIVITY/", "/api", "/api/none", "/%61pi/tags", "//api/tags", "/explore/a/b/c/d"]

test("an address matches the same routes in its part as in all of them", () => {
  for (const path of [...addresses, ...strange]) {
    const segment = firstSegment(path)
    if (!segments.has(segment)) continue
    expect(idsAt(buildBelow(build, segment).routes, path), path).toEqual(idsAt(routes, path))
  }
})

test("a part holds its own pages, their layouts and the page for everything else", () => {
  const { assets, routes: part } = buildBelow(build, "signup")
  for (const kept of [part, assets.routes]) {
    const pages = Object.keys(kept).filter((id) => !id.includes("[.]"))
    expect(pages.sort()).toEqual(["root", "routes/$", "routes/signup"])
  }
})

test("the first segment of an address is compared without case; other spellings get all routes", () => {
  expect([...segments]).toEqual(expect.arrayContaining(["api", "community", "explore", "operator", "userdashboard"]))
  expect(firstSegment("/userDashboard.data")).toBe("userdashboard")
  expect(firstSegment("/Community/detail/x.data")).toBe("community")
  for (const path of ["/", "/_root.data", "/%61pi/tags", "//api/tags", "/robots.txt", "/nowhere"]) {
    expect(segments.has(firstSegment(path)), path).toBe(false)
  }
})
