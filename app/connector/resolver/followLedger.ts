import { Effect, Option } from "effect"
import { awaitSubintent } from "../awaitSubintent"
import { awaitTransaction } from "../awaitTransaction"
import type { IntentHash, SubintentHash } from "../gateway/walletReplies"
import { hashOnLedger } from "../pure/requestItem"
import { RequestItems } from "../RequestItems"
import type { RequestItem } from "../schema/RequestItem"

/** Polls the ledger for an item that the wallet has handled, and updates the item. */
export const followLedger = Effect.fnUntraced(function* (item: RequestItem) {
  const items = yield* RequestItems
  const { interactionId, metadata, status } = item
  // The branded type only requires that it is not empty, which `hashOnLedger` ensures.
  const hash = hashOnLedger(item)
  if (hash === undefined) return

  if (status === "pending") {
    yield* items.whileOpen(interactionId, awaitTransaction(hash as IntentHash)).pipe(
      Effect.flatMap(
        Option.match({
          onNone: () => Effect.void,
          onSome: ({ reason, status: transactionStatus }) =>
            items.move(interactionId, { type: "settled", transactionStatus, reason })
        })
      ),
      Effect.catchAll((error) => items.fail(interactionId, error))
    )
  }

  if (status === "pendingCommit") {
    const waiting = awaitSubintent(hash as SubintentHash, metadata?.expirationTimestamp ?? 0)
    const end = Option.getOrUndefined(yield* items.whileOpen(interactionId, waiting))
    if (end === undefined) return
    if (end.outcome === "expired") {
      yield* items.move(interactionId, { type: "expired" })
      return
    }
    const parent = Option.getOrUndefined(end.parentTransactionIntentHash)
    yield* items.move(interactionId, { type: "committed", parentTransactionIntentHash: parent })
  }
})
