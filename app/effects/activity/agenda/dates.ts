/** The texts of a person's dates. A new kind needs a text here and a selection in needRows.server.ts. Pure. */
import type { CommunityId } from "~/effects/access/Community"
export const dateKinds = [
  "vote",
  "chosenTime",
  "chosenDays",
  "calledOffTime",
  "calledOffDays",
  "handOver",
  "suspension",
  "announcement",
  "recovery",
  "sale",
  "coupon",
  "maturity"
] as const
export type DateKind = (typeof dateKinds)[number]

export interface DateRow {
  readonly kind: DateKind
  readonly communityId: CommunityId
  readonly community: string
  /** Title of the thing; empty if the community's name is enough. */
  readonly title: string
  /** Identifies the thing within its kind, for stable addresses. */
  readonly ref: string
  readonly at: number
  /** When it is over; null for what takes no time. */
  readonly endsAt: number | null
}

export interface PlannedDate {
  /** The same for the same thing in every response. */
  readonly key: string
  readonly words: string
  readonly path: string
  readonly at: number
  /** As in a calendar file; absent for what takes no time. */
  readonly until?: number | undefined
  readonly isDays?: boolean | undefined
  readonly isCalledOff?: boolean | undefined
}

/** The key of a date that a poll has chosen: the same in every calendar, for each is told that it is the same event. */
export const chosenDateKey = (communityId: CommunityId, number: number | string): string =>
  `date-${communityId}-${number}`

/** Before the title of a date that was called off, for programs that do not show the state of an event. */
export const CALLED_OFF = "Called off: "

/** " in Garden"; empty if the community is private and the person not a member. */
const within = (word: string, community: string): string => (community === "" ? "" : ` ${word} ${community}`)

type InWords = (row: DateRow) => Pick<PlannedDate, "words" | "path"> & { readonly key?: string }

/** What a poll has chosen. */
const chosen: InWords = ({ community, communityId, ref, title }) => ({
  key: chosenDateKey(communityId, ref),
  words: `“${title}” in ${community}`,
  path: `/community/detail/${communityId}/proposals?p=${ref}`
})

const calledOff: InWords = (row) => {
  const date = chosen(row)
  return { ...date, words: `${CALLED_OFF}${date.words}` }
}

const inWords: Readonly<Record<DateKind, InWords>> = {
  chosenTime: chosen,
  chosenDays: chosen,
  calledOffTime: calledOff,
  calledOffDays: calledOff,
  vote: ({ community, communityId, ref, title }) => ({
    words: `Voting on “${title}” closes in ${community}`,
    path: `/community/detail/${communityId}/proposals?p=${ref}`
  }),
  handOver: ({ community, communityId }) => ({
    words: `Your offer to take over ${community} expires`,
    path: `/community/detail/${communityId}`
  }),
  suspension: ({ community, communityId }) => ({
    words: `Your suspension in ${community} ends`,
    path: `/community/detail/${communityId}`
  }),
  announcement: ({ community, communityId, title }) => ({
    words: `Your announcement “${title}” is published in ${community}`,
    path: `/community/detail/${communityId}/annissue`
  }),
  recovery: ({ community, communityId, title }) => ({
    words: `Unclaimed ${title}${within("in", community)} can be returned to the treasury`,
    path: `/userDashboard/claims/${communityId}`
  }),
  sale: ({ community, communityId, title }) => ({
    words: `The sale of ${title}, in which you ordered, closes in ${community}`,
    path: `/community/detail/${communityId}/bondissued?series=${title}`
  }),
  // A holder of units may not be able to read the community that owes them.
  coupon: ({ community, title }) => ({
    words: `${title}${within("of", community)} pays its coupon`,
    path: "/userDashboard/bonds"
  }),
  maturity: ({ community, title }) => ({
    words: `${title}${within("of", community)} matures`,
    path: "/userDashboard/bonds"
  })
}

export const dateOf = (row: DateRow): PlannedDate => ({
  key: `${row.kind}-${row.communityId}-${row.ref}`,
  at: row.at,
  ...(row.endsAt !== null && { until: row.endsAt }),
  ...((row.kind === "chosenDays" || row.kind === "calledOffDays") && { isDays: true }),
  ...((row.kind === "calledOffTime" || row.kind === "calledOffDays") && { isCalledOff: true }),
  ...inWords[row.kind](row)
})
