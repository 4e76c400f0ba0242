import { LineChart } from "~/components/base/charts/line-chart"
import { Block } from "~/components/base/parts/block"
import { dayInWords } from "~/components/base/parts/day"
import { Term } from "~/components/base/parts/term"
import { TimePair } from "~/components/base/parts/time-pair"
import { inUtc } from "~/effects/base/text/moments"
import { type CoverPoint, coverText } from "~/effects/treasury/bonds/cover"
import { moneyText } from "~/effects/treasury/bonds/money"
import type { SeriesEvent } from "~/effects/treasury/bonds/views"

const dayOf = (at: number) => dayInWords(new Date(at).toISOString().slice(0, 10))
const said = (share: number) => coverText({ tenths: share })

/**
 * Reserve coverage day by day: the reserve's balance against everything still owed. Information, not a promise
 * (docs/product/bonds.md).
 */
export function CoverHistory({
  points,
  symbol
}: {
  readonly points: ReadonlyArray<CoverPoint>
  readonly symbol: string
}) {
  const last = points.at(-1)
  const first = points[0]
  if (last === undefined || first === undefined) return null
  const least = points.reduce((one, other) => (other.share < one.share ? other : one))
  const top = Math.max(1000, ...points.map(({ share }) => share))
  const now = `The reserve held ${moneyText(last.held)} ${symbol} against ${moneyText(last.owed)} ${symbol} owed on ${dayOf(last.at)}: ${said(last.share)}.`
  const lowest = points.length < 3 ? "" : ` The lowest coverage since ${dayOf(first.at)} was ${said(least.share)}.`
  return (
    <Block id="cover" title="Reserve coverage">
      <Term of="reserve coverage">What is reserve coverage?</Term>
      <LineChart
        name={`Reserve coverage day by day, now ${said(last.share)}`}
        says={`${now}${lowest} The amount owed is that of all series on this account. What a reserve holds today can be spent tomorrow.`}
        scale={{ max: top, words: [said(top), said(top / 2 - ((top / 2) % 1)), "0%"] }}
        points={points.map(({ at, share }) => ({
          label: inUtc("shortDay", at),
          value: share,
          text: said(share),
          detail: `${dayOf(at)}: ${said(share)}`
        }))}
        table={{
          caption: "Reserve coverage day by day",
          columns: ["Day", `Held, ${symbol}`, `Owed, ${symbol}`, "Coverage"],
          rows: points
            .toReversed()
            .map(({ at, held, owed, share }) => [dayOf(at), moneyText(held), moneyText(owed), said(share)])
        }}
      />
    </Block>
  )
}

/** Events of the series, newest first. */
export function SeriesActivity({ events, now }: { readonly events: ReadonlyArray<SeriesEvent>; readonly now: number }) {
  if (events.length === 0) return null
  return (
    <Block id="series-activity" title="History">
      <ul className="entries">
        {events.map(({ at, seq, words }) => (
          <li key={seq}>
            <div className="row" data-apart>
              <span>{words}</span>
              <span className="small muted">
                <TimePair at={at} now={now} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Block>
  )
}
