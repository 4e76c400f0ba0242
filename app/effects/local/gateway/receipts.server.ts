/** A committed transaction as the gateway returns it; expensive parts only on request (docs/connector.md). Pure. */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Either, Schema } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import {
  decodeTransaction,
  decompile,
  ENTITY,
  formatAmount,
  type IntentCore,
  type LedgerEvent,
  type Message,
  notarizedHashV1,
  notarizedHashV2,
  type Outcome,
  type Receipt,
  readAddress,
  renderManifest,
  SECONDS_AN_EPOCH,
  type Subintent,
  subintentHash,
  wellKnown,
  writeHash
} from "~/ledger/index"
import { maybe } from "./refusal.server"
import { isoTime } from "./view.server"

/** Contents of a committed transaction: its manifests as text, its message, and those of its subintents. */
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

const saidJson = (said: Said, hasManifest: boolean) => ({
  ...messageJson(said.message),
  ...(hasManifest ? manifestJson(said) : {})
})

const hashOf = (given: Subintent) => writeHash("subtxid", subintentHash(given), NETWORK_ID)

const subintentJson = (given: Subintent, hasManifest: boolean) => ({
  subintent_hash: hashOf(given),
  child_subintent_hashes: given.core.children.map((hash) => writeHash("subtxid", hash, NETWORK_ID)),
  ...saidJson(given.core, hasManifest)
})

const contentJson = ({ payloadHex }: Pick<Receipt, "payloadHex">, hasManifest: boolean): object => {
  const transaction = Either.getOrUndefined(decodeTransaction(hexToBytes(payloadHex)))
  if (transaction?.kind === "notarizedV1") {
    const { intent } = transaction.body.signedIntent
    return saidJson({ ...intent, children: [] }, hasManifest)
  }
  if (transaction?.kind !== "notarizedV2") return {}
  const { core, subintents } = transaction.body.signedIntent.intent
  return {
    ...saidJson(core, hasManifest),
    ...(subintents.length === 0
      ? {}
      : { subintent_details: subintents.map((each) => subintentJson(each, hasManifest)) })
  }
}

const flag = maybe(Schema.Boolean)
const Options = Schema.Struct({
  raw_hex: flag,
  receipt_events: flag,
  detailed_events: flag,
  receipt_fee_summary: flag,
  affected_global_entities: flag,
  manifest_instructions: flag,
  receipt_state_changes: flag,
  balance_changes: flag
})
export const OptIns = maybe(Options)
type Chosen = typeof Options.Type | null | undefined

const amountJson = (amount: bigint) => ({ kind: "Decimal", value: formatAmount(amount) })
const idsJson = (ids: ReadonlyArray<string>) => ({
  kind: "Array",
  element_kind: "NonFungibleLocalId",
  elements: ids.map((value) => ({ kind: "NonFungibleLocalId", value }))
})

/** A locker's event has one field for both amount and ids; other events have one for each. */
const quantityJson = ({ account, amount, ids }: LedgerEvent): ReadonlyArray<object> => {
  if (account !== undefined) {
    const [variant_id, variant_name, inner] =
      ids === undefined ? ["0", "Amount", amountJson(amount ?? 0n)] : ["1", "Ids", idsJson(ids)]
    return [{ kind: "Enum", field_name: "resources", variant_id, variant_name, fields: [inner] }]
  }
  return [
    ...(amount === undefined ? [] : [{ field_name: "amount", ...amountJson(amount) }]),
    ...(ids === undefined ? [] : [{ field_name: "ids", ...idsJson(ids) }])
  ]
}

const eventJson = (event: LedgerEvent) => ({
  name: event.name,
  emitter: { type: "Method", entity: { entity_address: event.emitter, is_global: true }, object_module_id: "Main" },
  data: {
    kind: "Tuple",
    fields: [
      ...(event.account === undefined ? [] : [{ kind: "Reference", field_name: "claimant", value: event.account }]),
      ...(event.resource === undefined
        ? []
        : [{ kind: "Reference", field_name: "resource_address", value: event.resource }]),
      ...quantityJson(event)
    ]
  }
})

/** One figure, reported as execution cost: the local ledger's fee is an estimate without parts (docs/ledger.md). */
export const feeSummary = (fee: bigint) => ({
  xrd_total_execution_cost: formatAmount(fee),
  xrd_total_finalization_cost: "0",
  xrd_total_royalty_cost: "0",
  xrd_total_storage_cost: "0",
  xrd_total_tipping_cost: "0"
})

