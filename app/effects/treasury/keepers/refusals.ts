/** Why a keeper cannot approve now, in words. Pure. */
import type { Next } from "./loans"

/** "14:12 UTC" of a moment, the minute begun counted as whole. */
export const clockText = (at: number): string =>
  `${new Date(Math.ceil(at / 60_000) * 60_000).toISOString().slice(11, 16)} UTC`

export const refusalOf = (next: Exclude<Next, { readonly does: "pay" | "lend" }>): string => {
  const until = clockText(next.until)
  switch (next.does) {
    case "approved":
      return `You have approved this already. Your badge is lent until ${until}; the others' approvals are missing.`
    case "busy":
      return `Number ${next.number} is being approved until ${until}. One at a time: approve this one afterwards.`
    case "full":
      return next.lent === 1
        ? `One badge is lent or asked for, which is as many as may be at once. Approve after ${until}.`
        : `${next.lent} badges are lent or asked for, which is as many as may be at once. Approve after ${until}.`
  }
}
