import { Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { KeptBy } from "~/components/base/parts/kept-by"
import { DeployFirst, NothingHere } from "~/components/base/parts/nothing-here"
import { TestMoney } from "~/components/base/parts/test-money"
import { insidePath } from "~/components/base/site/inside-path"
import { useFrame } from "~/components/base/site/use-frame"
import { statementPath } from "~/effects/treasury/statements/statementView"
import {
  type BalanceLine,
  type TreasuryHolding,
  type TreasuryPage,
  treasuryHref
} from "~/effects/treasury/treasury/view"
import { BadgeHolders } from "./badge-holders"
import { BalanceLines } from "./balance-lines"
import { MovementTable } from "./movement-table"
import { TreasuryHoldings } from "./treasury-holdings"

/** What the treasury holds, who opens it and how it moved, for everybody who may read the community. */
export function TreasuryView({ page }: { readonly page: TreasuryPage }) {
  const { id, name } = useFrame()
  const { holders, isFirstPage, lines, movements, next, now, shown, slug } = page
  if (shown.state === "none") {
    return (
      <NothingHere title="Treasury">
        <p>This community has no treasury yet.</p>
        <DeployFirst />
      </NothingHere>
    )
  }
  return (
    <div className="stack" data-gap="l">
      <h1>Treasury</h1>
      <div className="columns" data-even>
        <Block id="holdings" title="Balances">
          <div className="stack">
            <TreasuryHoldings shown={shown} />
          </div>
        </Block>
        <Block id="badges" title="Who opens it">
          <p className="small muted">
            Whoever holds an admin badge on the ledger moves the treasury, alone. <KeptBy keeper="ledger" />
          </p>
          <BadgeHolders holders={holders} />
        </Block>
      </div>
      {isFirstPage && (
        <Block id="over-time" title="Balances over time">
          <div className="stack">
            <BalanceLines lines={lines} now={now} />
            {shown.state === "known" && <NotYetWritten lines={lines} holdings={shown.holdings} />}
          </div>
        </Block>
      )}
      <Block id="movements" title="Movements" more={<Link to={statementPath(id, "")}>Statement of this month</Link>}>
        <div className="stack">
          <MovementTable movements={movements} slug={slug} />
          {(next !== null || !isFirstPage) && (
            <nav className="row" aria-label="Pages of movements">
              {!isFirstPage && <Link to={treasuryHref(id)}>Newest</Link>}
              {next !== null && (
                <Link to={`${treasuryHref(id)}&after=${encodeURIComponent(next)}`}>Older movements</Link>
              )}
            </nav>
          )}
        </div>
      </Block>
      <p>
        <Link to={insidePath(id)}>Overview of {name}</Link>
      </p>
      <TestMoney />
    </div>
  )
}

type Unwritten = { readonly lines: ReadonlyArray<BalanceLine>; readonly holdings: ReadonlyArray<TreasuryHolding> }

/** Tokens the ledger tells of, of which no movement is written down yet. */
function NotYetWritten({ holdings, lines }: Unwritten) {
  const missing = holdings.filter(({ resource }) => lines.every((line) => line.resource !== resource))
  if (missing.length === 0) return null
  return (
    <p className="small muted">
      The treasury holds {missing.map(({ name }) => name).join(", ")} too; how it came is not written down yet.
    </p>
  )
}
