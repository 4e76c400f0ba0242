import { matchRoutes } from "@remix-run/router"
import { expect, test } from "vitest"
import { manifestAround, routesAround, scriptsOf } from "~/components/base/site/route-manifest"

type Manifest = Parameters<typeof manifestAround>[0]

interface Part {
  readonly path?: string
  readonly index?: boolean
  readonly parentId?: string
}
const parts: Readonly<Record<string, Part>> = {
  root: { path: "" },
  site: { parentId: "root" },
  home: { parentId: "site", index: true },
  explore: { parentId: "site", path: "explore", index: true },
  community: { parentId: "site", path: "explore/:slug", index: true },
  vote: { parentId: "site", path: "explore/:slug/proposals/:n" },
  feed: { parentId: "root", path: "explore/:slug/feed.xml" },
  price: { parentId: "site", path: "price" },
  wallet: { parentId: "root" },
  inside: { parentId: "wallet", path: "community/detail/:id" },
  overview: { parentId: "inside", index: true },
  members: { parentId: "inside", path: "members" },
  nothing: { parentId: "root", path: "*" }
}
const routes = Object.fromEntries(
  Object.entries(parts).map(([id, part]) => [
    id,
    { id, ...part, module: `/assets/${id}.js`, imports: ["/assets/shell.js"] }
  ])
)
const manifest = {
  version: "1",
  url: "",
  entry: { module: "/assets/entry.js", imports: [] },
  routes
} as unknown as Manifest // no other fields are read

const chainOf = (id: string | undefined): ReadonlyArray<string> =>
  id === undefined ? [] : [...chainOf(parts[id]?.parentId), id]

/** What Remix 2.17 finds by matching each address above this one again. */
const foundByMatching = (address: string): ReadonlyArray<string> => {
  const treeOf = (parent: string | undefined): Parameters<typeof matchRoutes>[0] =>
    Object.entries(parts)
      .filter(([, { parentId }]) => parentId === parent)
      .map(([id, { index, path }]) => ({
        id,
        ...(path !== undefined && { path }),
        ...(index ? { index } : { children: treeOf(id) })
      }))
  const segments = address.split("/").filter(Boolean)
  const addresses = segments.map((_, n) => `/${segments.slice(0, n).join("/")}`)
  return [address, ...addresses].flatMap((each) =>
    (matchRoutes(treeOf(undefined), each) ?? []).map(({ route }) => route.id ?? "")
  )
}

test.each([
  ["home", "/"],
  ["explore", "/explore"],
  ["community", "/explore/night-film"],
  ["vote", "/explore/night-film/proposals/3"],
  ["price", "/price"],
  ["overview", "/community/detail/a"],
  ["members", "/community/detail/a/members"],
  ["nothing", "/no/where"]
])("the router gets the routes of %s and above, as by matching", (id, address) => {
  const found = new Set(foundByMatching(address))
  // Addresses that are not ours, such as "/community", are matched by the page for unknown addresses.
  if (id !== "nothing") found.delete("nothing")
  expect(new Set(routesAround(manifest.routes, chainOf(id)))).toEqual(found)
})

test("the manifest in a page contains these routes, and each script of a page once", () => {
  const told: Manifest = JSON.parse(manifestAround(manifest, chainOf("community")))
  expect(Object.keys(told.routes).sort()).toEqual(["community", "explore", "home", "root", "site"])
  expect(told.entry).toEqual(manifest.entry)
  expect(manifestAround(manifest, chainOf("community"))).toBe(manifestAround(manifest, chainOf("community")))
  expect(scriptsOf(manifest, chainOf("price"))).toEqual(
    ["entry", "root", "shell", "site", "price"].map((name) => `/assets/${name}.js`)
  )
})
