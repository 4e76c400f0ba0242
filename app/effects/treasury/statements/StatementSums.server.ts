/**
 * Sums of a period's movements, added up in the database: a few rows for each slice, and other work runs between two
 * slices.
 *
 * Amounts are decimal texts of up to 40 digits before the point and 18 after it, and neither database adds those
 * exactly. So each is cut into five numbers of twelve digits, whose sums are exact for up to nine million rows.
 */
import { Chunk, Effect, Option, Order, Schema, Stream } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { othersTurn } from "~/effects/base/jobs/inParts"
import type { Amount } from "~/ledger/index"
import type { MovementKey } from "./position"
import { type Reason, reasonOf, reasons } from "./reasons"
import { RECORDS, type Span, TABLES } from "./StatementRows.server"
import { addChange, type Change, type ReasonSum } from "./sums"

const WHOLE = 42
const FRACTION = 18
const CHUNK = 12
const CHUNKS = [0, 1, 2, 3, 4] as const
const NOTHING = "0".repeat(WHOLE + FRACTION)

const BigSum = Schema.Union(Schema.BigIntFromNumber, Schema.BigInt)
const Group = Schema.Struct({
  resource: Schema.String,
  kind: Schema.String,
  isCoupon: Schema.Int,
  /** Sums of the changes, and of the changes without fees. */
  sign: Schema.Int,
  rest: Schema.Int,
  many: Schema.Number,
  withFee: Schema.Number,
  unread: Schema.Number,
  c0: BigSum,
  c1: BigSum,
  c2: BigSum,
  c3: BigSum,
  c4: BigSum,
  f0: BigSum,
  f1: BigSum,
  f2: BigSum,
  f3: BigSum,
  f4: BigSum,
  /** The moment after this slice: the end of the period, or the beginning of the next slice. */
  sliceEnd: Schema.Number
})
type Group = typeof Group.Type

/** Movements that one statement adds up, plus others of the first moment; takes some hundredths of a second. */
export const SLICE = 5_000

/** Not a kind of transaction: changes of the days before the period, which count for the opening balance only. */
const EARLIER = "~earlier"
const DAY_MS = 86_400_000

interface Sums {
  /** Changes before the period, by resource; empty if they were not requested. */
  readonly earlier: ReadonlyMap<string, Amount>
  readonly count: number
  readonly changes: ReadonlyMap<string, Change>
  readonly reasons: ReadonlyArray<ReasonSum>
}

const joined = (parts: ReadonlyArray<bigint>): Amount =>
  parts.reduce((sum, part) => sum * 10n ** BigInt(CHUNK) + part, 0n)

const changeIn = ({ c0, c1, c2, c3, c4, sign }: Group): Amount => BigInt(sign) * joined([c0, c1, c2, c3, c4])
const feeIn = ({ f0, f1, f2, f3, f4 }: Group): Amount => joined([f0, f1, f2, f3, f4])

/** The order that a single statement for all rows would have; files list sums in it. */
const inOrder = Order.mapInput(
  Order.tuple(Order.string, Order.string, Order.number, Order.number, Order.number),
  ({ isCoupon, kind, resource, rest, sign }: Group) => [resource, kind, isCoupon, sign, rest] as const
)

