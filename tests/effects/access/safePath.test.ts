import { readdirSync } from "node:fs"
import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { pageName, safePath } from "~/effects/access/safePath"

const OWN = "https://commonhold.example"

/** How a browser resolves a link, an assignment to location and a Location header. */
const leadsTo = (target: string) => new URL(target, `${OWN}/somewhere/deep`)

const separators = fc.constantFrom(
  "/",
  "//",
  "///",
  "\\",
  "/\\",
  "\\/",
  "%2f",
  "%2F%2f",
  "%5c",
  "/\t/",
  "/\n/",
  "/\r/",
  "/ /"
)
const hosts = fc.constantFrom(
  "evil.example",
  "evil。example",
  "evil．example",
  "[::1]",
  "0x7f.1",
  "user@evil.example",
  "xn--e-xmh"
)
const openings = fc.constantFrom(
  "",
  "/",
  "//",
  "/\\",
  "\\\\",
  "https:",
  "http://",
  "javascript:",
  "data:",
  "\t",
  " ",
  "\u00a0",
  "\u200b"
)
const insides = fc.constantFrom(
  "..",
  ".",
  "@",
  "%2e%2e",
  "%00",
  "\u2044",
  "\uff0f",
  ":",
  ";",
  "?",
  "#",
  "userDashboard",
  "community/detail/x"
)
const target = fc
  .tuple(openings, fc.array(fc.oneof(separators, hosts, insides, fc.string({ maxLength: 6 })), { maxLength: 8 }))
  .map(([opening, parts]) => opening + parts.join(""))

describe("safePath", () => {
  it("keeps each of 2,000 generated targets on the origin and on an existing page", () => {
    let kept = 0
    fc.assert(
      fc.property(
        fc.oneof(
          target,
          target.map((text) => `/${text}`),
          fc.string(),
          fc.webUrl()
        ),
        (text) => {
          const path = safePath(text)
          if (path === undefined) return
          kept++
          assert.strictEqual(leadsTo(path).origin, OWN)
          assert.match(path, /^\/(?![/\\])/)
          assert.notMatch(leadsTo(path).pathname, /^\/(api|local|files)\b/)
          assert.strictEqual(safePath(path), path)
        }
      ),
      { numRuns: 2_000 }
    )
    assert.isAbove(kept, 0)
  })

  it.each([
    "//evil.example",
    "/\\evil.example",
    "/%2f%2fevil.example",
    "/%5cevil.example",
    "/\t/evil.example",
    "/userDashboard\n",
    "https://evil.example/userDashboard",
    "/@evil.example",
    "/userDashboard/../..//evil.example",
    "/userDashboard/%2e%2e/api/tags",
    "/community/detail/a%2fb",
    "/community/detail/%E0%A4%A",
    "/community/detail//members",
    "/api/wallet/session",
    "/local/clock",
    "/userdashboard",
    "/userDashboard/none",
    "userDashboard",
    "",
    `/explore?q=${"a".repeat(2_000)}`
  ])("refuses %j", (text) => assert.isUndefined(safePath(text)))

  it.each([
    "/",
    "/userDashboard",
    "/userDashboard/",
    "/community/detail/c-1/proposals?p=12#c-3",
    "/exploreDao/garden-club/deploy",
    "/resources/%C3%A9t%C3%A9"
  ])("keeps %j unchanged", (text) => assert.strictEqual(safePath(text), text))
})

describe("pageName", () => {
  it.each([
    ["/userDashboard", "Dashboard"],
    ["/userDashboard/edit", "Edit profile"],
    ["/myCommunities", "My communities"],
    ["/create", "Create a community"],
    ["/community/detail/c-1", "Community"],
    ["/community/detail/c-1/proposals?p=1", "Proposal 1"],
    ["/community/detail/c-1/proposals?p=one%20more&x=1", "Proposals"],
    ["/community/detail/c-1/bondissued?series=GRD-2027A", "Bond GRD-2027A"],
    ["//evil.example", "this page"]
  ])("names %s as %s", (path, name) => assert.strictEqual(pageName(path), name))

  it.each(["//evil.example/myCommunities", "/\\evil.example/community/detail/a", "https://evil.example/"])(
    "has no name for %s",
    (path) => assert.strictEqual(pageName(path), "this page")
  )

  it.each([
    ["/community/detail/c-1", "Riverside"],
    ["/community/detail/c-1/members?role=owner", "Members · Riverside"],
    ["/community/detail/c-1/proposals?p=3#ballots", "Proposal 3 · Riverside"],
    ["/community/detail/c-1/discussion?thread=2", "Thread 2 · Riverside"],
    ["/community/detail/c-1/annissued?a=4", "Announcement 4 · Riverside"],
    ["/userDashboard", "Dashboard"]
  ])("names %s of a visible community as %s", (path, name) => assert.strictEqual(pageName(path, "Riverside"), name))

  it("knows every page of the router", () => {
    const routes = readdirSync(new URL("../../../app/routes", import.meta.url))
      .filter((file) => /^(_site|_wallet|signup)\b.*\.tsx$/.test(file) && !/^_(site|wallet)\.tsx$/.test(file))
      .map(
        (file) =>
          `/${file
            .replace(/\.tsx$/, "")
            .replace(/^_(site|wallet)\.?/, "")
            .replace(/\.?_index$/, "")
            .replaceAll(".", "/")}`
      )
    assert.isNotEmpty(routes)
    for (const route of routes) assert.isDefined(safePath(route.replace(/\$\w+/g, "x")), route)
  })
})
