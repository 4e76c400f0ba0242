/** Reads who holds a series' units on the ledger, at a coupon's due date or when a late one was prepared. */
import { Effect, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { GatewayDown } from "~/effects/base/failures/failures"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import type { OnLedgerSeries } from "./manifests"

/** Accounts that a late coupon is owed to, as stored, and the ledger version at which they held units. */
const Owed = Schema.Struct({ version: Schema.Number, account: Schema.String })

export class UnitHolders extends Effect.Service<UnitHolders>()("treasury/bonds/UnitHolders", {
  dependencies: [EscrowsRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const ledger = yield* Ledger
    const escrows = yield* EscrowsRepo
    const down = (cause: unknown) => new GatewayDown({ cause })

    const bought = findAll({
      Request: Schema.String,
      Result: Schema.Struct({ account: AccountAddress }),
      execute: (seriesId) => sql`SELECT DISTINCT account FROM bond_receipts WHERE series_id = ${seriesId}`
    })

    /** Units in escrow for a sale belong to nobody yet, so they get no coupons and no notifications. */
    const escrowedOf = ({ communityId }: OnLedgerSeries) =>
      Effect.map(escrows.bondAccounts(communityId), (found) => {
        const accounts = new Set(found)
        return (address: string) => accounts.has(address)
      })

    /**
     * The holders of units at the end of a past moment, in Unix milliseconds. The ledger lists present holders only, so
     * it misses accounts that got units from another account and have given all of them away since.
     */
    const holdersAt = Effect.fn("UnitHolders.holdersAt")(function* (series: OnLedgerSeries, moment: number) {
      const { bondResource, id } = series
      const candidates = (yield* bought(id)).map(({ account }) => account)
      const at = { before: moment + 1 }
      const { holders, time } = yield* Effect.mapError(ledger.holders(bondResource, { at, candidates }), down)
      const isEscrow = yield* escrowedOf(series)
      const others = holders.filter(({ address }) => !isEscrow(address))
      return { version: time.stateVersion, holders: others.map(({ address, amount }) => [address, amount] as const) }
    })

    /** Accounts that held units at the record version of a prepared late coupon. */
    const owed = findAll({
      Request: Schema.Struct({ seriesId: Schema.String, dueAt: Schema.Number }),
      Result: Owed,
      execute: ({ dueAt, seriesId }) => sql`SELECT c.record_version AS version, r.account FROM bond_coupons c
        JOIN distribution_rows r ON r.distribution_id = c.distribution_id
        WHERE c.series_id = ${seriesId} AND c.due_at = ${dueAt} AND c.record_version IS NOT NULL`
    })

    /** At the record version of the late coupon; without one, now. */
    const owedTo = Effect.fn("UnitHolders.owedTo")(function* (series: OnLedgerSeries, lateSince: number | null) {
      const record = yield* owed({ seriesId: series.id, dueAt: lateSince ?? -1 })
      const candidates = record.map(({ account }) => account).filter(Schema.is(AccountAddress))
      const at = record[0]?.version
      const { holders } = yield* ledger.holders(series.bondResource, at === undefined ? {} : { at, candidates })
      const isEscrow = yield* escrowedOf(series)
      return holders.map(({ address }) => address).filter((address) => !isEscrow(address))
    })

    return { holdersAt, owedTo }
  })
}) {}
