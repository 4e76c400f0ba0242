/**
 * Repository of payout rows as they are written, edited, shown and paid, and of the list that they were read from.
 */
import { Effect, Option, Schema, Stream } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { LockerAddress } from "~/effects/base/addresses/addresses"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { inParts, AT_ONCE as PAGE, pageOf, readInPages, readWhole } from "~/effects/base/jobs/inParts"
import type { SheetRow } from "~/effects/base/lists/Sheet"
import { readStoredRows, StoredRows, storedRows } from "~/effects/base/lists/storedRows.server"
import { type DistributionId, DistributionRow, PayableRow } from "./Distribution"
import type { CheckedRow } from "./list/checkRows"

/** A row as pages and reports show it. A removed account has no name. */
export const NamedRow = Schema.Struct({
  ...DistributionRow.fields,
  name: Schema.NullOr(Schema.String),
  /** When its transaction was committed, in Unix milliseconds. */
  movedAt: Schema.NullOr(Schema.Number)
})
export type NamedRow = typeof NamedRow.Type

/** Rows per statement. */
const AT_ONCE = 100

/** Key of a row; sorts by line. */
export const rowId = (id: string, line: number): string => `${id}-${String(line).padStart(7, "0")}`

export class DistributionRows extends Effect.Service<DistributionRows>()("treasury/payouts/DistributionRows", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const page = findAll({
      Request: Schema.Struct({ id: Schema.String, after: Schema.Int, limit: Schema.Int }),
      Result: NamedRow,
      execute: ({ after, id, limit }) => sql`SELECT r.*, u.username AS name, t.at AS moved_at FROM distribution_rows r
        LEFT JOIN ledger_records t ON t.community_id = r.community_id AND t.tx_id = r.tx_id
        LEFT JOIN users u ON u.account_address = r.account AND u.status = 'active'
        WHERE r.distribution_id = ${id} AND r.line > ${after} ORDER BY r.line LIMIT ${limit}`
    })
    const left = findAll({
      Request: Schema.Struct({ id: Schema.String, limit: Schema.Int }),
      Result: NamedRow,
      execute: ({ id, limit }) => sql`SELECT r.*, u.username AS name, NULL AS moved_at FROM distribution_rows r
        LEFT JOIN users u ON u.account_address = r.account AND u.status = 'active'
        WHERE r.distribution_id = ${id} AND r.state = 'left' ORDER BY r.line LIMIT ${limit}`
    })
    const sheet = findOne({
      Request: Schema.String,
      Result: Schema.Struct({ sheet: StoredRows }),
      execute: (id) => sql`SELECT sheet FROM distribution_sheets WHERE distribution_id = ${id}`
    })
    const storeSheet = Effect.fn("DistributionRows.storeSheet")(function* (
      distributionId: DistributionId,
      communityId: CommunityId,
      rows: ReadonlyArray<SheetRow>
    ) {
      yield* sql`INSERT INTO distribution_sheets
        ${sql.insert({ distributionId, communityId, sheet: storedRows(rows) })}`
    })

    const insert = Effect.fn("DistributionRows.insert")(function* (
      distributionId: DistributionId,
      communityId: CommunityId,
      rows: ReadonlyArray<CheckedRow>
    ) {
      yield* Stream.runForEach(
        inParts(rows, AT_ONCE),
        (part) =>
          sql`INSERT INTO distribution_rows ${sql.insert(
            part.map((row) => ({ ...row, id: rowId(distributionId, row.line), distributionId, communityId }))
          )}`
      )
    })

    /** Repeats the payments on each of these days: the stored rows become the first day's, the others get copies. */
    const repeat = Effect.fn("DistributionRows.repeat")(function* (
      distributionId: DistributionId,
      communityId: CommunityId,
      rows: ReadonlyArray<CheckedRow>,
      times: ReadonlyArray<number>
    ) {
      const step = Math.max(0, ...rows.map(({ line }) => line))
      yield* sql`UPDATE distribution_rows SET due_at = ${times[0] ?? null} WHERE distribution_id = ${distributionId}`
      const paid = rows.filter(({ state }) => state === "valid")
      for (const [n, dueAt] of times.entries()) {
        if (n === 0) continue
        const copies = paid.map((row) => ({ ...row, line: row.line + n * step }))
        yield* insert(distributionId, communityId, copies)
        yield* sql`UPDATE distribution_rows SET due_at = ${dueAt}
          WHERE distribution_id = ${distributionId} AND due_at IS NULL`
      }
    })

    /** Deletes the copies for later days. */
    const once = Effect.fn("DistributionRows.once")(function* (id: string, first: number) {
      yield* sql`DELETE FROM distribution_rows WHERE distribution_id = ${id} AND due_at > ${first}`
      yield* sql`UPDATE distribution_rows SET due_at = NULL WHERE distribution_id = ${id}`
    })

    const ofBatch = findAll({
      Request: Schema.Struct({ id: Schema.String, n: Schema.Int }),
      Result: PayableRow,
      execute: ({ id, n }) =>
        sql`SELECT * FROM distribution_rows WHERE distribution_id = ${id} AND chunk = ${n} ORDER BY line`
    })
    const payable = findAll({
      Request: Schema.Struct({ id: Schema.String, after: Schema.Int, onlyValid: Schema.Boolean }),
      Result: PayableRow,
      execute: ({ after, id, onlyValid }) => sql`SELECT * FROM distribution_rows
        WHERE distribution_id = ${id} AND line > ${after}
          AND ${onlyValid ? sql`state = 'valid'` : sql`state NOT IN ('error', 'excluded')`}
        ORDER BY line LIMIT ${PAGE}`
    })
    const whole = (id: string, onlyValid: boolean) =>
      readWhole(
        readInPages(0, (after) =>
          Effect.map(payable({ id, after, onlyValid }), (rows) => pageOf(rows, PAGE, ({ line }) => line))
        )
      )
    const claimable = findAll({
      Request: Schema.Struct({ id: Schema.String, limit: Schema.Int }),
      Result: Schema.Struct({ ...PayableRow.fields, locker: Schema.NullOr(LockerAddress) }).annotations(
        rowOf("distribution_rows")
      ),
      execute: ({ id, limit }) => sql`SELECT r.*, k.locker FROM distribution_rows r
        LEFT JOIN claims k ON k.id = r.id
        WHERE r.distribution_id = ${id} AND r.state = 'claimable' ORDER BY r.line LIMIT ${limit}`
    })

    return {
      repeat,
      once,
      page: (id: string, after: number, limit: number) => page({ id, after, limit }),
      /** The whole list, as long as it is edited. */
      all: (id: string) =>
        readWhole(
          readInPages(0, (after) =>
            Effect.map(page({ id, after, limit: PAGE }), (rows) => pageOf(rows, PAGE, ({ line }) => line))
          )
        ),
      /** Rows whose tokens left the locker outside this site. */
      left: (id: string, limit: number) => left({ id, limit }),
      insert,
      /** Rows of the list as it was brought; none after the start. */
      sheet: (id: string) =>
        Effect.flatMap(
          sheet(id),
          Option.match({
            onNone: () => Effect.succeedNone,
            onSome: ({ sheet: rows }) => Effect.asSome(readStoredRows(rows))
          })
        ),
      storeSheet,
      removeSheet: (id: string) => Effect.asVoid(sql`DELETE FROM distribution_sheets WHERE distribution_id = ${id}`),
      removeAll: (id: string) => Effect.asVoid(sql`DELETE FROM distribution_rows WHERE distribution_id = ${id}`),
      /** Rows to be paid, in the order of their lines. */
      valid: (id: string) => whole(id, true),
      /** All rows of the plan, whatever their state now. */
      planned: (id: string) => whole(id, false),
      ofBatch: (id: string, n: number) => ofBatch({ id, n }),
      /** Claimable rows with their locker. */
      claimable: (id: string, limit: number) => claimable({ id, limit }),
      /** Marks rows as paid in one transaction, directly or into the locker. */
      markPaid: (rows: ReadonlyArray<PayableRow>, state: "sent" | "claimable", txId: string) =>
        rows.length === 0
          ? Effect.void
          : Effect.asVoid(
              sql`UPDATE distribution_rows SET state = ${state}, tx_id = ${txId}
                WHERE ${sql.in(
                  "id",
                  rows.map(({ id }) => id)
                )} AND state = 'valid'`
            )
    }
  })
}) {}
