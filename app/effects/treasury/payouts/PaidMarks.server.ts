/** Looks up the payment records on a treasury: a payment locks its batch's idempotency key there. */
import { Effect } from "effect"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"

export class PaidMarks extends Effect.Service<PaidMarks>()("treasury/payouts/PaidMarks", {
  effect: Effect.gen(function* () {
    const ledger = yield* Ledger

    /** Whether the treasury carries a batch's key, now or at a state version. */
    const isPaid = Effect.fn("PaidMarks.isPaid")(function* (treasury: string, idempotencyKey: string, at?: number) {
      const options = { metadata: [idempotencyKey], ...(at === undefined ? {} : { at }) }
      const { byAddress } = yield* orGatewayDown(ledger.entityDetails([treasury], options))
      return byAddress.get(treasury)?.metadata.has(idempotencyKey) === true
    })

    return { isPaid }
  })
}) {}
