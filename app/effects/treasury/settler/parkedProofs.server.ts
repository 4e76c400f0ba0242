/** What the ledger's own record of a transaction must show before money counts as parked, or as brought back. */
import { Effect, Schema } from "effect"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { changesOf } from "~/effects/chain/ledger/changes"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { textIn } from "~/effects/chain/ledger/metadata"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { StepMismatch } from "~/effects/chain/ledger-steps/errors"
import { amountOf, wellKnown } from "~/ledger/index"

const XRD = wellKnown("xrd", NETWORK_ID)

/** What one plan sets aside. */
interface ParkedPlan {
  /** Stands on the parked account. */
  readonly digest: string
  readonly resource: ResourceAddress
  readonly total: AmountText
  /** XRD. */
  readonly fees: AmountText
  readonly treasury: AccountAddress
}

const isAccount = Schema.is(AccountAddress)

/** What the account must have got of each token. */
const wanted = ({ fees, resource, total }: ParkedPlan) =>
  resource === XRD
    ? [[XRD, amountOf(total) + amountOf(fees)] as const]
    : [[resource, amountOf(total)] as const, [XRD, amountOf(fees)] as const]

export const parkedProofs = Effect.map(Ledger, (ledger) => ({
  /** The account that the transaction made: filled from the treasury as planned, and marked with the plan's code. */
  parkedIn: Effect.fn("settler.parkedIn")(function* (plan: ParkedPlan, found: CommittedTransaction) {
    const parked = found.created.map(({ address }) => address).find(isAccount)
    if (parked === undefined) {
      return yield* new StepMismatch({ what: "it did not make the account that was to be parked in." })
    }
    for (const [resource, amount] of wanted(plan)) {
      const changed = changesOf(found, resource)
      if (changed(parked) !== amount || changed(plan.treasury) !== -amount) {
        return yield* new StepMismatch({ what: "another amount was parked than was prepared." })
      }
    }
    const details = ledger.entityDetails([parked], { metadata: ["plan"], at: found.stateVersion })
    const account = (yield* orGatewayDown(details)).byAddress.get(parked)
    if (account === undefined || textIn(account.metadata, "plan") !== plan.digest) {
      return yield* new StepMismatch({ what: "the parked account does not carry the code of this list." })
    }
    return parked
  })
}))

/** What a step brings back, kept beside it. */
export const Back = Schema.Struct({
  treasury: AccountAddress,
  resource: ResourceAddress,
  amounts: Schema.Array(Schema.Tuple(ResourceAddress, AmountText))
})
export type Back = typeof Back.Type

const ofToken = (amounts: Back["amounts"], resource: string) =>
  amounts.reduce((sum, [token, amount]) => (token === resource ? sum + amountOf(amount) : sum), 0n)

/** What the treasury got back: of the plan's token, and XRD of the fees. Where the token is XRD, both are the first. */
export const broughtBack = Effect.fn("settler.broughtBack")(function* (
  { amounts, resource, treasury }: Back,
  found: CommittedTransaction
) {
  for (const [token, amount] of amounts) {
    if (changesOf(found, token)(treasury) !== amountOf(amount)) {
      return yield* new StepMismatch({ what: `the treasury did not get back ${amount} of ${token}.` })
    }
  }
  return {
    returned: ofToken(amounts, resource),
    returnedFees: resource === XRD ? 0n : ofToken(amounts, XRD)
  }
})
