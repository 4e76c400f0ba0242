/**
 * Reserve coverage over time: for each day, the reserve account's balance against everything still owed
 * (docs/product/bonds.md). Read every hour; the last reading of a day counts. Nothing is written while the ledger does
 * not answer.
 */
import { Clock, Effect } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { CouponsRepo } from "./CouponsRepo.server"
import { DAY_MS } from "./limits"
import { reserveAccounts, together } from "./reserves"
import { OWING, SeriesRepo } from "./SeriesRepo.server"
import { coverNow } from "./view.server"

export const makeCoverHistory = Effect.gen(function* () {
  const sql = yield* Sql
  const lists = yield* SeriesRepo
  const payments = yield* CouponsRepo
  const ledger = yield* Ledger
  const { scan } = yield* WorkQueue

  const write = (seriesId: string, day: number, balance: string, owed: string) =>
    sql`INSERT INTO bond_cover ${sql.insert({ seriesId, day, balance, owed })}
        ON CONFLICT (series_id, day) DO UPDATE SET balance = excluded.balance, owed = excluded.owed`

  const record = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    const now = yield* Clock.currentTimeMillis
    const all = yield* lists.several(ids)
    if (all.length === 0) return
    const accounts = reserveAccounts(all)
    const balances = yield* ledger.balances(accounts)
    const debtors = yield* lists.onReserves(accounts)
    const paidOf = yield* payments.paidOf(together(all, debtors))
    for (const series of all) {
      const found = coverNow(series, now, { balances, debtors, paidOf }, paidOf(series))
      if (found !== null) yield* write(series.id, Math.floor(now / DAY_MS), found.held, found.owed)
    }
  })

  // If the ledger refuses or does not know one account, the others are still read.
  const recordOf = (ids: ReadonlyArray<string>) =>
    Effect.catchTags(record(ids), { LedgerRefused: Effect.die, UnknownOnLedger: Effect.die })
  const hour = scan({
    job: "bonds.cover",
    after: lists.keysIn(OWING),
    keyOf: (id) => id,
    check: (id) => recordOf([id]),
    together: recordOf
  })
  return { hour }
})

export const coverJob = Effect.map(
  makeCoverHistory,
  ({ hour }): Job => ({ name: "bond-cover", every: "hour", run: hour })
)
