import { Link } from "@remix-run/react"
import { UtcTime } from "~/components/base/parts/time-pair"
import { insidePath } from "~/components/base/site/inside-path"
import { useFrame } from "~/components/base/site/use-frame"
import { sumOf } from "~/components/treasury/budgets/words"
import { StateMark } from "~/components/treasury/payouts/state-mark"
import { grouped } from "~/effects/base/text/grouped"
import type { NextPayout } from "~/effects/treasury/treasury/view"

const moneyOf = ({ money, request }: NextPayout) => {
  switch (money) {
    case "escrow":
      return { word: "In escrow", tone: "ok" } as const
    case "request":
      return { word: `Waiting for request ${request}`, tone: "needs" } as const
    case "vote":
      return { word: "Waiting for a vote", tone: "needs" } as const
    case "unsigned":
      return { word: "Not signed yet", tone: "open" } as const
    case "treasury":
      return { word: "From the treasury" }
  }
}

const whenOf = ({ at, money }: NextPayout) => {
  if (at !== null) return <UtcTime at={at} />
  if (money === "escrow") return "Now"
  return money === "vote" ? "Once decided" : "Once signed"
}

/** Unfinished payouts, and the next coupons that bonds owe. */
export function NextPayouts({ payouts }: { readonly payouts: ReadonlyArray<NextPayout> }) {
  const { id } = useFrame()
  return (
    <table className="table" data-cards>
      <caption className="visually-hidden">Next payouts</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Payout</th>
          <th scope="col" className="num">
            Payments
          </th>
          <th scope="col" className="num">
            Amount
          </th>
          <th scope="col">Money</th>
        </tr>
      </thead>
      <tbody>
        {payouts.map((payout) => {
          const { amount, kind, number, payments, symbol, title } = payout
          return (
            <tr key={`${kind}${number ?? title}`}>
              <td data-label="When">{whenOf(payout)}</td>
              <th scope="row">
                {kind === "coupon" ? (
                  <Link to={`${insidePath(id, "bondissued")}?series=${title}`}>Interest, {title}</Link>
                ) : (
                  <Link to={`${insidePath(id, "tokenDistribution")}?d=${number}`}>{title}</Link>
                )}
              </th>
              <td className="num" data-label="Payments">
                {payments === null ? "" : grouped(payments)}
              </td>
              <td className="num" data-label="Amount">
                {sumOf(amount, symbol)}
              </td>
              <td data-label="Money">
                <StateMark said={moneyOf(payout)} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
