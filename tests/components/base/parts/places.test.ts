import { readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { allPlaces, currentAt, placesOf } from "~/components/base/parts/places"
import { safePath } from "~/effects/access/safePath"

/** Paths of the page routes, from their file names. */
const routes = new Set(
  readdirSync(join(import.meta.dirname, "../../../../app/routes"))
    .filter((file) => file.endsWith(".tsx"))
    .map((file) =>
      file
        .replace(/\.tsx$/, "")
        .split(".")
        .filter((part) => !part.startsWith("_"))
        .join("/")
    )
    .map((path) => `/${path}`)
)

describe("the navigation of the site", () => {
  it("links exactly the pages that exist", () => {
    // A sub-view has the address of its page.
    const pageOf = (path: string) => path.replace(/\?.*$/, "")
    const wrong = allPlaces.filter(({ exists, path }) => exists !== routes.has(pageOf(path))).map(({ path }) => path)
    expect(wrong).toEqual([])
  })

  it("contains only pages of the router", () => {
    for (const { path } of allPlaces) expect(safePath(path)).toBe(path)
  })

  it("marks the current page, also for pages that belong to it", () => {
    const marked = (pathname: string) =>
      placesOf("bottom-bar", true).flatMap((place) => {
        const mark = currentAt(pathname, place)
        return mark === undefined ? [] : [`${place.name} ${mark}`]
      })
    expect(marked("/")).toEqual(["Home page"])
    expect(marked("/userDashboard/")).toEqual(["To do page"])
    expect(marked("/userDashboard/bonds")).toEqual(["To do true"])
    expect(marked("/userDashboard/userProfile/account_tdx_2_1somebody")).toEqual([])
    expect(marked("/explore/night-film")).toEqual([])
  })

  it("hides members' pages from visitors", () => {
    for (const menu of ["masthead", "footer", "bottom-bar", "account"] as const) {
      expect(placesOf(menu, false).filter(({ signedIn }) => signedIn)).toEqual([])
    }
    expect(placesOf("account", true).map(({ name }) => name)).toEqual([
      "Dashboard",
      "My votes",
      "My bonds",
      "Edit profile"
    ])
  })
})
