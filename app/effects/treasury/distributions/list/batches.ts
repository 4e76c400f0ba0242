/** How rows become transactions: each row in one batch for ever, each batch with a hash of exactly its rows. Pure. */

import type { Json } from "~/effects/base/text/canonical"
import { digestOf } from "~/effects/base/text/digest"
import type { Amount } from "~/ledger/index"
import { formatAmount } from "~/ledger/index"
import { BATCH } from "../limits"

export interface BatchRow {
  readonly line: number
  readonly account: string
  readonly amount: Amount
}
/** A batch as the rows are cut into it. */
export interface PlannedBatch {
  /** From 1. */
  readonly n: number
  readonly rows: ReadonlyArray<BatchRow>
  readonly sum: Amount
}

export const batchesOf = (rows: ReadonlyArray<BatchRow>, size: number): ReadonlyArray<PlannedBatch> =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => {
    const part = rows.slice(index * size, (index + 1) * size)
    return { n: index + 1, rows: part, sum: part.reduce((sum, { amount }) => sum + amount, 0n) }
  })

/** Unique on a treasury: the ledger keeps `drop:{batchId}` locked once it was paid. */
export const batchIdOf = (distributionId: string, n: number): string => `${distributionId}-${n}`
export const onceKeyOf = (distributionId: string, n: number): string => `drop:${batchIdOf(distributionId, n)}`

export const batchHash = (batchId: string, resource: string, rows: ReadonlyArray<BatchRow>): string =>
  digestOf({
    batch: batchId,
    resource,
    rows: rows.map(({ account, amount }) => [account, formatAmount(amount)])
  })

export interface Voted {
  readonly id: string
  readonly title: string
  readonly symbol: string
  readonly communityId: string
  readonly resource: string
  readonly mode: "direct" | "claim"
}

/** What a vote approves: this run with exactly these payments (D-21). Another run with the same rows is another. */
export const planOf = (run: Voted, rows: ReadonlyArray<Pick<BatchRow, "account" | "amount">>): Json => {
  const sum = formatAmount(rows.reduce((all, { amount }) => all + amount, 0n))
  const people = rows.length === 1 ? "1 account" : `${rows.length} accounts`
  return {
    kind: "distribution",
    v: 1,
    community: run.communityId,
    distribution: run.id,
    resource: run.resource,
    mode: run.mode,
    rows: rows.map(({ account, amount }) => [account, formatAmount(amount)]),
    words: [`Pays ${people} ${sum} ${run.symbol} in all: ${run.title}.`]
  }
}

/** A batch that is too dear is tried with half as many, down to five. */
export const halved = (size: number): number => Math.max(BATCH.least, Math.ceil(size / 2))
