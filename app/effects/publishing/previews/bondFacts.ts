/** Facts of a bond series for its preview picture. Pure. */
import { readable } from "~/effects/base/amounts/readable"
import { partText } from "~/effects/base/amounts/shares"
import { grouped } from "~/effects/base/text/grouped"
import { inUtc } from "~/effects/base/text/moments"
import type { SeriesState } from "~/effects/treasury/bonds/Series"
import type { SeriesRow } from "~/effects/treasury/bonds/views"
import { STATES } from "~/effects/treasury/bonds/words"
import type { Facts, ShownResult, Tone } from "./Facts"

const tones: Readonly<Partial<Record<SeriesState, Tone>>> = {
  scheduled: "needs",
  open: "open",
  settling: "open",
  active: "ok",
  maturing: "needs",
  overdue: "bad",
  redeemed: "ok",
  cancelled: "warn"
}

const moment = (at: number): string => `${inUtc("moment", at)} UTC`

const timeOf = ({ maturesAt, saleClosesAt, saleOpensAt, state }: SeriesRow): string => {
  switch (state) {
    case "scheduled":
      return `Sale opens ${moment(saleOpensAt)}`
    case "open":
      return `Sale closes ${moment(saleClosesAt)}`
    case "cancelled":
      return ""
    default:
      return `Matures ${inUtc("day", maturesAt)}`
  }
}

const resultOf = ({ sold, units }: SeriesRow): ShownResult => ({
  kind: "bars",
  bars: [
    {
      label: `${grouped(sold)} of ${grouped(units)} units sold`,
      share: units === 0 ? 0 : Math.floor((sold * 1000) / units),
      words: `${partText(BigInt(sold), BigInt(units))}%`,
      style: "for"
    }
  ],
  more: ""
})

export const bondFacts = (series: SeriesRow, community: string): Facts => ({
  eyebrow: `Bond ${series.code}`,
  title: series.name,
  otherTitle: `Bond ${series.code}`,
  community,
  state: { word: STATES[series.state], tone: tones[series.state] ?? "plain" },
  time: timeOf(series),
  result: resultOf(series),
  note: `A unit costs ${readable(series.issuePrice)} ${series.symbol} and pays ${series.perYear} a year. Tokens here have no value.`
})
