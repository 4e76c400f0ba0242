import { assert, describe, it } from "vitest"
import { routeLabel, routesOf } from "~/effects/server/http/routeLabel"

const routes = routesOf({
  root: { id: "root", path: "" },
  "routes/_site": { id: "routes/_site", parentId: "root" },
  "routes/_site._index": { id: "routes/_site._index", parentId: "routes/_site" },
  "routes/_site.explore": { id: "routes/_site.explore", parentId: "routes/_site", path: "explore" },
  "routes/_site.explore.$slug": { id: "routes/_site.explore.$slug", parentId: "routes/_site.explore", path: ":slug" },
  "routes/api.$": { id: "routes/api.$", parentId: "root", path: "api/*" },
  "routes/healthz": { id: "routes/healthz", parentId: "root", path: "healthz" },
  "routes/$": { id: "routes/$", parentId: "root", path: "*" }
})

describe("the name of a request's route", () => {
  it("is one of the existing routes", () => {
    assert.deepStrictEqual([...routes].sort(), ["/", "/*", "/api/*", "/explore", "/explore/:slug", "/healthz"])
    assert.strictEqual(routeLabel(routes, "/explore/night-film?x", "/explore/:slug"), "/explore/:slug")
    assert.strictEqual(routeLabel(routes, "/nowhere", "/*"), "/*")
    assert.strictEqual(routeLabel(routes, "/explore/night-film///", "/explore/:slug///"), "/explore/:slug")
  })

  it("comes from the address if no program of ours ran", () => {
    for (const [url, label] of [
      ["/healthz?x", "/healthz"],
      ["/readyz", "/readyz"],
      ["/metrics", "/metrics"],
      ["/assets/root-abc.js", "/assets/*"],
      ["/price", "/price"],
      ["/explore/night-film", "/explore/:slug"],
      ["/explore/night-film/proposals/3", "/explore/:slug/proposals/:n"],
      ["/resources/voting", "/resources/:id"],
      ["/", "/"]
    ] as const) {
      assert.strictEqual(routeLabel(routes, url, undefined), label, url)
    }
  })

  it("never contains anything from the request", () => {
    for (const url of ["/wp-login.php", "//explore//x", "/EXPLORE/x", "/%00", "*", "/explore/a/b/c", "/files/abc"]) {
      for (const named of [undefined, url, `/named${url}`]) {
        assert.strictEqual(routeLabel(routes, url, named), "other", `${url} ${named}`)
      }
    }
  })
})
