/** The parts of a community's settings (product 3.6.7), as its page and its server name them. Pure: pages load this file. */
import type { Community, GovernanceSettings } from "~/effects/access/Community"
import type { CommunityFace } from "../communities/face"
import type { BasicsValues, DecisionsValues, PeopleValues } from "../founding/values"
import type { SettingsTreasury } from "../treasury/view"

export const parts = ["general", "people", "decisions", "treasury", "hand-over", "archive"] as const
export type Part = (typeof parts)[number]
export const partNames: Readonly<Record<Part, string>> = {
  general: "General",
  people: "People",
  decisions: "Decisions",
  treasury: "Treasury",
  "hand-over": "Hand-over",
  archive: "Archive"
}

/** An unknown part is the first one. */
export const partOf = (text: string | null): Part => parts.find((part) => part === text) ?? "general"

/** `saved`: how the last post ended, where it ended well. */
export const settingsHref = (id: string, part: Part, saved?: "saved" | "unchanged"): string => {
  const params = new URLSearchParams({ panel: "settings" })
  if (part !== "general") params.set("part", part)
  if (saved !== undefined) params.set("done", saved)
  return `/community/detail/${id}?${params}`
}

export interface GeneralValues extends BasicsValues {
  readonly cover: string
}

/** More members than this, and how decisions are made is itself decided by a vote. */
export const VOTE_FROM = 4
export const needsVote = (members: number): boolean => members >= VOTE_FROM

/** Somebody who was asked to take the community over. */
export interface PendingHandOver {
  readonly account: string
  readonly name: string | null
  /** Unix milliseconds. */
  readonly expiresAt: number
}

export interface SettingsPage {
  readonly part: Part
  readonly done: "saved" | "unchanged" | null
  /** Goes into the forms and comes back with them. */
  readonly version: number
  readonly stage: Community["stage"]
  readonly members: number
  readonly slugIsFixed: boolean
  readonly hasToken: boolean
  readonly general: GeneralValues
  readonly people: PeopleValues
  readonly decisions: DecisionsValues
  readonly governance: GovernanceSettings
  readonly governanceVersion: number
  readonly tags: ReadonlyArray<string>
  readonly addresses: CommunityFace["addresses"]
  /** Read from the ledger for its own part only. */
  readonly treasury: SettingsTreasury | null
  readonly handOver: PendingHandOver | null
  /** What has to end before the community can be archived. */
  readonly obstacles: ReadonlyArray<string>
}
