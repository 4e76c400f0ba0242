/** Dry runs: what a transaction would do, without committing it. */
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect, Option, Schema } from "effect"
import { amountOf, formatAmount, NOTHING } from "~/ledger/index"
import { type Ask, unasked } from "./asking.server"
import type { Preview } from "./facts"
import * as Reply from "./replies"

export interface PreviewOptions {
  /** The preview does not need funds for the fee; the fee is reported all the same. */
  readonly useFreeCredit?: boolean
  readonly assumeAllSignatures?: boolean
}
export interface Signatory {
  readonly curve: "curve25519" | "secp256k1"
  /** In hex. */
  readonly publicKey: string
}
const flagsOf = (options: PreviewOptions) => ({
  use_free_credit: options.useFreeCredit ?? true,
  assume_all_signature_proofs: options.assumeAllSignatures ?? false,
  skip_epoch_check: false
})

const FEE_PARTS = [
  "xrd_total_execution_cost",
  "xrd_total_finalization_cost",
  "xrd_total_royalty_cost",
  "xrd_total_storage_cost",
  "xrd_total_tipping_cost"
] as const

const readChanges = Schema.decodeUnknownOption(Reply.PreviewChanges)

/** Sums by account and token, without those that are 0. */
const changesOf = (reported: unknown): Preview["changes"] => {
  const groups = Option.getOrNull(readChanges(reported))
  if (groups === null) return null
  const sums = new Map<string, { entity: string; resource: string; change: bigint }>()
  for (const { amount, component_entity, resource_address: resource } of groups.flatMap(
    (each) => each.resource_changes
  )) {
    const entity = component_entity.entity_address
    const before = sums.get(`${entity} ${resource}`)?.change ?? 0n
    sums.set(`${entity} ${resource}`, { entity, resource, change: before + amountOf(amount) })
  }
  return [...sums.values()]
    .filter(({ change }) => change !== 0n)
    .map((each) => ({ ...each, change: formatAmount(each.change) }))
}

const previewOf = ({ receipt, resource_changes }: typeof Reply.PreviewReply.Type): Preview => {
  const { error_message, fee_summary: summary, status } = receipt
  const units = summary?.execution_cost_units_consumed
  return {
    status,
    error: Option.fromNullable(error_message),
    fee: formatAmount(FEE_PARTS.reduce((sum, part) => sum + amountOf(summary?.[part] ?? NOTHING), 0n)),
    changes: changesOf(resource_changes),
    ...(typeof units === "number" && { executionUnits: units })
  }
}

/** @param ask calls the gateway with one question. */
export const previewReadings = (ask: Ask) => ({
  /** Previews a compiled transaction (`encodeTransaction({ kind: "previewV2", … })`). Commits nothing. */
  previewV2: Effect.fn("previewReadings.previewV2")(function* (preview: Uint8Array, options: PreviewOptions = {}) {
    const body = {
      preview_transaction: { type: "Compiled", preview_transaction_hex: bytesToHex(preview) },
      flags: flagsOf(options),
      opt_ins: { core_api_receipt: true }
    }
    return previewOf(yield* ask("/transaction/preview-v2", body, Reply.PreviewReply))
  }),

  /** Previews a manifest for a wallet and reports its fee. `signers` are the keys that would sign. */
  previewManifest: Effect.fn("previewReadings.previewManifest")(function* (
    manifest: string,
    signers: ReadonlyArray<Signatory>,
    options: PreviewOptions = {}
  ) {
    const { ledger_state } = yield* unasked(ask("/transaction/construction", {}, Reply.ConstructionReply))
    const body = {
      manifest,
      start_epoch_inclusive: ledger_state.epoch,
      end_epoch_exclusive: ledger_state.epoch + 2,
      nonce: 1,
      tip_percentage: 0,
      notary_is_signatory: false,
      signer_public_keys: signers.map(({ curve, publicKey }) => ({
        key_type: curve === "curve25519" ? "EddsaEd25519" : "EcdsaSecp256k1",
        key_hex: publicKey
      })),
      flags: flagsOf(options)
    }
    return previewOf(yield* ask("/transaction/preview", body, Reply.PreviewReply))
  })
})
