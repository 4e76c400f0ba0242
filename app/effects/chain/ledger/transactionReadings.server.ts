/** What became of transactions, and what they changed. */
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect, Option, Schedule } from "effect"
import { GatewayDown } from "~/effects/base/failures/failures"
import { type Ask, timeOf } from "./asking.server"
import { committedOf } from "./committed"
import type { CommittedDetails, TransactionPage } from "./facts"
import * as Reply from "./replies"

/** All that a proof needs (docs/ledger.md, 0, "prove it"). */
const OPT_INS = {
  raw_hex: true,
  receipt_state_changes: true,
  affected_global_entities: true,
  balance_changes: true
}
/** A fresh transaction may be missing on one of the gateway's machines, or not be counted yet, for some seconds. */
const lagging = Schedule.intersect(Schedule.spaced("700 millis"), Schedule.recurs(3))

export interface StreamOptions {
  /** From this state version on, the oldest first. */
  readonly from: number
  /** Only transactions that had to do with this entity. */
  readonly affected?: string
  readonly cursor?: string
  readonly limit?: number
}

export const transactionReadings = (ask: Ask) => {
  const committedOnce = Effect.fn("Ledger.committedOnce")(function* (intentHash: string) {
    const body = { intent_hash: intentHash, opt_ins: OPT_INS }
    const reply = yield* ask("/transaction/committed-details", body, Reply.CommittedReply, intentHash)
    const transaction = committedOf(reply.transaction)
    if (Option.isNone(transaction)) return yield* new GatewayDown({})
    return { time: timeOf(reply), transaction: transaction.value } satisfies CommittedDetails
  })

  return {
    /** Hands over a notarized transaction. The same bytes commit once at most, so trying again is safe. */
    submit: Effect.fn("Ledger.submit")(function* (notarized: Uint8Array) {
      const body = { notarized_transaction_hex: bytesToHex(notarized) }
      const { duplicate } = yield* ask("/transaction/submit", body, Reply.SubmitReply)
      return { isDuplicate: duplicate }
    }),

    /** What a committed transaction did, with its instructions decoded from its own bytes. */
    committedDetails: Effect.fn("Ledger.committedDetails")(function* (intentHash: string) {
      return yield* Effect.retry(committedOnce(intentHash), {
        schedule: lagging,
        while: (error) =>
          error._tag === "UnknownOnLedger" || (error._tag === "GatewayDown" && error.cause === undefined)
      })
    }),

    /** Transactions from a state version on, the oldest first; one page. The indexer's cursor is a state version. */
    transactions: Effect.fn("Ledger.transactions")(function* ({ affected, cursor, from, limit }: StreamOptions) {
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
      // One that is not counted yet ends the page: the follower comes back for it.
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
