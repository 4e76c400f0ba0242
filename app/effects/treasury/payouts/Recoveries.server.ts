/** Takes back what was not claimed by its date, several accounts in one transaction. */

import { Clock, Effect } from "effect"
import { inUtc } from "~/effects/base/text/moments"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import type { HeldTreasury } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { PayableRows } from "~/effects/treasury/payouts/PayableRows.server"
import { amountOf } from "~/ledger/index"
import type { Distribution } from "./Distribution"
import { DistributionsRepo } from "./DistributionsRepo.server"
import { NothingToSign } from "./errors"
import { RECOVER } from "./recoverStep.server"
import { recoveryManifest } from "./recovery"
import { makeUnclaimedRows } from "./UnclaimedRows.server"

export class Recoveries extends Effect.Service<Recoveries>()("treasury/payouts/Recoveries", {
  dependencies: [DistributionsRepo.Default, PreparedTransactions.Default, PayableRows.Default],
  effect: Effect.gen(function* () {
    const repo = yield* DistributionsRepo
    const { unclaimedOf } = yield* makeUnclaimedRows
    const steps = yield* PreparedTransactions

    /**
     * Prepares taking back what some accounts have not claimed, without what they claimed elsewhere. `may` gets the
     * idempotency key before an earlier transaction under it is replaced.
     */
    const recover = Effect.fn("Recoveries.recover")(function* <E = never, R = never>(
      treasury: HeldTreasury,
      given: Distribution,
      may: (idempotencyKey: string) => Effect.Effect<void, E, R> = () => Effect.void
    ) {
      const run = yield* Effect.orDie(repo.findIdOrFail(given.id))
      const now = yield* Clock.currentTimeMillis
      if (run.recoverAfter === null) {
        return yield* new NothingToSign({
          message: "In this payout, unclaimed tokens are never taken back."
        })
      }
      if (now < run.recoverAfter) {
        return yield* new NothingToSign({
          message: `Unclaimed tokens can be taken back after ${inUtc("day", run.recoverAfter)}.`
        })
      }
      const { locker, unclaimed } = yield* unclaimedOf(treasury, run)
      if (unclaimed.length === 0) return yield* new NothingToSign({ message: "Nothing is left to take back." })
      const [first] = unclaimed
      const idempotencyKey = `recover:${run.id}-${first?.line ?? 0}`
      yield* may(idempotencyKey)
      const detail = {
        distribution: run.id,
        treasury: treasury.treasury,
        resource: run.resource,
        rows: unclaimed.map((row) => ({ id: row.id, amount: row.amount }))
      }
      return yield* steps.open({
        idempotencyKey,
        kind: RECOVER,
        communityId: run.communityId,
        related: run.id,
        account: treasury.admin.account,
        manifest: recoveryManifest(
          {
            ...treasury,
            locker,
            resource: run.resource,
            idempotencyKey,
            unclaimed: unclaimed.map((row) => ({ account: row.account, amount: amountOf(row.amount) }))
          },
          treasury.signers !== undefined
        ),
        detail
      })
    })

    return { recover }
  })
}) {}
