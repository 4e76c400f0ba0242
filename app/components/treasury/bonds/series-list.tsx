import { Link } from "@remix-run/react"
import { MaturityTimeline } from "~/components/base/charts/maturity-timeline"
import { Block } from "~/components/base/parts/block"
import { dayInWords } from "~/components/base/parts/day"
import { Icon } from "~/components/base/parts/icon"
import { LedgerTime } from "~/components/base/parts/ledger-time"
import { NothingHere } from "~/components/base/parts/nothing-here"
import { Term } from "~/components/base/parts/term"
import { columnUnit } from "~/components/base/text/column-unit"
import { dayText } from "~/effects/treasury/bonds/codes"
import { moneyText } from "~/effects/treasury/bonds/money"
import { sharers } from "~/effects/treasury/bonds/reserveWords"
import type { BondsPage, SeriesCard } from "~/effects/treasury/bonds/views"
import { STATES } from "~/effects/treasury/bonds/words"
import { BondCode } from "./bond-code"
import { CardFacts, paysText } from "./facts"
import { SeriesState } from "./series-state"
import { SoldBar } from "./sold-bar"

const day = (at: number) => dayInWords(new Date(at).toISOString().slice(0, 10))

/** Timeline until the last payment, with one lane for each series. */
function SeriesTimeline({ cards, now }: { readonly cards: ReadonlyArray<SeriesCard>; readonly now: number }) {
  const shown = cards.filter(({ group }) => group !== "finished")
  if (shown.length === 0) return null
  const next = shown
    .flatMap((series) => series.payments.map((payment) => ({ ...payment, code: series.code })))
    .filter(({ dueAt, status }) => status !== "paid" && dueAt > now)
    .sort((one, other) => one.dueAt - other.dueAt)[0]
  return (
    <MaturityTimeline
      now={now}
      name={`${shown.length} series and when they mature`}
      says={
        next === undefined
          ? "No more payments are due."
          : `The next payment is the ${next.kind === "coupon" ? "coupon" : "maturity"} of ${next.code} on ${day(next.dueAt)}.`
      }
      lanes={shown.map(({ code, maturesAt, name, payments, saleClosesAt, saleOpensAt }) => ({
        code,
        title: name,
        sale: [saleOpensAt, saleClosesAt] as const,
        runsFrom: saleClosesAt,
        coupons: payments.filter(({ kind }) => kind === "coupon").map(({ dueAt }) => dueAt),
        maturity: maturesAt
      }))}
      table={{
        caption: "When it is paid back",
        columns: ["Series", "State", "Sale ends", "Matures"],
        rows: shown.map(({ code, maturesAt, saleClosesAt, state }) => [
          code,
          STATES[state],
          day(saleClosesAt),
          day(maturesAt)
        ])
      }}
    />
  )
}

type ListPage = Extract<BondsPage, { readonly view: "list" }>

function CoverLine({ cover }: Pick<SeriesCard, "cover">) {
  if (cover === null) return <span />
  return (
    <span className="state-line small" data-tone={cover.tone}>
      <Icon name={cover.tone === "ok" ? "check" : "alert"} />
      {cover.label}, {cover.share}
      {cover.shared.length > 0 && `; its reserve also owes money for ${sharers(cover.shared)}`}
    </span>
  )
}

type CardProps = {
  readonly series: SeriesCard
  readonly now: number
  /** The sale that leads the page: only its button is primary. */
  readonly isLead: boolean
}

function Card({ isLead, now, series }: CardProps) {
  const isOpen = series.state === "open"
  return (
    <li className="card">
      <div className="row" data-apart>
        <p className="code-name">
          <BondCode code={series.code} />
        </p>
        <SeriesState series={series} now={now} />
      </div>
      <h3>{series.name}</h3>
      <SoldBar series={series} />
      <CardFacts series={series} now={now} />
      <div className="row card__foot" data-apart>
        <CoverLine cover={series.cover} />
        <Link
          className="button"
          data-kind={isLead ? "primary" : undefined}
          data-size="s"
          to={`?series=${series.code}`}
          aria-label={isOpen ? `Buy ${series.code}` : `Term sheet of ${series.code}`}
        >
          {isOpen ? "Buy" : "Term sheet"}
        </Link>
      </div>
    </li>
  )
}

