/** The action of a vote on a bond, and its text (docs/product/bonds.md). */
import { canonical } from "~/effects/base/text/canonical"
import { hashOf } from "~/effects/base/text/digest"
import { dayForHash } from "~/effects/base/text/moments"
import { type Hundredths, owedPerUnit, type Plan, percentText, scheduleOf, totalReturn } from "./arithmetic"
import { moneyText, timesUnits } from "./money"
import type { Series } from "./Series"
import { planOf, termsDigest } from "./terms"

interface Figures {
  readonly money: (text: string) => string
  readonly inAll: (plan: Plan) => Hundredths
}
const exact: Figures = { money: moneyText, inAll: totalReturn }
/** Amounts as votes before 2026-11-22 wrote them, so that their actions are found, too. */
const cut: Figures = {
  money: (text) => moneyText(text.replace(/(\.\d{4})\d+$/, "$1")),
  inAll: (plan) => Number(((owedPerUnit(scheduleOf(plan)) - plan.issuePrice) * 10_000n) / plan.issuePrice)
}

/** This text is hashed, so it keeps the form of the first votes, with a space before the sign. */
const percentForHash = (hundredths: Hundredths): string => percentText(hundredths).replace("%", " %")

export const termsInWords = (series: Series, { inAll, money }: Figures = exact): ReadonlyArray<string> => [
  `Series ${series.code}, “${series.name}”: ${series.units} units at ${money(series.issuePrice)} ${series.symbol}.`,
  `If all are sold, the community receives ${money(timesUnits(series.issuePrice, series.units))} ${series.symbol}.`,
  `Each unit pays back ${money(series.faceValue)} ${series.symbol} on ${dayForHash(series.maturesAt)}${
    series.couponRatePct === null ? "" : `, and ${series.couponRatePct}% a year until then`
  }: ${percentForHash(inAll(planOf(series)))} in all.`
]

/** The same terms always give the same action, so a vote can be found by it. */
export const bondAction = (series: Series, figures?: Figures) => {
  const payload = { series: series.id, termsDigest: termsDigest(series), words: termsInWords(series, figures) }
  return { type: "bond" as const, payload: canonical(payload), hash: hashOf(payload) }
}

/** Hashes of every action that a vote on these terms may have. */
export const bondActionHashes = (series: Series): ReadonlySet<string> =>
  new Set([bondAction(series).hash, bondAction(series, cut).hash])
