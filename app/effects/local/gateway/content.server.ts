/** Contents of a committed transaction: its manifests as text, its message, and those of its subintents. Pure. */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Either } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import {
  decodeTransaction,
  decompile,
  type IntentCore,
  type Message,
  type Receipt,
  renderManifest,
  type Subintent,
  subintentHash,
  writeHash
} from "~/ledger/index"

type Said = Pick<IntentCore, "children" | "instructions" | "message">

const messageJson = (message: Message) => {
  switch (message.kind) {
    case "none":
      return {}
    case "encrypted":
      return { message: { type: "Encrypted" } }
    case "plaintext": {
      const { content, mimeType: mime_type } = message
      return {
        message: {
          type: "Plaintext",
          mime_type,
          content:
            typeof content === "string"
              ? { type: "String", value: content }
              : { type: "Binary", value_hex: bytesToHex(content) }
        }
      }
    }
  }
}

/** None for instructions that we have no name for; then there is no text to show. */
const manifestJson = ({ children, instructions }: Said) =>
  Either.match(decompile(instructions, { children, networkId: NETWORK_ID }), {
    onLeft: () => ({}),
    onRight: (manifest) => ({ manifest_instructions: renderManifest(manifest) })
  })

const saidJson = (said: Said, isTold: boolean) => ({
  ...messageJson(said.message),
  ...(isTold ? manifestJson(said) : {})
})

const hashOf = (given: Subintent) => writeHash("subtxid", subintentHash(given), NETWORK_ID)

const subintentJson = (given: Subintent, isTold: boolean) => ({
  subintent_hash: hashOf(given),
  child_subintent_hashes: given.core.children.map((hash) => writeHash("subtxid", hash, NETWORK_ID)),
  ...saidJson(given.core, isTold)
})

export const contentJson = ({ payloadHex }: Pick<Receipt, "payloadHex">, isTold: boolean): object => {
  const transaction = Either.getOrUndefined(decodeTransaction(hexToBytes(payloadHex)))
  if (transaction?.kind === "notarizedV1") {
    const { intent } = transaction.body.signedIntent
    return saidJson({ ...intent, children: [] }, isTold)
  }
  if (transaction?.kind !== "notarizedV2") return {}
  const { core, subintents } = transaction.body.signedIntent.intent
  return {
    ...saidJson(core, isTold),
    ...(subintents.length === 0 ? {} : { subintent_details: subintents.map((each) => subintentJson(each, isTold)) })
  }
}