const ownerOf = (holder: string) => holder.split("/")[0] ?? holder

export const balanceChangesJson = ({ balances, feeShares }: Pick<Receipt, "balances" | "feeShares">) => {
  const isItems = ({ added, removed }: Receipt["balances"][number]) => added.length + removed.length > 0
  return {
    fungible_fee_balance_changes: feeShares.map(({ amount, holder }) => ({
      type: "FeePayment",
      entity_address: ownerOf(holder),
      resource_address: wellKnown("xrd", NETWORK_ID),
      balance_change: formatAmount(-amount)
    })),
    fungible_balance_changes: balances
      .filter((change) => !isItems(change))
      .map(({ amount, holder, resource }) => ({
        entity_address: ownerOf(holder),
        resource_address: resource,
        balance_change: formatAmount(amount)
      })),
    non_fungible_balance_changes: balances.filter(isItems).map(({ added, holder, removed, resource }) => ({
      entity_address: ownerOf(holder),
      resource_address: resource,
      added,
      removed
    }))
  }
}

const KINDS = new Map<number | undefined, string>([
  [ENTITY.fungible, "GlobalFungibleResource"],
  [ENTITY.nonFungible, "GlobalNonFungibleResource"],
  [ENTITY.account, "GlobalAccount"],
  [ENTITY.locker, "GlobalAccountLocker"],
  [ENTITY.accessController, "GlobalAccessController"]
])
const newEntity = (entity_address: string) => {
  const bytes = Either.getOrUndefined(readAddress(entity_address, NETWORK_ID))
  return { is_global: true, entity_type: KINDS.get(bytes?.[0]) ?? "GlobalGenericComponent", entity_address }
}

const payloadHash = (payloadHex: string) => {
  const transaction = Either.getOrUndefined(decodeTransaction(hexToBytes(payloadHex)))
  const hash =
    transaction?.kind === "notarizedV1"
      ? notarizedHashV1(transaction.body)
      : transaction?.kind === "notarizedV2"
        ? notarizedHashV2(transaction.body)
        : undefined
  return hash && writeHash("notarizedtransaction", hash, NETWORK_ID)
}

export const knownPayload = ({ payloadHex, status }: Pick<Receipt, "payloadHex" | "status">) => ({
  payload_hash: payloadHash(payloadHex),
  status,
  payload_status: status,
  payload_status_description: "This payload was committed."
})

export const transactionJson = (receipt: Receipt, chosen: Chosen) => {
  const { error, fee, status, time } = receipt
  const at = isoTime(time)
  return {
    transaction_status: status,
    state_version: receipt.version,
    epoch: receipt.epoch,
    round: (time % SECONDS_AN_EPOCH) + 1,
    round_timestamp: at,
    confirmed_at: at,
    payload_hash: payloadHash(receipt.payloadHex),
    intent_hash: receipt.intentHash,
    fee_paid: formatAmount(fee),
    ...(error === undefined ? {} : { error_message: error }),
    child_subintent_hashes: receipt.subintents,
    ...contentJson(receipt, chosen?.manifest_instructions === true),
    receipt: {
      status,
      ...(error === undefined ? {} : { error_message: error }),
      ...(chosen?.receipt_state_changes
        ? { state_updates: { new_global_entities: receipt.created.map(newEntity) } }
        : {}),
      ...(chosen?.receipt_fee_summary ? { fee_summary: feeSummary(fee) } : {}),
      ...(chosen?.receipt_events || chosen?.detailed_events ? { events: receipt.events.map(eventJson) } : {})
    },
    ...(chosen?.raw_hex ? { raw_hex: receipt.payloadHex } : {}),
    ...(chosen?.affected_global_entities ? { affected_global_entities: receipt.affected } : {}),
    ...(chosen?.balance_changes ? { balance_changes: balanceChangesJson(receipt) } : {})
  }
}

/** The receipt of a preview. */
export const previewReceipt = (outcome: Outcome) =>
  outcome.status === "PermanentlyRejected"
    ? { status: "Rejected", error_message: outcome.error }
    : {
        status: outcome.status === "CommittedSuccess" ? "Succeeded" : "Failed",
        ...(outcome.error === undefined ? {} : { error_message: outcome.error }),
        fee_summary: feeSummary(outcome.fee),
        events: outcome.events.map(eventJson)
      }
