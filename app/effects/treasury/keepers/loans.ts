/**
 * Who may sign what next (docs/ledger.md, 1.9). Whoever has as many live loans as are needed can spend anything, so no
 * more than one fewer may live on a treasury at once: whatever act they were meant for, and also those that a wallet was
 * only asked for, since it may have signed. Counted are badges: two loans of one badge open no more than one. Pure.
 */
import type { KeeperRule } from "~/effects/treasury/deployment/roles"
import type { ActState, Part } from "./Act"

/** A loan ends by itself after so long. */
export const LOAN_MS = 10 * 60_000
/** So much longer it counts as live: the ledger's clock and ours may differ. */
export const MARGIN_MS = 60_000
/** A loan that ends within this time is not built on any more. */
export const ROOM_MS = 60_000
/** An ask that has so much left is handed out again. */
const ASK_AGAIN_MS = 5 * 60_000

/** A part, with the act it is for. */
export interface KnownPart extends Pick<Part, "id" | "actId" | "account" | "badgeId" | "kind" | "state" | "expiresAt"> {
  readonly actNumber: number
  readonly actState: ActState
}

/** It may open the treasury together with others. */
export const isLive = ({ expiresAt, kind, state }: KnownPart, now: number): boolean =>
  kind === "loan" && (state === "asked" || state === "signed") && expiresAt + MARGIN_MS > now

/** A transaction can be built on it. */
const isGood = ({ expiresAt, kind, state }: KnownPart, now: number): boolean =>
  kind === "loan" && state === "signed" && expiresAt - ROOM_MS > now

/** Loans for an act that a transaction can be built on: one of each badge that counts, the latest. */
export const goodLoans = (parts: ReadonlyArray<KnownPart>, actId: string, rule: KeeperRule, now: number) => {
  const byBadge = new Map<string, KnownPart>()
  for (const part of parts) {
    if (part.actId !== actId || !isGood(part, now) || !rule.ids.includes(part.badgeId)) continue
    const before = byBadge.get(part.badgeId)
    if (before === undefined || before.expiresAt < part.expiresAt) byBadge.set(part.badgeId, part)
  }
  return [...byBadge.values()]
}

/** What a keeper would sign now, or why there is nothing to sign. */
export type Next =
  | { readonly does: "pay"; readonly lenders: ReadonlyArray<KnownPart> }
  | { readonly does: "lend"; readonly again: KnownPart | null }
  | { readonly does: "approved"; readonly until: number }
  /** Another act is being approved. */
  | { readonly does: "busy"; readonly number: number; readonly until: number }
  /** As many badges as may be are lent or asked for. */
  | { readonly does: "full"; readonly lent: number; readonly until: number }

export interface Asking {
  readonly actId: string
  readonly badgeId: string
  readonly rule: KeeperRule
  /** All parts of the treasury that have not ended long ago. */
  readonly parts: ReadonlyArray<KnownPart>
  readonly now: number
  /** It leaves fewer badges needed: nothing else may be on loan when it is done. */
  readonly loosens?: boolean
}

const lastOf = (parts: ReadonlyArray<KnownPart>): number => Math.max(...parts.map(({ expiresAt }) => expiresAt))

export const nextFor = ({ actId, badgeId, loosens = false, now, parts, rule }: Asking): Next => {
  const good = goodLoans(parts, actId, rule, now)
  const own = good.find((part) => part.badgeId === badgeId)
  if (own !== undefined) return { does: "approved", until: own.expiresAt }
  const live = parts.filter((part) => isLive(part, now))
  const others = live.filter((part) => part.actId !== actId && (loosens || ["waiting", "sent"].includes(part.actState)))
  const [other] = others
  const busy = () => ({ does: "busy", number: other?.actNumber ?? 0, until: lastOf(others) + MARGIN_MS }) as const
  if (loosens && other !== undefined) return busy()
  if (good.length >= rule.needed - 1) return { does: "pay", lenders: good.slice(0, rule.needed - 1) }
  if (other !== undefined) return busy()
  const badges = new Set(live.map((part) => part.badgeId))
  if (!badges.has(badgeId) && badges.size >= rule.needed - 1) {
    const first = Math.min(...[...badges].map((id) => lastOf(live.filter((part) => part.badgeId === id))))
    return { does: "full", lent: badges.size, until: first + MARGIN_MS }
  }
  const asked = live.find(
    (part) =>
      part.badgeId === badgeId && part.actId === actId && part.state === "asked" && part.expiresAt > now + ASK_AGAIN_MS
  )
  return { does: "lend", again: asked ?? null }
}
