/**
 * Signed orders at rest. Anyone who has one can use it at its price (docs/ledger.md, 1.5), so it is stored encrypted and
 * bound to the order it belongs to.
 */
import { Effect } from "effect"
import { Seal, type SealPurpose } from "~/effects/base/settings/Seal.server"
import { decodeTransaction } from "~/ledger/index"
import type { Order } from "./Order"

/** What signed orders are sealed as. */
export const SIGNED_ORDERS: SealPurpose = "signed bond orders"

export class SealedOrders extends Effect.Service<SealedOrders>()("effects/bonds/SealedOrders", {
  dependencies: [Seal.Default],
  effect: Effect.gen(function* () {
    const secrets = yield* Seal

    /** The signed part in hex, as it is stored with the order of this id. */
    const seal = (signedHex: string, orderId: string) =>
      secrets.encrypt(SIGNED_ORDERS, orderId, Buffer.from(signedHex, "hex"))

    /** The signed part of an order, decoded again. Dies where it is not what was stored: nothing can be done with it. */
    const partOf = Effect.fnUntraced(function* ({ id, sealed }: Pick<Order, "id" | "sealed">) {
      const bytes = yield* secrets.decrypt(SIGNED_ORDERS, id, sealed ?? "")
      const transaction = yield* Effect.orDie(decodeTransaction(bytes))
      return transaction.kind === "signedPartial"
        ? transaction.body
        : yield* Effect.dieMessage("a stored order is not a signed subintent")
    })

    return { seal, partOf }
  })
}) {}
