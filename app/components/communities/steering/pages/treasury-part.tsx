import { Link } from "@remix-run/react"
import { DeployFirst } from "~/components/base/parts/nothing-here"
import { TestMoney } from "~/components/base/parts/test-money"
import { useFrame } from "~/components/base/site/use-frame"
import { AddressList } from "~/components/communities/communities/address-list"
import { BadgeHolders } from "~/components/treasury/treasury/badge-holders"
import { MovementTable } from "~/components/treasury/treasury/movement-table"
import { TreasuryHoldings } from "~/components/treasury/treasury/treasury-holdings"
import { badgesHref } from "~/effects/communities/communities/hrefs"
import type { PartProps } from "../part-props"

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
