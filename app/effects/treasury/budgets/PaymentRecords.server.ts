/**
 * The escrow account's own records of payments: each payment stores its hash under its number there, once. They decide
 * whether a payment was made that this site has lost, for example with a database that was restored from a backup.
 */
import { Effect } from "effect"
import { hashOf } from "~/effects/base/text/digest"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { textIn } from "~/effects/chain/ledger/metadata"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { isOnLedger } from "~/effects/treasury/escrow/Escrow"
import { type Budget, type BudgetPayment, payKeyOf } from "./Budget"
import { BudgetRefused } from "./errors"

/** Exactly what a payment is, as its record on the escrow account names it. */
export const paymentHash = (
  { digest }: { readonly digest: string },
  { account, amount, n, reason }: Pick<BudgetPayment, "account" | "amount" | "n" | "reason">
): string => hashOf({ budget: digest, n, account, amount, reason })

export const makePaymentRecords = Effect.gen(function* () {
  const ledger = yield* Ledger

  /** The number under which the escrow account records exactly this payment; null if under none. */
  const numberOf = Effect.fn("PaymentRecords.numberOf")(function* (
    { escrow, id }: Pick<Budget, "escrow" | "id">,
    payment: Pick<BudgetPayment, "account" | "amount" | "reason">
  ) {
    if (escrow === null || !isOnLedger(escrow)) {
      return yield* new BudgetRefused({ message: "This budget has no escrow account to read." })
    }
    const { metadata } = yield* orGatewayDown(ledger.metadata(escrow.address))
    const prefix = payKeyOf(id, 0).slice(0, -1)
    const numbers = [...metadata.keys()].flatMap((key) => {
      const n = key.startsWith(prefix) ? Number(key.slice(prefix.length)) : 0
      return Number.isInteger(n) && n > 0 ? [n] : []
    })
    return numbers.find((n) => textIn(metadata, payKeyOf(id, n)) === paymentHash(escrow, { ...payment, n })) ?? null
  })

  return { numberOf }
})
