import { TestMoney } from "../article/test-money"
import { AddressList } from "../community/address-list"
import { DeployFirst } from "../inside/nothing-here"
import type { PartProps } from "./settings-view"

/** Where the community is on the ledger, and who holds its badges: the ledger decides that, not this page. */
export function TreasuryPart({ page }: PartProps) {
  return (
    <div className="stack">
      <AddressList addresses={page.addresses} />
      <DeployFirst />
      <p className="small muted">
        Whoever holds an admin badge on the ledger moves the treasury. Badges are given and taken there, with the
        wallet.
      </p>
      <TestMoney />
    </div>
  )
}
