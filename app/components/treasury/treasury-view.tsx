import { Link } from "@remix-run/react"
import { type TreasuryPage, treasuryHref } from "~/effects/treasury/view"
import { TestMoney } from "../article/test-money"
import { Block } from "../inside/block"
import { insidePath } from "../inside/inside-path"
import { DeployFirst, NothingHere } from "../inside/nothing-here"
import { useFrame } from "../inside/use-frame"
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
      <h2>Treasury</h2>
      <div className="columns" data-even>
        <Block id="holdings" title="Balances">
          <div className="stack">
            <TreasuryHoldings shown={shown} />
          </div>
        </Block>
        <Block id="badges" title="Who opens it">
          <p className="small muted">Whoever holds an admin badge on the ledger moves the treasury, alone.</p>
          <BadgeHolders holders={holders} />
        </Block>
      </div>
      {isFirstPage && (
        <Block id="over-time" title="Balances over time">
          <BalanceLines lines={lines} now={now} />
        </Block>
      )}
      <Block id="movements" title="Movements">
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
