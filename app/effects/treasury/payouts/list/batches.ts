/**
 * Cuts rows into batches: each row belongs to one batch forever, and each batch has a hash of exactly its rows. Pure.
 */

import type { CommunityId } from "~/effects/access/Community"
import type { Json } from "~/effects/base/text/canonical"
import { hashOf } from "~/effects/base/text/digest"
import type { Amount } from "~/ledger/index"
import { formatAmount } from "~/ledger/index"
import { BATCH } from "../limits"

export interface BatchRow {
  readonly line: number
  readonly account: string
  readonly amount: Amount
  /** Not paid before this; null or absent unless the payout recurs. */
  readonly dueAt?: number | null
}
/** A batch as it is cut. */
export interface PlannedBatch {
  /** Counted from 1. */
  readonly n: number
  readonly rows: ReadonlyArray<BatchRow>
  readonly sum: Amount
  readonly dueAt: number | null
}

const dueOf = ({ dueAt }: Pick<BatchRow, "dueAt">): number | null => dueAt ?? null

/** Groups rows by due date, keeping their order. */
const byDueAt = <Row extends Pick<BatchRow, "dueAt">>(rows: ReadonlyArray<Row>): ReadonlyArray<ReadonlyArray<Row>> => {
  const groups = new Map<number | null, Array<Row>>()
  for (const row of rows) {
    const group = groups.get(dueOf(row))
    if (group === undefined) groups.set(dueOf(row), [row])
    else group.push(row)
  }
  return [...groups.values()]
}

/** The rows that are paid first; all rows unless the payout recurs. */
export const firstOf = <Row extends Pick<BatchRow, "dueAt">>(rows: ReadonlyArray<Row>): ReadonlyArray<Row> =>
  byDueAt(rows)[0] ?? []

/** Cuts rows into batches of at most `size`, none of which mixes due dates. */
export const batchesOf = (rows: ReadonlyArray<BatchRow>, size: number): ReadonlyArray<PlannedBatch> =>
  byDueAt(rows)
    .flatMap((group) =>
      Array.from({ length: Math.ceil(group.length / size) }, (_, index) =>
        group.slice(index * size, (index + 1) * size)
      )
    )
    .map((part, index) => ({
      n: index + 1,
      rows: part,
      sum: part.reduce((sum, { amount }) => sum + amount, 0n),
      dueAt: part[0] === undefined ? null : dueOf(part[0])
    }))

/** Unique on a treasury: once paid, the ledger has `drop:{batchId}` locked. */
export const batchIdOf = (distributionId: string, n: number): string => `${distributionId}-${n}`
export const idempotencyKeyOf = (distributionId: string, n: number): string => `drop:${batchIdOf(distributionId, n)}`

export const batchHash = (batchId: string, resource: string, rows: ReadonlyArray<BatchRow>): string =>
  hashOf({
    batch: batchId,
    resource,
    rows: rows.map(({ account, amount }) => [account, formatAmount(amount)])
  })

/** For example "2026-12-01", in UTC. */
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

export interface Voted {
  readonly id: string
  readonly title: string
  readonly symbol: string
  readonly communityId: CommunityId
  readonly resource: string
  readonly mode: "direct" | "claim"
}

/**
 * What a vote approves: this payout with exactly these payments. Another payout with the same rows has another hash.
 */
export const planOf = (run: Voted, rows: ReadonlyArray<Pick<BatchRow, "account" | "amount" | "dueAt">>): Json => {
  const sum = formatAmount(rows.reduce((all, { amount }) => all + amount, 0n))
  const groups = byDueAt(rows)
  const many = groups[0]?.length ?? 0
  const people = many === 1 ? "1 account" : `${many} accounts`
  const days = groups.map(([row]) => (row === undefined ? null : dueOf(row))).filter((at) => at !== null)
  const again =
    days.length === 0 ? "" : `, in ${days.length} payouts from ${dayOf(days[0] ?? 0)} to ${dayOf(days.at(-1) ?? 0)}`
  return {
    kind: "distribution",
    v: 1,
    community: run.communityId,
    distribution: run.id,
    resource: run.resource,
    mode: run.mode,
    rows: rows.map((row) => {
      const due = dueOf(row)
      return [row.account, formatAmount(row.amount), ...(due === null ? [] : [dayOf(due)])]
    }),
    words: [`Pays ${people} ${sum} ${run.symbol} in all${again}: ${run.title}.`]
  }
}

/** If a batch is too expensive, half as many payments are tried, down to five. */
export const halved = (size: number): number => Math.max(BATCH.least, Math.ceil(size / 2))
