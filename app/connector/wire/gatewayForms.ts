/** Forms of `../gateway/walletReplies`; see `forms.ts`. */
import type * as Reply from "../gateway/walletReplies"
import type { FormOf } from "./Form"

const textOrNull = ["one of", ["text", ["is", null]]] as const

export const statusReply: FormOf<Reply.StatusReply> = {
  status: "text",
  "error_message?": textOrNull
}
export const subintentReply: FormOf<Reply.SubintentReply> = {
  subintent_status: "text",
  "finalized_at_transaction_intent_hash?": textOrNull
}
export const metadataItems: FormOf<Reply.MetadataItems> = {
  items: [
    "list",
    { key: "text", value: { typed: { type: "text", "value?": "anything", "values?": ["list", "anything"] } } }
  ],
  "next_cursor?": textOrNull
}
export const refusal: FormOf<Reply.Refusal> = {
  "message?": "text",
  "details?": ["one of", [{ "type?": "text" }, ["is", null]]]
}