/** Sums of groups, the same as `changesOf` and `reasonSums` compute from single movements. */
const sumsOf = (groups: ReadonlyArray<Group>): Sums => {
  const changes = new Map<string, Change>()
  const byReason = new Map<Reason, { movements: number; readonly sums: Map<string, Amount> }>()
  const add = (reason: Reason, resource: string, amount: Amount, movements: number) => {
    const found = byReason.get(reason) ?? { movements: 0, sums: new Map<string, Amount>() }
    found.movements += movements
    found.sums.set(resource, (found.sums.get(resource) ?? 0n) + amount)
    byReason.set(reason, found)
  }
  const earlier = new Map<string, Amount>()
  const within = groups.filter(({ kind }) => kind !== EARLIER)
  for (const group of groups) {
    if (group.kind !== EARLIER) continue
    earlier.set(group.resource, (earlier.get(group.resource) ?? 0n) + changeIn(group))
  }
  for (const group of within) {
    const { isCoupon, kind, many, resource, rest, withFee } = group
    const [change, fee] = [changeIn(group), feeIn(group)]
    addChange(changes, resource, change, fee)
    if (rest !== 0) {
      const reason = reasonOf({ kind, purpose: isCoupon === 1 ? "coupon" : null }, BigInt(rest))
      add(reason, resource, change + fee, many)
    }
    if (withFee > 0) add("fee", resource, -fee, withFee)
  }
  return {
    earlier,
    count: within.reduce((sum, { many }) => sum + many, 0),
    changes,
    reasons: reasons.flatMap((reason) => {
      const found = byReason.get(reason)
      if (found === undefined) return []
      const sums = [...found.sums].map(([resource, amount]) => ({ resource, amount }))
      return [{ reason, movements: found.movements, sums }]
    })
  }
}

/** 60 digits of an unsigned text. */
const digitsOf = (text: string, point: string): string => {
  const whole = `CASE WHEN ${point} > 0 THEN SUBSTR(${text}, 1, ${point} - 1) ELSE ${text} END`
  const fraction = `CASE WHEN ${point} > 0 THEN SUBSTR(${text}, ${point} + 1) ELSE '' END`
  return `(SUBSTR('${"0".repeat(WHOLE)}' || (${whole}), LENGTH(${whole}) + 1, ${WHOLE})
    || SUBSTR((${fraction}) || '${"0".repeat(FRACTION)}', 1, ${FRACTION}))`
}

const workItemOf = (digits: string, index: number): string =>
  `CAST(SUBSTR(${digits}, ${index * CHUNK + 1}, ${CHUNK}) AS BIGINT)`

