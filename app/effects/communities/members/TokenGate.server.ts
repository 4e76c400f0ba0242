/** The token gate: what an account holds, queried from the ledger when the account wants to join. */
import { Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import type { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { GatewayDown } from "~/effects/base/failures/failures"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { amountOf, NOTHING } from "~/ledger/index"
import { HoldsTooLittle } from "./errors"

/** An unexpected response of the ledger is not a refusal: nothing is decided. */
const undecided = { UnknownOnLedger: () => new GatewayDown({}), LedgerRefused: () => new GatewayDown({}) } as const

/** The end of an address, for a token without a symbol of its own. */
const shortName = (resource: ResourceAddress) => `…${resource.slice(-8)}`

export const makeTokenGate = Effect.gen(function* () {
  const ledger = yield* Ledger

  /**
   * Fails with the amount that is missing. A gate that names no token admits nobody, because nobody meant to leave it
   * open.
   */
  const requireHolding = Effect.fn("TokenGate.requireHolding")(function* (
    { joinToken }: Pick<Community, "joinToken">,
    account: AccountAddress
  ) {
    if (joinToken === null) return yield* new HoldsTooLittle({ held: "0", needed: "some", symbol: "tokens" })
    const { minAmount, resource } = joinToken
    const { byAccount } = yield* Effect.catchTags(ledger.balancesOf(resource, [account]), undecided)
    const held = byAccount.get(account) ?? NOTHING
    if (amountOf(held) >= amountOf(minAmount)) return
    const { symbol } = yield* Effect.catchTags(ledger.resource(resource), undecided)
    return yield* new HoldsTooLittle({ held, needed: minAmount, symbol: symbol ?? shortName(resource) })
  })

  return { requireHolding }
})
