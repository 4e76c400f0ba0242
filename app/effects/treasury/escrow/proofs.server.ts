/** What a committed transaction must show before money counts as in escrow, or as returned. */
import { Effect, Schema } from "effect"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { changesOf } from "~/effects/chain/ledger/changes"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { textIn } from "~/effects/chain/ledger/metadata"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { TransactionMismatch } from "~/effects/chain/prepared-transactions/errors"
import { amountOf, wellKnown } from "~/ledger/index"
import type { EscrowPlan } from "./Escrow"

const XRD = wellKnown("xrd", NETWORK_ID)

const isAccount = Schema.is(AccountAddress)

type Funding = Pick<EscrowPlan, "digest" | "fees" | "resource" | "total" | "treasury">

/** What the account must have received of each token. */
const wanted = ({ fees, resource, total }: Funding) =>
  resource === XRD
    ? [[XRD, amountOf(total) + amountOf(fees)] as const]
    : [[resource, amountOf(total)] as const, [XRD, amountOf(fees)] as const]

export const escrowProofs = Effect.map(Ledger, (ledger) => ({
  /**
   * The escrow account that the transaction created, checked: funded from the treasury as planned, and marked with the
   * plan's hash.
   */
  escrowFundedBy: Effect.fn("proofs.escrowFundedBy")(function* (plan: Funding, found: CommittedTransaction) {
    const address = found.created.map(({ address }) => address).find(isAccount)
    if (address === undefined) {
      return yield* new TransactionMismatch({ what: "it did not create the escrow account." })
    }
    for (const [resource, amount] of wanted(plan)) {
      const changed = changesOf(found, resource)
      if (changed(address) !== amount || changed(plan.treasury) !== -amount) {
        return yield* new TransactionMismatch({ what: "it moved another amount into escrow than was prepared." })
      }
    }
    const details = ledger.entityDetails([address], { metadata: ["plan"], at: found.stateVersion })
    const account = (yield* orGatewayDown(details)).byAddress.get(address)
    if (account === undefined || textIn(account.metadata, "plan") !== plan.digest) {
      return yield* new TransactionMismatch({ what: "the escrow account does not carry the hash of this list." })
    }
    return address
  })
}))

/** Plan of a withdrawal or refund, stored with the transaction. */
export const Back = Schema.Struct({
  treasury: AccountAddress,
  resource: ResourceAddress,
  amounts: Schema.Array(Schema.Tuple(ResourceAddress, AmountText))
})
export type Back = typeof Back.Type

const ofToken = (amounts: Back["amounts"], resource: string) =>
  amounts.reduce((sum, [token, amount]) => (token === resource ? sum + amountOf(amount) : sum), 0n)

/**
 * What the treasury received: the plan's token, and XRD from the fees. If the token is XRD, all of it counts as the
 * token.
 */
export const broughtBack = Effect.fn("proofs.broughtBack")(function* (
  { amounts, resource, treasury }: Back,
  found: CommittedTransaction
) {
  for (const [token, amount] of amounts) {
    if (changesOf(found, token)(treasury) !== amountOf(amount)) {
      return yield* new TransactionMismatch({ what: `the treasury did not receive ${amount} of ${token}.` })
    }
  }
  return {
    returned: ofToken(amounts, resource),
    returnedFees: resource === XRD ? 0n : ofToken(amounts, XRD)
  }
})
