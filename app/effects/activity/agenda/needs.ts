/**
 * What needs a person (R-D1): one row of one statement for each thing, in the words of its kind. A later part adds its
 * kind here and its rows in needs.server.ts. Pure.
 */
import { counted } from "~/effects/base/text/counted"

export const needKinds = [
  "votes",
  "applications",
  "reports",
  "handOver",
  "claims",
  "batches",
  "orders",
  "keepers",
  "redeem"
] as const
export type NeedKind = (typeof needKinds)[number]

/** As the statement answers it. */
export interface NeedRow {
  readonly kind: NeedKind
  readonly communityId: string
  /** Empty where it is private, and the person no member. */
  readonly community: string
  /** How many of them. */
  readonly n: number
  /** When it fell due or will, or since when it waits; Unix milliseconds. */
  readonly at: number
}

export interface Need {
  readonly key: string
  readonly kind: NeedKind
  readonly title: string
  readonly community: string
  readonly path: string
  /** What the one button says. */
  readonly action: string
  readonly at: number
  /** Whether `at` is a deadline or a beginning. */
  readonly time: "until" | "since"
}

const words: Readonly<Record<NeedKind, (row: NeedRow) => Pick<Need, "title" | "path" | "action" | "time">>> = {
  votes: ({ communityId, n }) => ({
    title: `${counted(n, "vote")} to cast`,
    path: `/community/detail/${communityId}/proposals`,
    action: "Vote",
    time: "until"
  }),
  applications: ({ communityId, n }) => ({
    title: `${counted(n, "application")} to decide`,
    path: `/community/detail/${communityId}/members?tab=applications`,
    action: "Decide",
    time: "since"
  }),
  reports: ({ communityId, n }) => ({
    title: `${counted(n, "report")} to look at`,
    path: `/community/detail/${communityId}/activity?view=moderation`,
    action: "Look",
    time: "since"
  }),
  handOver: ({ communityId, community }) => ({
    title: `You are asked to take ${community} over`,
    path: `/community/detail/${communityId}?panel=hand-over`,
    action: "Answer",
    time: "until"
  }),
  claims: ({ communityId, n }) => ({
    title: n === 1 ? "Tokens wait for you" : `Tokens wait for you, ${n} times`,
    path: `/userDashboard/claims/${communityId}`,
    action: "Withdraw",
    time: "since"
  }),
  batches: ({ communityId, n }) => ({
    title: `${counted(n, "distribution")} to go on with`,
    path: `/community/detail/${communityId}/tokenDistribution`,
    action: "Sign",
    time: "since"
  }),
  orders: ({ communityId, n }) => ({
    title: `${counted(n, "bond order")} to settle`,
    path: `/community/detail/${communityId}/bondissued`,
    action: "Settle",
    time: "until"
  }),
  keepers: ({ communityId, n }) => ({
    title: n === 1 ? "A treasury you keep waits for your approval" : `${n} things wait for you as a signer`,
    path: `/community/detail/${communityId}/keepers`,
    action: "Look",
    time: "since"
  }),
  // A holder of units may not be able to read the community that owes them.
  redeem: ({ n }) => ({
    title: `${counted(n, "bond")} of yours to redeem`,
    path: "/userDashboard/bonds",
    action: "Redeem",
    time: "since"
  })
}

export const needOf = (row: NeedRow): Need => ({
  key: `${row.kind}-${row.communityId}`,
  kind: row.kind,
  community: row.community,
  at: row.at,
  ...words[row.kind](row)
})

/** "2 things need you. 6 things are open in your communities." */
export const needsInWords = (needs: number, open: number): string => {
  const first =
    needs === 0 ? "You're all caught up." : `${counted(needs, "thing")} ${needs === 1 ? "needs" : "need"} you.`
  return open === 0
    ? first
    : `${first} ${counted(open, "thing")} ${open === 1 ? "is" : "are"} open in your communities.`
}
