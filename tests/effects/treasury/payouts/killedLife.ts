/**
 * One run of a server that pays a list, for the fault test that kills it: everything is on disk, including the ledger.
 * It continues where the last one was killed, and pays one batch after the other until it is killed or told that it is
 * the last. Before each batch the payout is stopped and resumed, so that it is killed in between, too.
 */
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Logger, Option } from "effect"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { layerSql } from "~/effects/chain/ledger/LedgerStore.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { ActivityLive } from "~/effects/communities/communities/ActivityLive.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { TransactionChecksLive } from "~/effects/server/layers/transactionKinds.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { Payouts } from "~/effects/treasury/payouts/Payouts.server"
import { ONE } from "~/ledger/index"
import { signAnew } from "../../chain/ledger/signAnew"
import { world as communitiesWorld } from "../../communities/communities/world"
import { clientOn } from "../../local/world"
import { settings } from "../../people/wallet-session/world"
import { garden, held, person, planned, report, treasuryOf } from "./world"

export const PEOPLE = 30
const BATCH = 2

const worldIn = (file: string) => {
  const database = MigrationsLive.pipe(Layer.provideMerge(layerSqlite(file)), Layer.orDie)
  const ledger = Ledger.Default.pipe(Layer.provideMerge(clientOn(layerSql)))
  return Layer.merge(DistributionsLive, TreasuryHolders.Default).pipe(
    Layer.provideMerge(TransactionChecksLive),
    Layer.provideMerge(
      Layer.mergeAll(PreparedTransactions.Default, ActivityLive, Notifications.Default, Drafts.Default, ledger)
    ),
    Layer.provideMerge(Layer.succeed(Settings, settings)),
    Layer.provideMerge(communitiesWorld(database)),
    Layer.provide(Logger.remove(Logger.defaultLogger))
  )
}

export const people = Array.from({ length: PEOPLE }, (_, index) => person(index))

export const place = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const repo = yield* CommunitiesRepo
  const [kept] = yield* sql<{ readonly id: string }>`SELECT id FROM communities WHERE stage = 'deployed'`
  if (kept === undefined) return yield* garden
  const { community } = yield* Effect.flatten(repo.findById(kept.id, null))
  return { community, treasury: yield* treasuryOf(community) }
})

/** The payout in progress, or the next one. */
export const runIn = (where: Effect.Effect.Success<typeof place>, isLast: boolean) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const repo = yield* DistributionsRepo
    const distributions = yield* Distributions
    const [open] = yield* sql<{ readonly id: string }>`SELECT id FROM distributions WHERE state <> 'done'`
    if (open === undefined && isLast) return Option.none()
    const run =
      open === undefined
        ? yield* planned(
            where,
            people.map(({ account }) => [account, ONE] as const)
          )
        : yield* repo.findIdOrFail(open.id)
    // Killed between the stop and what comes after it.
    if (run.state === "stopped") yield* distributions.takeUp(run)
    if (run.state === "draft") yield* distributions.accept(run, false)
    if (run.state === "draft" || run.state === "approved") yield* distributions.start(run, BATCH, 1)
    return Option.some(yield* repo.findIdOrFail(run.id))
  })

/** Pays until nothing is left (`isLast`), or forever. Returns how many rows have another amount than the plan. */
const live = (isLast: boolean, ready: () => void) =>
  Effect.gen(function* () {
    const steps = yield* PreparedTransactions
    const checks = yield* TransactionChecks
    const payouts = yield* Payouts
    const distributions = yield* Distributions
    const sql = yield* SqlClient.SqlClient
    const where = yield* place
    ready()
    for (;;) {
      // First, since what the last run sent may have completed its payout.
      yield* Effect.forEach(yield* steps.undecided(null, 50), (id) =>
        Effect.flatMap(steps.findOrFail(id), checks.check)
      )
      const run = yield* runIn(where, isLast)
      if (Option.isNone(run)) break
      yield* distributions.stop(run.value)
      yield* distributions.takeUp(run.value)
      yield* distributions.retry(run.value)
      const next = yield* Effect.option(payouts.next(where.treasury, run.value))
      if (Option.isNone(next) || Option.isNone(next.value)) continue
      const step = next.value.value
      yield* report(step.id, yield* signAnew(step.manifest))
    }
    const [done] = yield* sql<{ readonly n: number }>`SELECT COUNT(*) AS n FROM distributions WHERE state = 'done'`
    const runs = Number(done?.n ?? 0)
    const amounts = yield* held(
      where.treasury.token,
      people.map(({ account }) => account)
    )
    return { runs, wrong: amounts.filter((amount) => amount !== String(runs)).length }
  })

export const lifeOf = (file: string, isLast: boolean, ready: () => void) =>
  Effect.runPromise(live(isLast, ready).pipe(Effect.provide(worldIn(file))))
