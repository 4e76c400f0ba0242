/** What a movement was for, and the page about it. Pure. */
import { type Moved, mainReason } from "./reasons"

interface Known extends Moved {
  readonly title: string | null
  readonly payout: number | null
  readonly budget?: number | null
  readonly vote: number | null
  readonly series: string | null
  readonly requestNumber: number | null
  /**
   * The request behind a payment by several signers: its reason, the vote it names, and why no vote decided exactly
   * this.
   */
  readonly requestPayload: {
    readonly reason: string
    readonly vote?: unknown
    readonly noVote?: string | null | undefined
  } | null
  /** Purpose of an escrow account, and its page below the community's address. */
  readonly escrow?: string | null
  readonly escrowPath?: string | null
  /** For a payment from a budget the payee and the reason, for a batch the number of people. */
  readonly payee?: string | null
  readonly paymentReason?: string | null
  readonly people?: number | null
}

interface About {
  readonly about: string
  /** Below the community's address; null without a page. */
  readonly path: string | null
}

const NOWHERE: About = { about: "", path: null }

/** A payment by several signers says that no vote decided it, as its own page does. */
const paymentOf = ({ requestNumber, requestPayload }: Known): About => {
  if (requestNumber === null) return NOWHERE
  const { noVote = null, reason = "", vote = null } = requestPayload ?? {}
  const isVoted = vote !== null && noVote === null
  return {
    about: `No. ${requestNumber}, ${reason}${isVoted ? "" : " (no vote)"}`,
    path: `signers?act=${requestNumber}`
  }
}

const seriesOf = (code: string | null): About =>
  code === null ? NOWHERE : { about: code, path: `bondissued?series=${encodeURIComponent(code)}` }

const payoutOf = ({ kind, payout, series, title }: Known): About => {
  if (payout === null) return NOWHERE
  const name = `No. ${payout}, ${title ?? ""}${series === null ? "" : ` (${series})`}`
  return { about: kind === "recover" ? `${name}: withdrawn unclaimed` : name, path: `tokenDistribution?d=${payout}` }
}

/** Movements of an escrow account. */
const escrowOf = ({ escrow, escrowPath, payee, paymentReason, people }: Known): About => {
  const name = (escrow ?? "").replace(/^the /, "")
  const to =
    typeof payee === "string"
      ? ` to ${payee}: ${paymentReason ?? ""}`
      : typeof people === "number"
        ? ` to ${people} ${people === 1 ? "person" : "people"}`
        : ""
  return { about: `${name.charAt(0).toUpperCase()}${name.slice(1)}${to}`, path: escrowPath ?? null }
}

export const aboutOf = (row: Known): About => {
  if (typeof row.escrow === "string") return escrowOf(row)
  switch (mainReason(row)) {
    case "vote":
      return row.vote === null
        ? NOWHERE
        : { about: `No. ${row.vote}, ${row.title ?? ""}`, path: `proposals?p=${row.vote}` }
    case "keepers":
      return paymentOf(row)
    case "parked":
    case "returned":
      if (typeof row.budget === "number")
        return { about: `Budget ${row.budget}, ${row.title ?? ""}`, path: `budgets?b=${row.budget}` }
      return row.payout === null ? seriesOf(row.series) : payoutOf(row)
    case "payout":
    case "coupon":
      return payoutOf(row)
    case "series":
    case "sale":
    case "redemption":
      return seriesOf(row.series)
    default:
      return NOWHERE
  }
}
