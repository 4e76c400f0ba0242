/**
 * Cover over time: each day what the reserve account held against everything still owed out of it
 * (docs/product/bonds.md, 3.5.5). Looked at each hour; the last look of a day stands for it. While the ledger does not
 * answer, nothing is written.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { DAY_MS } from "./limits"
import { reserveAccounts, together } from "./reserves"
import type { Series } from "./Series"
import { OWING, SeriesRepo } from "./SeriesRepo.server"
import { coverNow } from "./view.server"

/** Series looked at in one statement and one question to the ledger. */
const AT_ONCE = 100

export const coverJob = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const repo = yield* SeriesRepo
  const ledger = yield* Ledger

  const look = (all: ReadonlyArray<Series>) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const accounts = reserveAccounts(all)
      const balances = yield* ledger.balances(accounts)
      const debtors = yield* repo.onReserves(accounts)
      const paidOf = yield* repo.paidOf(together(all, debtors))
      yield* Effect.forEach(
        all,
        (series) => {
          const found = coverNow(series, now, { balances, debtors, paidOf }, paidOf(series))
          if (found === null) return Effect.void
          const { held: balance, owed } = found
          return Effect.orDie(sql`INSERT INTO bond_cover
            ${sql.insert({ seriesId: series.id, day: Math.floor(now / DAY_MS), balance, owed })}
            ON CONFLICT (series_id, day) DO UPDATE SET balance = excluded.balance, owed = excluded.owed`)
        },
        { discard: true }
      )
    })

  const run = Effect.gen(function* () {
    let after = ""
    for (;;) {
      const all = yield* repo.inStates(OWING, after, AT_ONCE)
      const last = all.at(-1)
      if (last === undefined) return
      yield* look(all)
      after = last.id
    }
  }).pipe(
    Effect.catchAll(({ _tag }) => Effect.logWarning("the cover of bonds could not be looked at", _tag)),
    Effect.withSpan("bonds.cover")
  )
  return { name: "bond-cover", every: "hour", run } satisfies Job
}).pipe(Effect.provide(SeriesRepo.Default))
