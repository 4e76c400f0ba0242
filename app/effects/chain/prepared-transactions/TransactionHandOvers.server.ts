/** Hands a prepared transaction to a wallet: to one page at a time, for the duration of its lease. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { PreparedTransactionsRepo } from "./PreparedTransactionsRepo.server"
import { lockOf, TransactionLeases } from "./TransactionLeases.server"

export class TransactionHandOvers extends Effect.Service<TransactionHandOvers>()(
  "chain/prepared-transactions/TransactionHandOvers",
  {
    dependencies: [TransactionLeases.Default, PreparedTransactionsRepo.Default],
    effect: Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const leases = yield* TransactionLeases
      const repo = yield* PreparedTransactionsRepo

      /**
       * Grants the lease to one page. Returns the transaction as it is; one that is submitted or final needs no
       * signature.
       */
      const handOver = Effect.fn("TransactionHandOvers.handOver")(function* (
        id: string,
        holder: string,
        takeOver: boolean
      ) {
        const { onceKey } = yield* repo.findOrFail(id)
        yield* Effect.orDie(withLocks(sql, [lockOf(onceKey)]))
        const step = yield* repo.findOrFail(id)
        if (step.state !== "waiting") return step
        const { account, communityId } = step
        yield* leases.take({ onceKey, communityId, account, holder, takeOver })
        return yield* repo.findOrFail(id)
      }, atomically(sql))

      return { handOver }
    })
  }
) {}
