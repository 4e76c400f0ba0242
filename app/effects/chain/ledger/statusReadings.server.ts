/** Queries for the status of transactions and subintents. */
import { Effect, Option } from "effect"
import { type Ask, timeOf } from "./asking.server"
import type { SubintentState, TransactionState } from "./facts"
import * as Reply from "./replies"

const FINAL: ReadonlySet<Reply.IntentStatus> = new Set(["CommittedSuccess", "CommittedFailure", "PermanentlyRejected"])

/** @param ask calls the gateway with one question. */
export const statusReadings = (ask: Ask) => ({
  /** Status of a transaction. An unknown one has a status, too. */
  status: Effect.fn("Ledger.status")(function* (intentHash: string) {
    const reply = yield* ask("/transaction/status", { intent_hash: intentHash }, Reply.StatusReply, intentHash)
    return {
      time: timeOf(reply),
      intentHash,
      status: reply.intent_status,
      isFinal: FINAL.has(reply.intent_status),
      stateVersion: Option.fromNullable(reply.committed_state_version),
      error: Option.fromNullable(reply.error_message)
    } satisfies TransactionState
  }),

  subintentStatus: Effect.fn("Ledger.subintentStatus")(function* (subintentHash: string) {
    const body = { subintent_hash: subintentHash }
    const reply = yield* ask("/transaction/subintent-status", body, Reply.SubintentReply, subintentHash)
    const { finalized_at_state_version: stateVersion, finalized_at_transaction_intent_hash: intentHash } = reply
    return {
      time: timeOf(reply),
      finalizedBy:
        stateVersion == null || intentHash == null ? Option.none() : Option.some({ intentHash, stateVersion })
    } satisfies SubintentState
  })
})
