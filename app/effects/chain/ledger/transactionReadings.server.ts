/** Submits transactions, and queries their results. */
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect, Option, Schedule } from "effect"
import { GatewayDown } from "~/effects/base/failures/failures"
import { type Ask, timeOf } from "./asking.server"
import { committedOf } from "./committed"
import type { CommittedDetails, TransactionPage } from "./facts"
import * as Reply from "./replies"

/** Everything that a confirmation needs (docs/ledger.md). */
const OPT_INS = {
  raw_hex: true,
  receipt_state_changes: true,
  affected_global_entities: true,
  balance_changes: true
}
/** For some seconds a fresh transaction may be missing on one of the gateway's nodes, or its changes not computed. */
const lagging = Schedule.intersect(Schedule.spaced("700 millis"), Schedule.recurs(3))

export interface StreamOptions {
  /** Start at this state version, oldest first. */
  readonly from: number
  /** Only transactions that affected this entity. */
  readonly affected?: string
  readonly cursor?: string
  readonly limit?: number
}

export const transactionReadings = (ask: Ask) => {
  const committedOnce = Effect.fn("transactionReadings.committedOnce")(function* (intentHash: string) {
    const body = { intent_hash: intentHash, opt_ins: OPT_INS }
    const reply = yield* ask("/transaction/committed-details", body, Reply.CommittedReply, intentHash)
    const transaction = committedOf(reply.transaction)
    if (Option.isNone(transaction)) return yield* new GatewayDown({})
    return { time: timeOf(reply), transaction: transaction.value } satisfies CommittedDetails
  })

  return {
    /** Submits a notarized transaction. The same bytes are committed at most once, so retrying is safe. */
    submit: Effect.fn("transactionReadings.submit")(function* (notarized: Uint8Array) {
      const body = { notarized_transaction_hex: bytesToHex(notarized) }
      const { duplicate } = yield* ask("/transaction/submit", body, Reply.SubmitReply)
      return { isDuplicate: duplicate }
    }),

    /** Results of a committed transaction, with instructions decoded from its bytes. */
    committedDetails: Effect.fn("transactionReadings.committedDetails")(function* (intentHash: string) {
      return yield* Effect.retry(committedOnce(intentHash), {
        schedule: lagging,
        while: (error) =>
          error._tag === "UnknownOnLedger" || (error._tag === "GatewayDown" && error.cause === undefined)
      })
    }),

    /** One page of transactions from a state version on, oldest first. The indexer's cursor is a state version. */
    transactions: Effect.fn("transactionReadings.transactions")(function* ({
      affected,
      cursor,
      from,
      limit
    }: StreamOptions) {
      const body = {
        order: "Asc",
        kind_filter: "User",
        from_ledger_state: { state_version: from },
        limit_per_page: limit ?? 100,
        opt_ins: OPT_INS,
        ...(affected === undefined ? {} : { affected_global_entities_filter: [affected] }),
        ...(cursor === undefined ? {} : { cursor })
      }
      const reply = yield* ask("/stream/transactions", body, Reply.StreamReply, affected)
      const transactions = reply.items.map(committedOf)
      // A transaction without computed changes ends the page; the indexer returns for it.
      const known = Option.all(transactions)
      if (Option.isNone(known)) return yield* new GatewayDown({})
      return {
        time: timeOf(reply),
        transactions: known.value,
        cursor: Option.fromNullable(reply.next_cursor)
      } satisfies TransactionPage
    })
  }
}
