/** The record of one request to the wallet (spec §3, §4). */
import { Schema } from "effect"

export const RequestItemType = Schema.Literal(
  "loginRequest",
  "dataRequest",
  "proofRequest",
  "sendTransaction",
  "preAuthorizationRequest"
)
export type RequestItemType = typeof RequestItemType.Type

export const RequestItemStatus = Schema.Literal("pending", "pendingCommit", "success", "fail", "ignored", "timedOut")
export type RequestItemStatus = typeof RequestItemStatus.Type
