/** Status of a prepared transaction on the ledger, and its confirmation once it is committed. */
import { Effect, Option } from "effect"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import type { Step } from "./Step"
import { TransactionProofs } from "./TransactionProofs.server"

export class TransactionProgress extends Effect.Service<TransactionProgress>()(
  "chain/prepared-transactions/TransactionProgress",
  {
    dependencies: [TransactionProofs.Default],
    effect: Effect.gen(function* () {
      const ledger = yield* Ledger
      const proofs = yield* TransactionProofs

      /** Decides nothing while the committed transaction cannot be read yet. */
      const settle = Effect.fnUntraced(function* (step: Step, txId: string) {
        const unread = () => Effect.succeedNone
        const found = yield* ledger
          .committedDetails(txId)
          .pipe(Effect.asSome, Effect.catchTags({ UnknownOnLedger: unread, LedgerRefused: unread }))
        if (Option.isSome(found)) yield* proofs.settle(step, found.value.transaction)
      })

      /** None if the ledger does not know it. */
      const statusOf = (given: Step, txId: string) =>
        ledger.status(txId).pipe(
          Effect.map(Option.some),
          Effect.catchTags({
            UnknownOnLedger: () => Effect.succeedNone,
            // The ledger refuses the ID itself, so it did not come from a wallet.
            LedgerRefused: ({ reason }) => Effect.as(proofs.end(given, "mismatch", reason), Option.none())
          })
        )

      return { settle, statusOf }
    })
  }
) {}
