/** Dates of a community in the next 30 days, in words: votes, sales, and payments of its bonds. Pure. */
import type { PlannedDate } from "~/effects/activity/agenda/dates"

export const nextDateKinds = ["vote", "saleOpens", "saleCloses", "coupon", "maturity"] as const
type NextDateKind = (typeof nextDateKinds)[number]

export interface NextDateRow {
  readonly part: NextDateKind
  /** The title of a vote, or the code of a series. */
  readonly title: string
  /** The number of a vote, or the code of a series. */
  readonly ref: string
  readonly at: number
}

const words: Readonly<Record<NextDateKind, (title: string) => string>> = {
  vote: (title) => `Voting on “${title}” closes`,
  saleOpens: (code) => `The sale of ${code} opens`,
  saleCloses: (code) => `The sale of ${code} closes`,
  coupon: (code) => `${code} pays its coupon`,
  maturity: (code) => `${code} matures`
}

export const nextDateOf = (communityId: string, { at, part, ref, title }: NextDateRow): PlannedDate => ({
  key: `${part}-${ref}-${at}`,
  at,
  words: words[part](title),
  path:
    part === "vote"
      ? `/community/detail/${communityId}/proposals?p=${ref}`
      : `/community/detail/${communityId}/bondissued?series=${ref}`
})
