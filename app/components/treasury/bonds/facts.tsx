import { Fact } from "~/components/base/parts/fact"
import { TimePair } from "~/components/base/parts/time-pair"
import { moneyText } from "~/effects/treasury/bonds/money"
import type { SeriesCard, SeriesRow } from "~/effects/treasury/bonds/views"
import { EVERY } from "~/effects/treasury/bonds/words"

export const paysText = ({ couponEvery, couponRatePct, faceValue, symbol }: SeriesRow): string =>
  couponRatePct === null || couponEvery === null
    ? `${moneyText(faceValue)} ${symbol} at maturity`
    : `${couponRatePct}% a year, ${EVERY[couponEvery]}`

/** The figures on a series' card. */
export function CardFacts({ now, series }: { readonly series: SeriesCard; readonly now: number }) {
  return (
    <dl className="facts">
      <Fact name="Price of one unit">
        {moneyText(series.issuePrice)} {series.symbol}
      </Fact>
      <Fact name="Pays">{paysText(series)}</Fact>
      <Fact name="Total return">{series.totalReturn}</Fact>
      <Fact name="Per year">{series.perYear}</Fact>
      <Fact name="Matures">
        <TimePair at={series.maturesAt} now={now} short />
      </Fact>
      {series.securedBy !== null && (
        <Fact name="Each is secured by">
          {moneyText(series.securedBy.amount)} {series.securedBy.symbol}
        </Fact>
      )}
      <Fact name="Offered to">{series.audience === "public" ? "Everyone" : "Members"}</Fact>
    </dl>
  )
}
