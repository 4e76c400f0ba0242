/** What the ledger says of a step's transaction: where it stands, and its proof once it is committed. */
import { Effect, Option } from "effect"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import type { Step } from "./Step"
import { StepProofs } from "./StepProofs.server"

export class StepStatus extends Effect.Service<StepStatus>()("effects/StepStatus", {
  dependencies: [StepProofs.Default],
  effect: Effect.gen(function* () {
    const ledger = yield* Ledger
    const proofs = yield* StepProofs

    /** Nothing is decided while the committed transaction cannot be read yet. */
    const settle = Effect.fnUntraced(function* (step: Step, txId: string) {
      const unread = () => Effect.succeedNone
      const found = yield* ledger
        .committedDetails(txId)
        .pipe(Effect.asSome, Effect.catchTags({ UnknownOnLedger: unread, LedgerRefused: unread }))
      if (Option.isSome(found)) yield* proofs.settle(step, found.value.transaction)
    })

    /** None where the ledger does not know it. */
    const statusOf = (given: Step, txId: string) =>
      ledger.status(txId).pipe(
        Effect.map(Option.some),
        Effect.catchTags({
          UnknownOnLedger: () => Effect.succeedNone,
          // No hash at all: what was named did not come from a wallet.
          LedgerRefused: ({ reason }) => Effect.as(proofs.end(given, "mismatch", reason), Option.none())
        })
      )

    return { settle, statusOf }
  })
}) {}
