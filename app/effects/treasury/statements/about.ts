/** What a movement was for, and where that can be read. Pure. */
import { type Moved, mainReason } from "./reasons"

interface Known extends Moved {
  readonly title: string | null
  readonly payout: number | null
  readonly budget?: number | null
  readonly vote: number | null
  readonly series: string | null
  readonly act: number | null
  readonly actPayload: { readonly reason: string } | null
}

interface About {
  readonly about: string
  /** Below the community's address; null where it has no page. */
  readonly path: string | null
}

const NOWHERE: About = { about: "", path: null }

const seriesOf = (code: string | null): About =>
  code === null ? NOWHERE : { about: code, path: `bondissued?series=${encodeURIComponent(code)}` }

const payoutOf = ({ kind, payout, series, title }: Known): About => {
  if (payout === null) return NOWHERE
  const name = `No. ${payout}, ${title ?? ""}${series === null ? "" : ` (${series})`}`
  return { about: kind === "recover" ? `${name}: taken back unclaimed` : name, path: `tokenDistribution?d=${payout}` }
}

export const aboutOf = (row: Known): About => {
  switch (mainReason(row)) {
    case "vote":
      return row.vote === null
        ? NOWHERE
        : { about: `No. ${row.vote}, ${row.title ?? ""}`, path: `proposals?p=${row.vote}` }
    case "keepers":
      return row.act === null
        ? NOWHERE
        : { about: `No. ${row.act}, ${row.actPayload?.reason ?? ""}`, path: `keepers?act=${row.act}` }
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
