/** Previews a transaction without committing it. */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Effect, Either, Option, Schema } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import {
  buildIntentV2,
  compileManifest,
  decodeTransaction,
  formatAmount,
  LocalLedger,
  type Outcome,
  type PreviewFlags,
  type PreviewV2,
  vaultAddress
} from "~/ledger/index"
import { previewReceipt } from "./receipts.server"
import { invalidFields, invalidTransaction, maybe, readRequest } from "./refusal.server"
import type { Views } from "./view.server"

const Hex = Schema.String.pipe(Schema.pattern(/^(?:[0-9a-fA-F]{2})+$/))
const flag = maybe(Schema.Boolean)
const FlagFields = Schema.Struct({ use_free_credit: flag, assume_all_signature_proofs: flag, skip_epoch_check: flag })
const Flags = maybe(FlagFields)
const PublicKey = Schema.Union(
  Schema.Struct({ key_type: Schema.Literal("EddsaEd25519"), key_hex: Hex.pipe(Schema.length(64)) }),
  Schema.Struct({ key_type: Schema.Literal("EcdsaSecp256k1"), key_hex: Hex.pipe(Schema.length(66)) })
)
const PreviewRequest = Schema.Struct({
  manifest: Schema.String,
  blobs_hex: maybe(Schema.Array(Hex)),
  start_epoch_inclusive: maybe(Schema.NonNegativeInt),
  end_epoch_exclusive: maybe(Schema.NonNegativeInt),
  notary_public_key: maybe(PublicKey),
  notary_is_signatory: flag,
  nonce: maybe(Schema.NonNegativeInt),
  signer_public_keys: maybe(Schema.Array(PublicKey)),
  flags: Flags
})
const PreviewV2Request = Schema.Struct({
  preview_transaction: Schema.Struct({ type: Schema.Literal("Compiled"), preview_transaction_hex: Hex }),
  flags: Flags
})
const WINDOW = 10

const keyOf = ({ key_hex, key_type }: typeof PublicKey.Type) => ({
  curve: key_type === "EddsaEd25519" ? ("curve25519" as const) : ("secp256k1" as const),
  bytes: hexToBytes(key_hex)
})

const flagsOf = (flags: typeof FlagFields.Type | null | undefined): PreviewFlags => ({
  useFreeCredit: flags?.use_free_credit === true,
  assumeAllSignatures: flags?.assume_all_signature_proofs === true,
  skipEpochCheck: flags?.skip_epoch_check === true
})

/** The changes of each vault, in one group: the local ledger does not report them per instruction. */
const resourceChanges = (outcome: Outcome) =>
  outcome.status === "PermanentlyRejected" || outcome.balances.length === 0
    ? []
    : [
        {
          index: 0,
          resource_changes: outcome.balances.map(({ amount, holder, resource }) => ({
            resource_address: resource,
            component_entity: { entity_type: "GlobalComponent", entity_address: holder.split("/")[0] },
            vault_entity: {
              entity_type: "InternalVault",
              entity_address: vaultAddress(holder, resource, NETWORK_ID)
            },
            amount: formatAmount(amount)
          }))
        }
      ]

/** The intent of a preview request: one manifest with the named signers, as in a version 1 wallet. */
const intentOf = (asked: typeof PreviewRequest.Type, epoch: number) =>
  Either.gen(function* () {
    const compiled = yield* compileManifest(asked.manifest, { kind: "v1", networkId: NETWORK_ID })
    const notary = asked.notary_public_key == null ? undefined : keyOf(asked.notary_public_key)
    const start = asked.start_epoch_inclusive ?? epoch
    const intent = yield* buildIntentV2({
      header: {
        notaryPublicKey: notary ?? { curve: "curve25519", bytes: new Uint8Array(32) },
        notaryIsSignatory: asked.notary_is_signatory === true,
        tipBasisPoints: 0
      },
      intentHeader: {
        networkId: NETWORK_ID,
        startEpoch: BigInt(start),
        endEpoch: BigInt(asked.end_epoch_exclusive ?? start + WINDOW),
        minTimestamp: Option.none(),
        maxTimestamp: Option.none(),
        discriminator: BigInt(asked.nonce ?? 0)
      },
      compiled,
      children: []
    })
    const signers = (asked.signer_public_keys ?? []).map(keyOf)
    const all = asked.notary_is_signatory && notary !== undefined ? [...signers, notary] : signers
    return { intent, signers: all, subintentSigners: [] } satisfies PreviewV2
  })

export const makePreviewHandlers = (views: Views) =>
  Effect.gen(function* () {
    const ledger = yield* LocalLedger
    const refused = (error: { readonly message: string }) => invalidTransaction(error.message)
    const run = (given: PreviewV2, flags: PreviewFlags) => Effect.mapError(ledger.preview(given, flags), refused)

    return {
      "transaction/preview": Effect.fn("previewHandlers.preview")(function* (body: unknown) {
        const asked = yield* readRequest(PreviewRequest, body)
        if (asked.blobs_hex != null && asked.blobs_hex.length > 0) {
          return yield* invalidFields([["blobs_hex", "Blobs are not in the local subset."]])
        }
        const { ledger_state } = yield* views.now
        const given = yield* Effect.mapError(intentOf(asked, ledger_state.epoch), refused)
        const outcome = yield* run(given, flagsOf(asked.flags))
        return {
          encoded_receipt: "",
          receipt: previewReceipt(outcome),
          resource_changes: resourceChanges(outcome),
          logs: []
        }
      }),

      "transaction/preview-v2": Effect.fn("previewHandlers.previewV2")(function* (body: unknown) {
        const asked = yield* readRequest(PreviewV2Request, body)
        const bytes = hexToBytes(asked.preview_transaction.preview_transaction_hex)
        const transaction = yield* Effect.mapError(decodeTransaction(bytes), refused)
        if (transaction.kind !== "previewV2") return yield* invalidTransaction("this is not a preview transaction")
        const { version } = yield* views.now
        const outcome = yield* run(transaction.body, flagsOf(asked.flags))
        return { at_ledger_state_version: version, receipt: previewReceipt(outcome), logs: [] }
      })
    }
  })
