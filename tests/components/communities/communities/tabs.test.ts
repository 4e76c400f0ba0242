import { readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { insidePath } from "~/components/base/site/inside-path"
import { INSIDE } from "~/components/base/site/use-frame"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import { currentTab, insideTabs, secondRow } from "~/components/communities/communities/tabs"
import type { CommunityRole } from "~/effects/access/permissions"
import { asAccount } from "../../../addresses"

const ID = "abcdefghijkl"
const communityRole = (role: "member" | "moderator" | "owner" | null): CommunityRole => ({
  account: asAccount("account_tdx_2_ada"),
  hasProfile: true,
  now: 1_000,
  community: { name: "Tools", stage: "live", proposerRole: "member" },
  membership: role === null ? null : { role, status: "active", joinedAt: 1, suspendedUntil: null }
})
const rowOf = (tab: string, role: Parameters<typeof communityRole>[0]) => {
  const found = insideTabs.find(({ name }) => name === tab)
  return found === undefined ? undefined : secondRow(found, communityRole(role)).map(({ path }) => path)
}

describe("the pages inside a community", () => {
  const routes = readdirSync(join(import.meta.dirname, "../../../../app/routes"))

  it("are complete: every tab has a page", () => {
    expect(insideTabs.map(({ name }) => name)).toEqual([
      "Overview",
      "Discussion",
      "Proposals",
      "Announcements",
      "Bonds",
      "Treasury",
      "Tokens",
      "Members",
      "Activity"
    ])
    const missing = insideTabs
      .flatMap(({ pages }) => pages)
      .map(({ path }) => `_wallet.community.detail.$id.${path === "" ? "_index" : path}.tsx`)
      .filter((file) => !routes.includes(file))
    expect(missing).toEqual([])
    expect(routes).toContain(`${INSIDE.slice("routes/".length)}.tsx`)
  })

  it("are five on a phone, with the others under More", () => {
    const shown = insideTabs.filter(({ isFolded }) => isFolded !== true).map(({ name }) => name)
    expect(shown).toEqual(["Overview", "Discussion", "Proposals", "Bonds", "Treasury"])
  })

  it("find their tab by the address", () => {
    const nameAt = (path: string) => currentTab(insidePath(ID, path))?.tab.name
    expect(nameAt("")).toBe("Overview")
    expect(nameAt("bondrecipt")).toBe("Bonds")
    for (const path of ["treasury", "tokenDistribution", "budgets", "expenses", "statement", "signers"]) {
      expect(nameAt(path)).toBe("Treasury")
    }
    expect(nameAt("tokenWithdraw")).toBe("Tokens")
    expect(nameAt("nothing/here")).toBeUndefined()
    expect(currentTab(`${insidePath(ID)}/`)?.tab.name).toBe("Overview")
  })

  it("hide the tools of moderators and owners from others", () => {
    expect(rowOf("Discussion", "owner")).toEqual([])
    expect(rowOf("Announcements", "member")).toEqual([])
    expect(rowOf("Announcements", "moderator")).toEqual(["annissued", "annissue"])
    expect(rowOf("Bonds", null)).toEqual(["bondissued", "purchasedbond", "bondrecipt"])
    expect(rowOf("Bonds", "owner")).toEqual(["bondissued", "purchasedbond", "bondrecipt", "bondissue"])
  })

  it("are titled item, community, site", () => {
    const matches = [undefined, { id: "root", data: {} }, { id: INSIDE, data: { name: "Tool Library" } }]
    expect(insideTitle(matches, "Members")).toEqual({ title: "Members · Tool Library · Commonhold" })
    expect(insideTitle(matches)).toEqual({ title: "Tool Library · Commonhold" })
    expect(insideTitle([{ id: INSIDE }], "Members")).toEqual({ title: "Members · Commonhold" })
  })
})
