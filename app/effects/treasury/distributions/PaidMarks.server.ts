/** The marks that payments leave on a treasury: a batch's once-only key is locked there with the payment. */
import { Effect } from "effect"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"

export class PaidMarks extends Effect.Service<PaidMarks>()("effects/PaidMarks", {
  effect: Effect.gen(function* () {
    const ledger = yield* Ledger

    /** Whether the key of a batch stands on the treasury, now or at a ledger version. */
    const isPaid = Effect.fn("PaidMarks.isPaid")(function* (treasury: string, onceKey: string, at?: number) {
      const options = { metadata: [onceKey], ...(at === undefined ? {} : { at }) }
      const { byAddress } = yield* orGatewayDown(ledger.entityDetails([treasury], options))
      return byAddress.get(treasury)?.metadata.has(onceKey) === true
    })

    return { isPaid }
  })
}) {}
