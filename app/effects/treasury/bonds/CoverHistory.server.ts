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
import { OWING, SeriesLists } from "./SeriesLists.server"
import { SeriesPayments } from "./SeriesPayments.server"
import { coverNow } from "./view.server"

/** Series looked at in one statement and one question to the ledger. */
const AT_ONCE = 100

export class CoverHistory extends Effect.Service<CoverHistory>()("effects/bonds/CoverHistory", {
  dependencies: [SeriesLists.Default, SeriesPayments.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lists = yield* SeriesLists
    const payments = yield* SeriesPayments
    const ledger = yield* Ledger

    const write = (seriesId: string, day: number, balance: string, owed: string) =>
      Effect.orDie(sql`INSERT INTO bond_cover ${sql.insert({ seriesId, day, balance, owed })}
        ON CONFLICT (series_id, day) DO UPDATE SET balance = excluded.balance, owed = excluded.owed`)

    const look = Effect.fnUntraced(function* (all: ReadonlyArray<Series>) {
      const now = yield* Clock.currentTimeMillis
      const accounts = reserveAccounts(all)
      const balances = yield* ledger.balances(accounts)
      const debtors = yield* lists.onReserves(accounts)
      const paidOf = yield* payments.paidOf(together(all, debtors))
      for (const series of all) {
        const found = coverNow(series, now, { balances, debtors, paidOf }, paidOf(series))
        if (found !== null) yield* write(series.id, Math.floor(now / DAY_MS), found.held, found.owed)
      }
    })

    const lookAtAll = Effect.gen(function* () {
      for (let after = ""; ; ) {
        const all = yield* lists.inStates(OWING, after, AT_ONCE)
        const last = all.at(-1)
        if (last === undefined) return
        yield* look(all)
        after = last.id
      }
    })

    const later = ({ _tag }: { readonly _tag: string }) =>
      Effect.logWarning("the cover of bonds could not be looked at", _tag)
    const hour = lookAtAll.pipe(
      Effect.catchTags({ GatewayDown: later, LedgerRefused: later, UnknownOnLedger: later }),
      Effect.withSpan("bonds.cover")
    )
    return { hour }
  })
}) {}

export const coverJob = Effect.map(CoverHistory, ({ hour }): Job => ({ name: "bond-cover", every: "hour", run: hour }))
