/** Reads the result of batches from the ledger and records it once (docs/ledger.md, "Confirming a transaction"). */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Clock, Effect, Option } from "effect"
import { GatewayDown } from "~/effects/base/failures/failures"
import { changesOf } from "~/effects/chain/ledger/changes"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { hasPassed, known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { exchangeOf, isOnLedger, type OnLedgerSeries } from "./manifests"
import type { Batch, Order } from "./Order"
import { OrderLists } from "./OrderLists.server"
import { SeriesRepo } from "./SeriesRepo.server"
import { SettledBatches } from "./SettledBatches.server"

/** Nothing can be committed after the treasury's part has expired; this much later the gateway has caught up. */
const MARGIN_MS = 10 * 60_000

/**
 * Checks the transaction against the ledger: every order's part is in it, and the balances changed by the expected
 * sums.
 */
const mismatch = (
  series: OnLedgerSeries,
  batch: Batch,
  settled: ReadonlyArray<Order>,
  treasury: string,
  transaction: CommittedTransaction
): string | undefined => {
  if (settled.some(({ subintentHash }) => !transaction.subintents.includes(subintentHash ?? "")))
    return "an order is missing"
  const { gets, gives } = exchangeOf(series, { ...batch, total: batch.amount })
  const given = changesOf(transaction, gives.resource)(treasury)
  if (batch.escrowId !== null) {
    const handed = changesOf(transaction, gets.resource)(batch.account) === -gets.amount
    const paid = given === gives.amount
    return handed && paid ? undefined : "the balances of the escrow account or the treasury changed in another way"
  }
  const own = settled.some(({ account }) => account === treasury)
  const fits = given === gives.amount && changesOf(transaction, gets.resource)(treasury) === -gets.amount
  return own || fits ? undefined : "the treasury's balances changed in another way"
}

export class BatchOutcomes extends Effect.Service<BatchOutcomes>()("treasury/bonds/BatchOutcomes", {
  dependencies: [SeriesRepo.Default, OrderLists.Default, SettledBatches.Default],
  effect: Effect.gen(function* () {
    const repo = yield* SeriesRepo
    const orders = yield* OrderLists
    const ledger = yield* Ledger
    const { giveUp, settle } = yield* SettledBatches

    const statusOf = (txId: string) =>
      ledger.status(txId).pipe(
        Effect.map(({ error, status }) => ({ status, error: Option.getOrElse(error, () => "") })),
        Effect.catchTags({
          UnknownOnLedger: () => Effect.succeed({ status: "Unknown" as const, error: "" }),
          LedgerRefused: (cause) => new GatewayDown({ cause })
        })
      )

    /** Settles the batch if the transaction is what was prepared. */
    const committed = Effect.fnUntraced(function* (batch: Batch, txId: string, treasury: string) {
      const { transaction } = yield* Effect.mapError(
        ledger.committedDetails(txId),
        (cause) => new GatewayDown({ cause })
      )
      const series = yield* Effect.orDie(repo.findOrFail(batch.communityId, batch.seriesId))
      const settled = yield* orders.several(batch.orderIds)
      const wrong = isOnLedger(series) ? mismatch(series, batch, settled, treasury, transaction) : "no resource"
      if (wrong === undefined) return yield* settle(batch, transaction)
      return yield* Effect.logError("a settlement is not what was prepared", batch.id, wrong)
    })

    /** The failed transaction changed nothing except its fee, which the escrow account paid. */
    const failed = Effect.fnUntraced(function* (batch: Batch, txId: string, error: string) {
      const problem = `CommittedFailure: ${error}`
      if (batch.escrowId === null) return yield* giveUp(batch, problem)
      const { transaction } = yield* Effect.mapError(
        ledger.committedDetails(txId),
        (cause) => new GatewayDown({ cause })
      )
      return yield* giveUp(batch, problem, transaction.fee)
    })

    /** Polls the result of a batch once. Fails only if the ledger cannot be read. */
    const check = Effect.fn("BatchOutcomes.check")(function* (batch: Batch, treasury: string) {
      const { payload, txId } = batch
      if (batch.state !== "sent" || txId === null || payload === null) return
      const state = yield* statusOf(txId)
      if (state.status === "CommittedSuccess") return yield* committed(batch, txId, treasury)
      if (state.status === "CommittedFailure") return yield* failed(batch, txId, state.error)
      if (state.status === "PermanentlyRejected") return yield* giveUp(batch, `Rejected: ${state.error}`)
      const now = yield* Clock.currentTimeMillis
      if (state.status !== "Unknown") return
      if (now > batch.expiresAt + MARGIN_MS && (yield* hasPassed(ledger, batch.expiresAt))) {
        return yield* giveUp(batch, "The ledger never saw this transaction. Nothing happened.")
      }
      // The batch is submitted again with every poll, so the next poll reads the current refusal.
      yield* known(ledger.submit(hexToBytes(payload)))
    })

    return { check }
  })
}) {}
