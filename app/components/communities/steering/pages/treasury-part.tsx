import { Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { DeployFirst } from "~/components/base/parts/nothing-here"
import { TestMoney } from "~/components/base/parts/test-money"
import { useFrame } from "~/components/base/site/use-frame"
import { AddressList } from "~/components/communities/communities/address-list"
import { BadgeHolders } from "~/components/treasury/treasury/badge-holders"
import { MovementTable } from "~/components/treasury/treasury/movement-table"
import { TreasuryHoldings } from "~/components/treasury/treasury/treasury-holdings"
import { badgesHref } from "~/effects/communities/communities/hrefs"
import { opensWords } from "~/effects/treasury/deployment/opens"
import type { PartProps } from "../part-props"

/** The community's addresses, balances and badge holders, as the ledger has them; nothing here can change them. */
export function TreasuryPart({ page: { addresses, treasury } }: PartProps) {
  const { id } = useFrame()
  return (
    <div className="stack" data-gap="l">
      <AddressList addresses={addresses} />
      <DeployFirst />
      {treasury !== null && treasury.shown.state !== "none" && (
        <>
          <Block id="holdings" title="Balances">
            <TreasuryHoldings shown={treasury.shown} />
          </Block>
          <Block id="badges" title="Admin badges">
            <p className="small muted">{opensWords(treasury.opens)}</p>
            <BadgeHolders holders={treasury.holders} />
            <p>
              <Link to={badgesHref(id)}>Give or transfer a badge</Link>
            </p>
          </Block>
          <Block id="movements" title="Movements">
            <div className="stack">
              <MovementTable movements={treasury.movements} slug={treasury.slug} />
            </div>
          </Block>
        </>
      )}
      <TestMoney />
    </div>
  )
}
