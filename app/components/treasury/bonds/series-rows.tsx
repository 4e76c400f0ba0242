import { Link } from "@remix-run/react"
import { TimePair } from "~/components/base/parts/time-pair"
import { moneyText } from "~/effects/treasury/bonds/money"
import type { PublicSale, SeriesRow } from "~/effects/treasury/bonds/views"
import { BondCode } from "./bond-code"
import { paysText } from "./facts"
import { SecuredChip, SeriesState } from "./series-state"

const publicSeriesHref = (slug: string, code: string): string => `/explore/${slug}/bonds/${code}`

type Props = {
  /** Rows of several communities name their own community; otherwise `slug` applies to all. */
  readonly rows: ReadonlyArray<PublicSale | SeriesRow>
  readonly slug?: string
  readonly now: number
}

/** Rows of series on public pages, with the figures a buyer decides by. */
export function SeriesRows({ now, rows, slug = "" }: Props) {
  return (
    <ul className="entries">
      {rows.map((row) => {
        const community = "community" in row ? row.community : null
        return (
          <li key={row.id} className="stack" data-gap="s">
            <div className="row small">
              <SeriesState series={row} now={now} />
              {row.securedBy !== null && <SecuredChip />}
              <span className="eyebrow">
                <BondCode code={row.code} />
              </span>
              {community !== null && <Link to={`/explore/${community.slug}`}>{community.name}</Link>}
            </div>
            <h3 className="h4">
              <Link to={publicSeriesHref(community?.slug ?? slug, row.code)} prefetch="intent">
                {row.name}
              </Link>
            </h3>
            <p className="small">
              {moneyText(row.issuePrice)} {row.symbol} for one unit. Pays {paysText(row)}; per year: {row.perYear}.{" "}
              {row.state === "open" || row.state === "settling" ? (
                <b>
                  {moneyText(String(row.sold))} of {moneyText(String(row.units))} units ordered
                  {row.minRaiseUnits > row.sold && `, at least ${moneyText(String(row.minRaiseUnits))} needed`}.
                </b>
              ) : null}
            </p>
            <p className="meta">
              <span>{row.audience === "public" ? "Offered to everyone" : "Offered to members"}</span>
              <span>
                Matures <TimePair at={row.maturesAt} now={now} short />
              </span>
            </p>
          </li>
        )
      })}
    </ul>
  )
}
