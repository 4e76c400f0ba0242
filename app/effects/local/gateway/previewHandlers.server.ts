/** Trying a transaction without committing it, and asking whether an account would take something. */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Effect, Either, Option, Schema } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import {
  acceptsDeposit,
  buildIntentV2,
  compileManifest,
  decodeTransaction,
  formatAmount,
  LocalLedger,
  type Outcome,
  type PreviewFlags,
  type PreviewV2,
  vaultAddress,
  wellKnown
} from "~/ledger/index"
import { depositRuleOf } from "./entities.server"
import { previewReceipt } from "./receipts.server"
import { entityByteOf, invalidFields, invalidTransaction, maybe, readRequest, unknownEntity } from "./refusal.server"
import { AtLedgerState, type Views } from "./view.server"

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
const DepositRequest = Schema.Struct({
  account_address: Schema.String,
  resource_addresses: Schema.Array(Schema.String).pipe(Schema.minItems(1), Schema.maxItems(20)),
  badge: maybe(Schema.Struct({ resource_address: Schema.String, non_fungible_id: maybe(Schema.String) })),
  ...AtLedgerState
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

/** What each vault would have more or less, in one group: the local ledger does not tell by instruction. */
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

/** An intent as a wallet of version 1 means it: one manifest, the signers named. */
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
      "transaction/preview": Effect.fn("LocalGateway.preview")(function* (body: unknown) {
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

      "transaction/preview-v2": Effect.fn("LocalGateway.previewV2")(function* (body: unknown) {
        const asked = yield* readRequest(PreviewV2Request, body)
        const bytes = hexToBytes(asked.preview_transaction.preview_transaction_hex)
        const transaction = yield* Effect.mapError(decodeTransaction(bytes), refused)
        if (transaction.kind !== "previewV2") return yield* invalidTransaction("this is no preview transaction")
        const { version } = yield* views.now
        const outcome = yield* run(transaction.body, flagsOf(asked.flags))
        return { at_ledger_state_version: version, receipt: previewReceipt(outcome), logs: [] }
      }),

      "transaction/account-deposit-pre-validation": Effect.fn("LocalGateway.preValidation")(function* (body: unknown) {
        const asked = yield* readRequest(DepositRequest, body)
        const view = yield* views.at(asked.at_ledger_state)
        yield* entityByteOf(asked.account_address)
        const account = Option.getOrUndefined(yield* view.entity(asked.account_address))
        if (account?.blueprint !== "Account") return yield* unknownEntity(asked.account_address)
        const { badge } = asked
        const depositor =
          badge &&
          (badge.non_fungible_id == null
            ? badge.resource_address
            : `${badge.resource_address}:${badge.non_fungible_id}`)
        const isDepositor = depositor != null && account.depositors.includes(depositor)
        const factors = yield* Effect.forEach(asked.resource_addresses, (resource_address) =>
          Effect.map(view.find("balance", `${asked.account_address}/${resource_address}`), (held) => {
            const isXrd = resource_address === wellKnown("xrd", NETWORK_ID)
            const isHeld = Option.isSome(held)
            const preference = account.preferences[resource_address]
            return {
              resource_address,
              allows_try_deposit: isDepositor || acceptsDeposit(account, resource_address, isHeld, isXrd),
              vault_exists: isHeld,
              is_xrd: isXrd,
              ...(preference === undefined ? {} : { resource_preference: preference ? "Allowed" : "Disallowed" })
            }
          })
        )
        return {
          ledger_state: view.ledger_state,
          allows_try_deposit_batch: factors.every(({ allows_try_deposit }) => allows_try_deposit),
          resource_specific_behaviour: factors.map(({ allows_try_deposit, resource_address }) => ({
            resource_address,
            allows_try_deposit
          })),
          deciding_factors: {
            is_badge_authorized_depositor: isDepositor,
            default_deposit_rule: depositRuleOf(account),
            resource_specific_details: factors.map(({ allows_try_deposit: _, ...rest }) => rest)
          }
        }
      })
    }
  })
