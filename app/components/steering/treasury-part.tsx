import { Link } from "@remix-run/react"
import { badgesHref } from "~/effects/communities/hrefs"
import { TestMoney } from "../article/test-money"
import { AddressList } from "../community/address-list"
import { DeployFirst } from "../inside/nothing-here"
import { useFrame } from "../inside/use-frame"
import { BadgeHolders } from "../treasury/badge-holders"
import { MovementTable } from "../treasury/movement-table"
import { TreasuryHoldings } from "../treasury/treasury-holdings"
import type { PartProps } from "./part-props"

/** Where the community is on the ledger, what it holds, and who holds its badges: the ledger decides that, not this page. */
export function TreasuryPart({ page: { addresses, treasury } }: PartProps) {
  const { id } = useFrame()
  return (
    <div className="stack" data-gap="l">
      <AddressList addresses={addresses} />
      <DeployFirst />
      {treasury !== null && treasury.shown.state !== "none" && (
        <>
          <section className="stack" aria-labelledby="holdings">
            <h3 id="holdings">Balances</h3>
            <TreasuryHoldings shown={treasury.shown} />
          </section>
          <section className="stack" aria-labelledby="badges">
            <h3 id="badges">Admin badges</h3>
            <BadgeHolders holders={treasury.holders} />
            <p>
              <Link to={badgesHref(id)}>Give a badge, or pass yours on</Link>
            </p>
          </section>
          <section className="stack" aria-labelledby="movements">
            <h3 id="movements">Movements</h3>
            <MovementTable movements={treasury.movements} slug={treasury.slug} />
          </section>
        </>
      )}
      <p className="small muted">Whoever holds an admin badge on the ledger moves the treasury, alone.</p>
      <TestMoney />
    </div>
  )
}
