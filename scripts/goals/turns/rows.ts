/** Rows of a community that has grown large: those of docs/goals.md A14, and more of what grows fastest. */
import { SERIES } from "../growth/names"
import { copies } from "../growth/rows"
import type { Copies } from "../growth/written"

const fastest: ReadonlySet<string> = new Set(["ballots", "activity_events", "treasury_movements", "ledger_records"])
const HOUR = 3_600_000

/** Receipts of the person who sends the request. */
const ownReceipts = (many: number): Copies => ({
  table: "bond_receipts",
  many,
  of: "id = 'receiptaaaaa'",
  values: {
    id: "'own' || CAST(100000000 + i AS TEXT)",
    order_id: "NULL",
    number: "'O-' || CAST(i AS TEXT)",
    settled_at: `m.settled_at + i * ${HOUR}`,
    series_id: `'${SERIES}'`
  }
})

/** @param rows of everything. @param more of ballots, voters, events and movements. @param own receipts. */
export const grown = (rows: number, more: number, own: number): ReadonlyArray<Copies> => [
  ...copies(rows).map((one) =>
    fastest.has(one.table) || (one.table === "voters" && one.of === undefined) ? { ...one, many: more } : one
  ),
  ownReceipts(own)
]
