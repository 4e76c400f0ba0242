/** Hands a prepared transaction to a wallet: to one page at a time, for the duration of its lease. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { atomically } from "~/effects/base/limits/atomically.server"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { StepLeases, turnOf } from "./StepLeases.server"
import { StepsRepo } from "./StepsRepo.server"

export class StepHandOvers extends Effect.Service<StepHandOvers>()("effects/StepHandOvers", {
  dependencies: [StepLeases.Default, StepsRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const leases = yield* StepLeases
    const repo = yield* StepsRepo

    /**
     * Grants the lease to one page. Returns the transaction as it is; one that is submitted or final needs no
     * signature.
     */
    const handOver = Effect.fn("StepHandOvers.handOver")(function* (id: string, holder: string, takeOver: boolean) {
      const { onceKey } = yield* repo.mustFind(id)
      yield* Effect.orDie(takeTurns(sql, [turnOf(onceKey)]))
      const step = yield* repo.mustFind(id)
      if (step.state !== "waiting") return step
      const { account, communityId } = step
      yield* leases.take({ onceKey, communityId, account, holder, takeOver })
      return yield* repo.mustFind(id)
    }, atomically(sql))

    return { handOver }
  })
}) {}
