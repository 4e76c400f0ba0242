/**
 * The parts of a community's settings (docs/product/communities.md), as the page and the server name them. Pure: pages
 * load this file.
 */
import { SMALL_COMMUNITY } from "~/effects/access/rules"
import type { BasicsValues } from "~/effects/communities/founding/values"

export const parts = ["general", "people", "decisions", "treasury", "webhooks", "hand-over", "archive"] as const
export type Part = (typeof parts)[number]
export const partNames: Readonly<Record<Part, string>> = {
  general: "General",
  people: "People",
  decisions: "Decisions",
  treasury: "Treasury",
  webhooks: "Webhooks",
  "hand-over": "Hand-over",
  archive: "Archive"
}

/** The first part if the name is unknown. */
export const partOf = (text: string | null): Part => parts.find((part) => part === text) ?? "general"

/** `saved`: the result of the last post, if it succeeded. */
export const settingsHref = (id: string, part: Part, saved?: "saved" | "unchanged"): string => {
  const params = new URLSearchParams({ panel: "settings" })
  if (part !== "general") params.set("part", part)
  if (saved !== undefined) params.set("done", saved)
  return `/community/detail/${id}?${params}`
}

export interface GeneralValues extends BasicsValues {
  readonly cover: string
}

/** From this number of members on, a change of the decision rules needs a vote. */
const VOTE_FROM = SMALL_COMMUNITY + 1
export const ruleChangeNeedsVote = (members: number): boolean => members >= VOTE_FROM
