/** The table of docs/product/access.md, row by row: who may, and the message for everybody else. */
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
  submitExpenses: ["M", "Mo", "O"],
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
  const rows = Object.entries(permissions).map(([name, rule]) => ({ name: name as Permission, rule })) // names of the rules

  it.each(rows)("$name", ({ name, rule }) => {
    expect(all.filter((who) => rule(people[who]).ok)).toEqual(table[name])
  })

  it("require a session first, then a profile, and say what for", () => {
    for (const { rule } of rows) {
      expect(rule(people.V)).toMatchObject({ code: "E-AUTH" })
      expect(rule(people.K)).toMatchObject({ code: "E-PROFILE" })
    }
  })

  it("name those who may, letter by letter", () => {
    const said = (verdict: ReturnType<(typeof permissions)["settings"]>) => (verdict.ok ? "" : explain(verdict))
    expect(said(permissions.settings(people.M))).toBe("Only the owner can change settings.")
    expect(said(permissions.announce(people.M))).toBe("Only moderators and the owner can issue announcements.")
    expect(said(permissions.post(people.U))).toBe("Join Tool Library to take part.")
  })

  it("give a suspended moderator no role until the suspension ends", () => {
    const now = suspended(NOW + HOUR)
    expect(permissions.moderate(now)).toMatchObject({ code: "E-SUSPENDED", params: { until: "20 Nov 2026" } })
    expect(permissions.post(suspended(null)).ok).toBe(false)
    expect(permissions.moderate(suspended(NOW)).ok).toBe(true)
  })

  it.each(["applied", "left", "removed"] as const)("give no role to a moderator whose row says %s", (status) => {
    const who = { ...person, membership: { role: "moderator" as const, status, joinedAt: 0, suspendedUntil: null } }
    expect(roleNow(who)).toBeNull()
    expect(permissions.moderate(who).ok || permissions.post(who).ok).toBe(false)
  })

  it("refuse new content in an archived community, which can still be left, moderated and configured", () => {
    const archived = { ...member("owner"), community: { ...community, stage: "archived" as const } }
    const closed = permissions.post(archived)
    expect(closed.ok ? "" : [explain(closed), statusOf(closed)]).toEqual([
      "This community is archived; posting is no longer possible.",
      409
    ])
    expect(permissions.settings(archived).ok && permissions.moderate(archived).ok).toBe(true)
  })

  it("let a member propose a day after joining and a moderator immediately, subject to the community's setting", () => {
    expect(permissions.propose(member("member", NOW - 24 * HOUR + 1)).ok).toBe(false)
    expect(permissions.propose(member("member", NOW - 24 * HOUR)).ok).toBe(true)
    expect(permissions.propose(member("moderator", NOW)).ok).toBe(true)
    const strict = { ...member("member"), community: { ...community, proposerRole: "moderator" as const } }
    expect(permissions.propose(strict)).toMatchObject({ code: "E-ROLE" })
  })

  it("let nobody act on themselves, on the owner, or as a moderator on another moderator", () => {
    const on = (who: CommunityRole, role: "member" | "moderator" | "owner" | null, account = "account_2") =>
      mayActOn(who, { account, role }, "suspend").ok
    expect(on(people.O, "moderator")).toBe(true)
    expect(on(people.O, "owner", "account_1")).toBe(false)
    expect(on(people.Mo, "member")).toBe(true)
    expect(on(people.Mo, "moderator")).toBe(false)
    expect(on(people.Mo, "owner")).toBe(false)
    expect(on(people.M, "member")).toBe(false)
    // Whatever role the submitted page claims.
    expect(mayActOn(people.O, { account: asAccount("account_1"), role: "member" }, "suspend")).toMatchObject({
      code: "E-SELF"
    })
  })
})