export const makeStatementSums = Effect.gen(function* () {
  const sql = yield* Sql
  const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  const digits = (text: string) => digitsOf(text, isPostgres ? `STRPOS(${text}, '.')` : `INSTR(${text}, '.')`)
  const isOther = (text: string) => (isPostgres ? `${text} ~ '[^0-9]'` : `${text} GLOB '*[^0-9]*'`)
  const sumOf = (column: string, name: string, index: number) =>
    `CAST(SUM(${workItemOf(column, index)}) AS BIGINT) AS ${name}${index}`

  // From the outside in: sums of each group; sign of what is left without the fee; a movement's recorded fee, or for
  // older ones the transaction's if exactly that left; the digits.
  const before = sql.literal(`SELECT resource, kind, is_coupon, sign, rest, CAST(COUNT(*) AS BIGINT) AS many,
        CAST(SUM(CASE WHEN f > '${NOTHING}' THEN 1 ELSE 0 END) AS BIGINT) AS with_fee,
        CAST(SUM(CASE WHEN ${isOther("c")} OR ${isOther("f")} THEN 1 ELSE 0 END) AS BIGINT) AS unread,
        ${CHUNKS.map((index) => sumOf("c", "c", index)).join(", ")},
        ${CHUNKS.map((index) => sumOf("f", "f", index)).join(", ")}, (SELECT at FROM slice_end) AS slice_end
      FROM (SELECT *, CASE WHEN sign = 1 AND (c > '${NOTHING}' OR f > '${NOTHING}') THEN 1 WHEN sign = 1 THEN 0
          WHEN f > c THEN 1 WHEN f = c THEN 0 ELSE -1 END AS rest
        FROM (SELECT resource, kind, is_coupon, sign, c,
            CASE WHEN fee IS NOT NULL THEN ${digits("fee")}
              WHEN sign = -1 AND transaction_fee IS NOT NULL AND c = ${digits("transaction_fee")} THEN c
              ELSE '${NOTHING}' END AS f
          FROM (SELECT *, ${digits("size")} AS c FROM (`)
  const after = sql.literal(`) moved) sized) signed) parted
      GROUP BY resource, kind, is_coupon, sign, rest ORDER BY resource, kind, is_coupon, sign, rest`)

  const tableOf = (part: Span["part"]) => sql.literal(TABLES[part].table)
  /** Escrow accounts have few movements, and no daily sums. */
  const earlierIn = {
    treasury: sql.literal("treasury_days"),
    escrow: sql.literal(`(SELECT community_id, resource, change, at / ${DAY_MS} AS day FROM escrow_movements)`)
  } as const

  const groups = findAll({
    Request: Schema.Struct({
      part: Schema.Literal("treasury", "escrow"),
      id: Schema.String,
      from: Schema.Number,
      to: Schema.Number,
      until: Schema.Number,
      day: Schema.Number,
      end: Schema.Struct({ at: Schema.Number, stateVersion: Schema.Number, key: Schema.String })
    }),
    Result: Group,
    execute: ({ day, end, from, id, part, to, until }) => sql`WITH slice_end AS (SELECT COALESCE((SELECT n.at
            FROM ${tableOf(part)} n WHERE n.community_id = ${id} AND n.at > ${from} AND n.at < ${to}
            ORDER BY n.at LIMIT 1 OFFSET ${SLICE}), ${to}) AS at)
        ${before}
          SELECT m.resource, COALESCE(r.kind, 'seen') AS kind, CASE WHEN d.purpose = 'coupon' THEN 1 ELSE 0 END AS is_coupon,
            CASE WHEN m.change LIKE '-%' THEN -1 ELSE 1 END AS sign, REPLACE(m.change, '-', '') AS size, m.fee,
            r.fee AS transaction_fee
          FROM ${tableOf(part)} m ${sql.literal(RECORDS)}
          WHERE m.community_id = ${id} AND m.at >= ${from} AND m.at < (SELECT at FROM slice_end) AND m.state_version <= ${until}
            AND (m.at, m.state_version, ${sql.literal(TABLES[part].key)}) < (${end.at}, ${end.stateVersion}, ${end.key})
          UNION ALL SELECT t.resource, ${EARLIER}, 0, CASE WHEN t.change LIKE '-%' THEN -1 ELSE 1 END,
            REPLACE(t.change, '-', ''), '0', NULL
          FROM ${earlierIn[part]} t WHERE t.community_id = ${id} AND t.day < ${day}
        ${after}`
  })

  /**
   * `before`: only movements before this one. `isWithEarlier`: also the changes of earlier days. Dies if an amount
   * cannot be read, since it must never count as zero.
   */
  const of = Effect.fn("StatementSums.of")(function* (
    { from, id, part, to, until }: Omit<Span, "limit">,
    {
      before: last = null,
      isWithEarlier = false
    }: { readonly before?: MovementKey | null; readonly isWithEarlier?: boolean } = {}
  ) {
    const end = last ?? { at: to, stateVersion: 0, key: "" }
    // Changes of earlier days come with the first slice.
    const slices = Stream.paginateEffect(from, (begin) =>
      Effect.gen(function* () {
        const day = isWithEarlier && begin === from ? Math.floor(from / DAY_MS) : 0
        const some = yield* groups({ part, id, from: begin, to, until, end, day })
        const next = some[0]?.sliceEnd ?? to
        if (next >= end.at) return [some, Option.none<number>()]
        yield* othersTurn
        return [some, Option.some(next)]
      })
    )
    const all = Chunk.toReadonlyArray(yield* Stream.runCollect(slices))
    const found = all.length === 1 ? all.flat() : all.flat().sort(inOrder)
    if (found.some(({ unread }) => unread > 0)) {
      return yield* Effect.dieMessage(`${TABLES[part].table} of ${id} hold an amount that cannot be read`)
    }
    return sumsOf(found)
  })

  return { of }
})
