/** The token gate: what an account holds, asked of the ledger at the moment it wants in. */
import { Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import type { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { GatewayDown } from "~/effects/base/failures/failures"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { amountOf, NOTHING } from "~/ledger/index"
import { HoldsTooLittle } from "./errors"

/** What the ledger answers oddly is no "no": nothing was decided. */
const undecided = { UnknownOnLedger: () => new GatewayDown({}), LedgerRefused: () => new GatewayDown({}) } as const

/** The end of an address, where a token has no symbol of its own. */
const shortName = (resource: ResourceAddress) => `…${resource.slice(-8)}`

export class TokenGate extends Effect.Service<TokenGate>()("effects/TokenGate", {
  effect: Effect.gen(function* () {
    const ledger = yield* Ledger

    /** Fails with what is missing. A gate that names no token, which nobody meant to leave open, lets nobody in. */
    const mustHold = Effect.fn("TokenGate.mustHold")(function* (
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

    return { mustHold }
  })
}) {}