/** The next payment of a series, or none if it has ended. */
function Next({ series: { payments, state } }: { readonly series: SeriesCard }) {
  const next = payments.find(({ status }) => status !== "paid")
  if (state === "redeemed" || state === "cancelled" || next === undefined) return <span className="muted">none</span>
  return (
    <>
      {dayText(next.dueAt)}, {next.kind === "coupon" ? "coupon" : "face value"}
    </>
  )
}

function Running({ cards, now }: { readonly cards: ReadonlyArray<SeriesCard>; readonly now: number }) {
  const { cell, head } = columnUnit(cards.map(({ symbol }) => symbol))
  return (
    <div className="scroll">
      <table className="table" data-cards>
        <thead>
          <tr>
            <th scope="col">Series</th>
            <th scope="col">State</th>
            <th scope="col" className="num">
              Units
            </th>
            <th scope="col" className="num">
              {head("Paid so far")}
            </th>
            <th scope="col" className="num">
              {head("Still owed")}
            </th>
            <th scope="col">Next</th>
            <th scope="col">
              <Term of="reserve coverage">Reserve coverage</Term>
            </th>
          </tr>
        </thead>
        <tbody>
          {cards.map((series) => (
            <tr key={series.id}>
              <th scope="row" data-head>
                <Link to={`?series=${series.code}`}>
                  <BondCode code={series.code} />
                </Link>
                <span className="bond-name">
                  {series.name}; {moneyText(series.issuePrice)} {series.symbol} a unit, pays {paysText(series)}, per
                  year: {series.perYear}
                </span>
              </th>
              <td data-label="State" data-beside>
                <SeriesState series={series} now={now} />
              </td>
              <td className="num" data-label="Units">
                {moneyText(String(series.settledUnits))}
              </td>
              <td className="num" data-label={head("Paid so far")}>
                {cell(moneyText(series.paidOut), series.symbol)}
              </td>
              <td className="num" data-label={head("Still owed")}>
                {cell(moneyText(series.owed), series.symbol)}
              </td>
              <td data-label="Next">
                <Next series={series} />
              </td>
              <td data-label="Reserve coverage">
                {series.cover === null ? <span className="muted">none</span> : <CoverLine cover={series.cover} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function SeriesList({ page: { cards, mayIssue, next, now, time } }: { readonly page: ListPage }) {
  if (cards.length === 0) {
    return (
      <NothingHere title="Bonds">
        <p>No bonds yet.</p>
        {mayIssue && (
          <p>
            <Link to="../bondissue" relative="path">
              Issue one
            </Link>
          </p>
        )}
      </NothingHere>
    )
  }
  const first = cards.filter(({ group }) => group === "open" || group === "upcoming")
  const lead = first.find(({ state }) => state === "open")
  const rest = cards.filter(({ group }) => group === "running" || group === "finished")
  return (
    <div className="stack" data-gap="l">
      <h1>Bonds</h1>
      {first.length > 0 && (
        <Block
          id="open"
          title="Open and upcoming"
          more={<span className="small muted">You pay only when your order is settled.</span>}
        >
          <ul className="grid" data-wide>
            {first.map((series) => (
              <Card key={series.id} series={series} now={now} isLead={series === lead} />
            ))}
          </ul>
        </Block>
      )}
      <Block id="timeline" title="When it is paid back">
        <SeriesTimeline cards={cards} now={now} />
      </Block>
      {rest.length > 0 && (
        <Block id="running" title="Running and ended">
          <Running cards={rest} now={now} />
        </Block>
      )}
      {next !== null && (
        <p>
          <Link to={`?after=${next}`}>Earlier series</Link>
        </p>
      )}
      <div>
        <p className="small muted">
          Reserve coverage is the reserve account's balance against everything still owed from it, by all series
          together. It is information, not a promise. Test network. Tokens here have no value.
        </p>
        {time !== null && <LedgerTime time={time} />}
      </div>
    </div>
  )
}
