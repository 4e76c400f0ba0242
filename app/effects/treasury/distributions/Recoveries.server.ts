/** Taking back what was not claimed until its date, some accounts in one transaction (R-T4). */
import { Clock, Effect } from "effect"
import { inUtc } from "~/effects/base/text/moments"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { LedgerSteps } from "~/effects/chain/ledger-steps/LedgerSteps.server"
import type { HeldTreasury } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { amountOf, NOTHING } from "~/ledger/index"
import { ClaimRecords } from "./ClaimRecords.server"
import type { Distribution, PayableRow } from "./Distribution"
import { DistributionRows } from "./DistributionRows.server"
import { DistributionsRepo } from "./DistributionsRepo.server"
import { NothingToSign } from "./errors"
import { RECOVER } from "./recoverStep.server"
import { RECOVER_AT_ONCE, recoveryManifest } from "./recovery"

export class Recoveries extends Effect.Service<Recoveries>()("effects/Recoveries", {
  dependencies: [DistributionsRepo.Default, DistributionRows.Default, ClaimRecords.Default, LedgerSteps.Default],
  effect: Effect.gen(function* () {
    const ledger = yield* Ledger
    const repo = yield* DistributionsRepo
    const rows = yield* DistributionRows
    const claims = yield* ClaimRecords
    const steps = yield* LedgerSteps

    /** What the locker keeps for the account of a row; our records follow it. */
    const heldFor = Effect.fnUntraced(function* ({ locker }: HeldTreasury, run: Distribution, { account }: PayableRow) {
      const { communityId, resource } = run
      const { time, vaults } = yield* orGatewayDown(ledger.lockerVaults(locker, account))
      const held = amountOf(vaults.find((vault) => vault.resource === resource)?.amount ?? NOTHING)
      yield* claims.settleWithLedger({ communityId, locker, resource, account, held, version: time.stateVersion })
      return held
    })

    /** The next rows whose tokens are still in the locker. */
    const unclaimedOf = Effect.fnUntraced(function* (treasury: HeldTreasury, run: Distribution) {
      const waiting = yield* Effect.forEach(
        yield* rows.claimable(run.id, RECOVER_AT_ONCE),
        (row) => Effect.map(heldFor(treasury, run, row), (held) => ({ row, held })),
        { concurrency: 4 }
      )
      return waiting.flatMap(({ held, row }) => (held >= amountOf(row.amount) ? [row] : []))
    })

    /** Prepares taking back what some accounts have not claimed; what they claimed elsewhere is left out. */
    const recover = Effect.fn("Payouts.recover")(function* (treasury: HeldTreasury, given: Distribution) {
      const run = yield* Effect.orDie(repo.mustFindId(given.id))
      const now = yield* Clock.currentTimeMillis
      if (run.recoverAfter === null) {
        return yield* new NothingToSign({ message: "These tokens belong to their recipients for ever." })
      }
      if (now < run.recoverAfter) {
        return yield* new NothingToSign({
          message: `Unclaimed tokens can be recovered after ${inUtc("day", run.recoverAfter)}.`
        })
      }
      const unclaimed = yield* unclaimedOf(treasury, run)
      if (unclaimed.length === 0) return yield* new NothingToSign({ message: "Nothing is left to recover." })
      const [first] = unclaimed
      const onceKey = `recover:${run.id}-${first?.line ?? 0}`
      const detail = {
        distribution: run.id,
        treasury: treasury.treasury,
        resource: run.resource,
        rows: unclaimed.map((row) => ({ id: row.id, amount: row.amount }))
      }
      return yield* steps.open({
        onceKey,
        kind: RECOVER,
        communityId: run.communityId,
        related: run.id,
        account: treasury.admin.account,
        manifest: recoveryManifest({
          ...treasury,
          resource: run.resource,
          onceKey,
          unclaimed: unclaimed.map((row) => ({ account: row.account, amount: amountOf(row.amount) }))
        }),
        detail
      })
    })

    return { recover }
  })
}) {}
