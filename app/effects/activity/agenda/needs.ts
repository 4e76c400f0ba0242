/**
 * The texts of a person's to-do items, one item for each row of the statement. A new kind needs a text here and a
 * selection in needRows.server.ts. Pure.
 */
import type { CommunityId } from "~/effects/access/Community"
import { counted } from "~/effects/base/text/counted"

export const needKinds = [
  "votes",
  "applications",
  "reports",
  "firstPosts",
  "handOver",
  "claims",
  "batches",
  "orders",
  "signers",
  "redeem",
  "expenses",
  "expenseQuestions"
] as const
export type NeedKind = (typeof needKinds)[number]

/** The kinds whose `at` is a deadline; that of the others is since when they wait. */
export const dueKinds = ["votes", "handOver", "orders"] as const satisfies ReadonlyArray<NeedKind>
const isDue = (kind: NeedKind): boolean => dueKinds.some((due) => due === kind)

/** As the statement returns it. */
export interface NeedRow {
  readonly kind: NeedKind
  readonly communityId: CommunityId
  /** Empty if the community is private and the person not a member. */
  readonly community: string
  /** Number of things. */
  readonly n: number
  /** When it falls due, or since when it waits; Unix milliseconds. */
  readonly at: number
}

export interface Need {
  readonly key: string
  readonly kind: NeedKind
  readonly title: string
  readonly community: string
  readonly path: string
  /** Label of the button. */
  readonly action: string
  readonly at: number
  /** Whether `at` is a deadline or a start. */
  readonly time: "until" | "since"
}

const words: Readonly<Record<NeedKind, (row: NeedRow) => Pick<Need, "title" | "path" | "action">>> = {
  votes: ({ communityId, n }) => ({
    title: `${counted(n, "vote")} to cast`,
    path: `/community/detail/${communityId}/proposals`,
    action: "Vote"
  }),
  applications: ({ communityId, n }) => ({
    title: `${counted(n, "application")} to decide`,
    path: `/community/detail/${communityId}/members?tab=applications`,
    action: "Decide"
  }),
  reports: ({ communityId, n }) => ({
    title: `${counted(n, "report")} to review`,
    path: `/community/detail/${communityId}/activity?view=moderation`,
    action: "Review"
  }),
  firstPosts: ({ communityId, n }) => ({
    title: `${counted(n, "post")} ${n === 1 ? "waits" : "wait"} for a moderator`,
    path: `/community/detail/${communityId}/activity?view=moderation`,
    action: "Decide"
  }),
  handOver: ({ communityId, community }) => ({
    title: `You are asked to take over ${community}`,
    path: `/community/detail/${communityId}?panel=hand-over`,
    action: "Answer"
  }),
  claims: ({ communityId, n }) => ({
    title: n === 1 ? "You have tokens to claim" : `You have ${n} amounts of tokens to claim`,
    path: `/userDashboard/claims/${communityId}`,
    action: "Withdraw"
  }),
  batches: ({ communityId, n }) => ({
    title: `${counted(n, "payout")} to continue`,
    path: `/community/detail/${communityId}/tokenDistribution`,
    action: "Sign"
  }),
  orders: ({ communityId, n }) => ({
    title: `${counted(n, "bond order")} to settle`,
    path: `/community/detail/${communityId}/bondissued`,
    action: "Settle"
  }),
  signers: ({ communityId, n }) => ({
    title: n === 1 ? "1 request waits for your approval" : `${n} requests wait for your approval`,
    path: `/community/detail/${communityId}/signers`,
    action: "Review"
  }),
  expenses: ({ communityId, n }) => ({
    title: `${counted(n, "expense")} to review`,
    path: `/community/detail/${communityId}/expenses?state=waiting`,
    action: "Review"
  }),
  expenseQuestions: ({ communityId, n }) => ({
    title: n === 1 ? "A question about your expense to answer" : `${n} questions about your expenses to answer`,
    path: `/community/detail/${communityId}/expenses?state=asked`,
    action: "Answer"
  }),
  // A holder of units may not be able to read the community that owes them.
  redeem: ({ n }) => ({
    title: `${counted(n, "bond")} of yours to redeem`,
    path: "/userDashboard/bonds",
    action: "Redeem"
  })
}

export const needOf = (row: NeedRow): Need => ({
  key: `${row.kind}-${row.communityId}`,
  kind: row.kind,
  community: row.community,
  at: row.at,
  time: isDue(row.kind) ? "until" : "since",
  ...words[row.kind](row)
})

/** "2 things to do. 6 things are open in your communities." */
export const needsInWords = (needs: number, open: number): string => {
  const first = needs === 0 ? "You're all caught up." : `${counted(needs, "thing")} to do.`
  return open === 0
    ? first
    : `${first} ${counted(open, "thing")} ${open === 1 ? "is" : "are"} open in your communities.`
}
