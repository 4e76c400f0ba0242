/**
 * What each role may do in a community (docs/product/access.md). One table of pure rules: pages use it to disable
 * controls and explain why, the server to refuse, and the tests to generate the access matrix. No imports except types
 * and the rules below it: pages load this file.
 */
import { inUtc } from "~/effects/base/text/moments"
import type { GovernanceSettings, Stage } from "./Community"
import type { MembershipStatus, Role } from "./Membership"
import { type AccountRole, allowed, refuse, type Verdict, withProfile } from "./rules"

/** Facts about the person and the community that rules need. */
export interface CommunityRole extends AccountRole {
  /** The server's clock when the page or request began, in Unix milliseconds. */
  readonly now: number
  readonly community: {
    readonly name: string
    readonly stage: Stage
    readonly proposerRole: GovernanceSettings["proposerRole"]
    /** Only its members see it. */
    readonly isPrivate?: boolean
  }
  /** Null for a person who was never a member. */
  readonly membership: {
    readonly role: Role
    readonly status: MembershipStatus
    readonly joinedAt: number
    /** Null with `suspended`: until a moderator ends it. */
    readonly suspendedUntil: number | null
  } | null
}

const HOUR_MS = 3_600_000
/** How many hours a member must wait before proposing (docs/product/access.md). */
const PROPOSER_HOURS = 24

const RANK: Readonly<Record<Role, number>> = { member: 0, moderator: 1, owner: 2 }
const ROLE_NAMES: Readonly<Record<Role, string>> = {
  member: "members",
  moderator: "moderators and the owner",
  owner: "the owner"
}

type Subject = Pick<CommunityRole, "membership" | "now">

/** A suspension ends automatically at its time; no job has to update the row. */
export const isSuspended = ({ membership, now }: Subject): boolean =>
  membership?.status === "suspended" && (membership.suspendedUntil === null || membership.suspendedUntil > now)

/** The person's current role; null for anyone who is not a member or may not act as one. */
export const roleNow = (who: Subject): Role | null => {
  const { membership } = who
  if (membership === null) return null
  const isHere = membership.status === "active" || (membership.status === "suspended" && !isSuspended(who))
  return isHere ? membership.role : null
}

/** Requires at least this role. `action` completes "Only the owner can …"; `words` replaces that sentence. */
const as =
  (role: Role, action: string, words?: string) =>
  (who: CommunityRole): Verdict => {
    const person = withProfile(who, action)
    if (!person.ok) return person
    if (isSuspended(who)) {
      const until = who.membership?.suspendedUntil ?? null
      return refuse("E-SUSPENDED", { until: until === null ? "further notice" : inUtc("day", until) })
    }
    const own = roleNow(who)
    if (own === null && role === "member") return refuse("E-MEMBER", { name: who.community.name, action })
    if (own !== null && RANK[own] >= RANK[role]) return allowed
    return refuse("E-ROLE", words === undefined ? { role: ROLE_NAMES[role], action } : { words })
  }

/** Nothing new can begin in an archived community, or in one that is not open yet. */
const whileOpen =
  (noun: string, rule: (who: CommunityRole) => Verdict) =>
  (who: CommunityRole): Verdict => {
    const verdict = rule(who)
    if (!verdict.ok) return verdict
    const { stage } = who.community
    if (stage === "archived") return refuse("E-STATE", { thing: "community", state: "archived", action: noun })
    return stage === "draft" ? refuse("E-DRAFT", { action: noun }) : allowed
  }

const join = (who: CommunityRole): Verdict => {
  const person = withProfile(who, "join")
  if (!person.ok) return person
  return who.membership?.status === "active" || who.membership?.status === "suspended"
    ? refuse("E-STATE", { thing: "membership", state: "active", action: "joining" })
    : allowed
}

/** Follow a community without being a member. A person who left while suspended is still suspended. */
const follow = (who: CommunityRole): Verdict => {
  const person = withProfile(who, "follow it")
  if (!person.ok) return person
  const until = who.membership?.suspendedUntil ?? null
  if (isSuspended(who) || (until !== null && until > who.now)) {
    return refuse("E-SUSPENDED", { until: until === null ? "further notice" : inUtc("day", until) })
  }
  if (who.community.isPrivate === true) {
    return refuse("E-STATE", { words: "A private community cannot be followed." })
  }
  return roleNow(who) === null
    ? allowed
    : refuse("E-STATE", { words: "Members get all notifications without following." })
}

const leave = (who: CommunityRole): Verdict => {
  const person = withProfile(who, "leave")
  if (!person.ok) return person
  const { membership } = who
  if (membership?.role === "owner") return refuse("E-HAND-OVER")
  const isIn = membership !== null && membership.status !== "left" && membership.status !== "removed"
  return isIn ? allowed : refuse("E-MEMBER", { name: who.community.name, action: "leave it" })
}

/** Requires the role that the community chose; new members must wait a day first. */
const propose = (who: CommunityRole): Verdict => {
  const member = as(who.community.proposerRole, "publish proposals")(who)
  if (!member.ok || who.membership === null || roleNow(who) !== "member") return member
  const from = who.membership.joinedAt + PROPOSER_HOURS * HOUR_MS
  if (who.now >= from) return allowed
  const since = `${inUtc("moment", from)} UTC`
  return refuse("E-TOO-NEW", { hours: String(PROPOSER_HOURS), from: since, action: "publish proposals" })
}

export const permissions = {
  join: whileOpen("joining", join),
  leave,
  follow: whileOpen("following", follow),
  post: whileOpen("posting", as("member", "take part")),
  report: as("member", "report posts"),
  submitExpenses: whileOpen("submitting expenses", as("member", "submit expenses")),
  propose: whileOpen("proposing", propose),
  announce: whileOpen(
    "announcing",
    as("moderator", "issue announcements", "Only moderators and the owner can issue announcements.")
  ),
  templates: whileOpen("changing templates", as("moderator", "change proposal templates")),
  moderate: as("moderator", "moderate"),
  decideApplications: whileOpen("joining", as("moderator", "decide on applications")),
  invite: whileOpen("joining", as("moderator", "invite people")),
  exportMembers: as("moderator", "export the members"),
  appoint: as("owner", "appoint moderators"),
  assignWeight: as("owner", "assign voting power"),
  removeMembers: as("owner", "remove members"),
  settings: as("owner", "change settings"),
  deploy: whileOpen("deploying", as("owner", "deploy the community")),
  draftBonds: whileOpen("issuing", as("moderator", "draft bonds")),
  openBonds: whileOpen("issuing", as("owner", "issue bonds")),
  exportAll: as("owner", "export the community")
} as const satisfies Record<string, (who: CommunityRole) => Verdict>
export type Permission = keyof typeof permissions

/**
 * Whether a person may act on another person's membership or posts: never on their own, never on the owner's, and
 * moderators not on each other's.
 */
export const mayActOn = (
  who: CommunityRole,
  target: { readonly account: string; readonly role: Role | null },
  action: string
): Verdict => {
  if (who.account === target.account) return refuse("E-SELF", { words: "You cannot do this to yourself." })
  if (target.role === "owner") return refuse("E-OWNER")
  const own = roleNow(who)
  const rank = target.role === null ? RANK.member : RANK[target.role]
  if (own !== null && RANK[own] > rank) return allowed
  return refuse("E-ROLE", { role: "the owner", action })
}
