/**
 * Encrypts signed orders at rest. Anyone who has one can use it at its price (docs/ledger.md), so each is bound to its
 * order.
 */
import { Effect } from "effect"
import { Seal, type SecretPurpose } from "~/effects/base/settings/Seal.server"
import { decodeTransaction } from "~/ledger/index"
import type { Order } from "./Order"

/** Purpose under which signed orders are encrypted. */
export const SIGNED_ORDERS: SecretPurpose = "signed bond orders"

export class SealedOrders extends Effect.Service<SealedOrders>()("treasury/bonds/SealedOrders", {
  dependencies: [Seal.Default],
  effect: Effect.gen(function* () {
    const secrets = yield* Seal

    /** Encrypts the signed part (hex) for the order of this id. */
    const seal = (signedHex: string, orderId: string) =>
      secrets.encrypt(SIGNED_ORDERS, orderId, Buffer.from(signedHex, "hex"))

    /**
     * Decrypts and decodes the signed part of an order. Dies if it is not what was stored, since nothing can repair
     * that.
     */
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
