/** The table of docs/product/access.md, row by row: who may, and what everybody else reads. */
import { describe, expect, it } from "vitest"
import { type CommunityRole, mayActOn, type Permission, permissions, roleNow } from "~/effects/access/permissions"
import { explain, statusOf } from "~/effects/access/rules"
import { asAccount } from "../../addresses"

const NOW = Date.UTC(2026, 10, 20)
const HOUR = 3_600_000
const community = { name: "Tool Library", stage: "live", proposerRole: "member" } as const
const base: CommunityRole = { account: null, hasProfile: false, now: NOW, community, membership: null }
const person = { ...base, account: asAccount("account_1"), hasProfile: true }
const member = (role: "member" | "moderator" | "owner", joinedAt = NOW - 48 * HOUR): CommunityRole => ({
  ...person,
  membership: { role, status: "active", joinedAt, suspendedUntil: null }
})
const suspended = (until: number | null): CommunityRole => ({
  ...person,
  membership: { role: "moderator", status: "suspended", joinedAt: 0, suspendedUntil: until }
})
const people = {
  V: base,
  K: { ...base, account: asAccount("account_1") },
  U: person,
  M: member("member"),
  Mo: member("moderator"),
  O: member("owner")
}
const all = Object.keys(people) as ReadonlyArray<keyof typeof people>

const table: Readonly<Record<Permission, ReadonlyArray<keyof typeof people>>> = {
  join: ["U"],
  leave: ["M", "Mo"],
  follow: ["U"],
  post: ["M", "Mo", "O"],
  report: ["M", "Mo", "O"],
  propose: ["M", "Mo", "O"],
  announce: ["Mo", "O"],
  templates: ["Mo", "O"],
  moderate: ["Mo", "O"],
  decideApplications: ["Mo", "O"],
  invite: ["Mo", "O"],
  exportMembers: ["Mo", "O"],
  appoint: ["O"],
  assignWeight: ["O"],
  removeMembers: ["O"],
  settings: ["O"],
  deploy: ["O"],
  draftBonds: ["Mo", "O"],
  openBonds: ["O"],
  exportAll: ["O"]
}

describe("permissions (docs/product/access.md)", () => {
  const rows = Object.entries(permissions).map(([name, rule]) => ({ name: name as Permission, rule })) // own keys

  it.each(rows)("$name", ({ name, rule }) => {
    expect(all.filter((who) => rule(people[who]).ok)).toEqual(table[name])
  })

  it("asks for a session first, then for a profile, and says what for", () => {
    for (const { rule } of rows) {
      expect(rule(people.V)).toMatchObject({ code: "E-AUTH" })
      expect(rule(people.K)).toMatchObject({ code: "E-PROFILE" })
    }
  })

  it("names who may, letter by letter", () => {
    const said = (verdict: ReturnType<(typeof permissions)["settings"]>) => (verdict.ok ? "" : explain(verdict))
    expect(said(permissions.settings(people.M))).toBe("Only the owner can change settings.")
    expect(said(permissions.announce(people.M))).toBe("Only moderators and the owner can issue announcements.")
    expect(said(permissions.post(people.U))).toBe("Join Tool Library to take part.")
  })

  it("a suspended moderator is nobody here until the day is over", () => {
    const now = suspended(NOW + HOUR)
    expect(permissions.moderate(now)).toMatchObject({ code: "E-SUSPENDED", params: { until: "20 Nov 2026" } })
    expect(permissions.post(suspended(null)).ok).toBe(false)
    expect(permissions.moderate(suspended(NOW)).ok).toBe(true)
  })

  it.each(["applied", "left", "removed"] as const)("a moderator's row that says %s makes nobody one", (status) => {
    const who = { ...person, membership: { role: "moderator" as const, status, joinedAt: 0, suspendedUntil: null } }
    expect(roleNow(who)).toBeNull()
    expect(permissions.moderate(who).ok || permissions.post(who).ok).toBe(false)
  })

  it("an archived community takes nothing new and can still be left, moderated and configured", () => {
    const archived = { ...member("owner"), community: { ...community, stage: "archived" as const } }
    const closed = permissions.post(archived)
    expect(closed.ok ? "" : [explain(closed), statusOf(closed)]).toEqual([
      "This community is archived; posting is no longer possible.",
      409
    ])
    expect(permissions.settings(archived).ok && permissions.moderate(archived).ok).toBe(true)
  })

  it("a member proposes a day after joining, a moderator at once, and nobody below the community's setting", () => {
    expect(permissions.propose(member("member", NOW - 24 * HOUR + 1)).ok).toBe(false)
    expect(permissions.propose(member("member", NOW - 24 * HOUR)).ok).toBe(true)
    expect(permissions.propose(member("moderator", NOW)).ok).toBe(true)
    const strict = { ...member("member"), community: { ...community, proposerRole: "moderator" as const } }
    expect(permissions.propose(strict)).toMatchObject({ code: "E-ROLE" })
  })

  it("nobody acts on themselves, on the owner, or as a moderator on another moderator", () => {
    const on = (who: CommunityRole, role: "member" | "moderator" | "owner" | null, account = "account_2") =>
      mayActOn(who, { account, role }, "suspend").ok
    expect(on(people.O, "moderator")).toBe(true)
    expect(on(people.O, "owner", "account_1")).toBe(false)
    expect(on(people.Mo, "member")).toBe(true)
    expect(on(people.Mo, "moderator")).toBe(false)
    expect(on(people.Mo, "owner")).toBe(false)
    expect(on(people.M, "member")).toBe(false)
    // Whatever role the page that was sent says one has.
    expect(mayActOn(people.O, { account: asAccount("account_1"), role: "member" }, "suspend")).toMatchObject({
      code: "E-SELF"
    })
  })
})
