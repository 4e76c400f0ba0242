/**
 * Handles transactions: previews them in words, then signs with the practice keys, notarizes and submits them.
 *
 * Like the real wallet, it derives the signers from the manifest, pays the fee from one of the user's accounts unless
 * the manifest locks it, and does not offer transactions whose preview fails.
 */
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect, Schema } from "effect"
import { Gateway, type GatewayError } from "~/connector/index"
import {
  type AmountText,
  amountOf,
  buildIntentV1,
  compileManifest,
  encodeTransaction,
  formatAmount,
  intentHashV1,
  isAmountText,
  notarizeV1,
  plaintext,
  type Signer,
  signV1,
  writeHash
} from "~/ledger/index"
import type { Failure } from "./ask"
import type { Holder, Keys } from "./keys"
import { onceNotary, randomNonce } from "./randomness"
import { signersOf } from "./signers"
import { wordsOf } from "./words"

const AmountPart = Schema.String.pipe(Schema.filter((text): text is AmountText => isAmountText(text)))

/** Preview of a transaction by the ledger. */
const Preview = Schema.Struct({
  receipt: Schema.Struct({
    status: Schema.String,
    error_message: Schema.optional(Schema.NullOr(Schema.String)),
    fee_summary: Schema.optional(Schema.Record({ key: Schema.String, value: AmountPart }))
  }),
  resource_changes: Schema.Array(
    Schema.Struct({
      resource_changes: Schema.Array(
        Schema.Struct({
          resource_address: Schema.String,
          component_entity: Schema.Struct({ entity_address: Schema.String }),
          amount: Schema.String
        })
      )
    })
  )
})
type Preview = typeof Preview.Type

export interface Wanted {
  readonly transactionManifest: string
  readonly version: number
  readonly blobs?: ReadonlyArray<string> | undefined
  readonly message?: string | undefined
}

export interface Prepared {
  readonly lines: ReadonlyArray<string>
  readonly manifest: string
  readonly signers: ReadonlyArray<Signer>
  readonly message: string | undefined
}

/** Validity of a transaction, in epochs. */
const WINDOW = 10
const FEE_LOCK = "10"

const failure = (error: string, message: string): Failure => ({ error, message })
const asked = (error: string) => (cause: GatewayError) =>
  failure(error, cause.message === "" ? "The ledger is not responding." : cause.message)

export const compiledAs = (manifest: string, kind: "v1" | "subintent", networkId: number) =>
  Effect.mapError(compileManifest(manifest, { kind, networkId }), ({ message }) =>
    failure("failedToCompileTransaction", message)
  )

const paidBy = ({ address }: Holder, manifest: string) =>
  `CALL_METHOD Address("${address}") "lock_fee" Decimal("${FEE_LOCK}");\n${manifest}`

/** Manifests to try as fee payer, starting with accounts that take part in the transaction. */
const candidates = (manifest: string, { accounts }: Keys): ReadonlyArray<string> => {
  if (manifest.includes('"lock_fee"')) return [manifest]
  const isNamed = ({ address }: Holder) => manifest.includes(address)
  const sorted = [...accounts.filter(isNamed), ...accounts.filter((account) => !isNamed(account))]
  return sorted.map((account) => paidBy(account, manifest))
}

const previewOf = (manifest: string, signers: ReadonlyArray<Signer>) =>
  Effect.gen(function* () {
    const gateway = yield* Gateway
    const signer_public_keys = signers.map(({ publicKey }) => ({
      key_type: "EddsaEd25519",
      key_hex: bytesToHex(publicKey.bytes)
    }))
    const reply = yield* gateway.preview({ manifest, signer_public_keys })
    return yield* Schema.decodeUnknown(Preview)(reply)
  }).pipe(
    Effect.mapError((error) =>
      error._tag === "ParseError"
        ? failure("failedToPrepareTransaction", "The ledger's response cannot be read.")
        : asked("failedToPrepareTransaction")(error)
    )
  )

const feeOf = ({ receipt }: Preview): string =>
  formatAmount(Object.values(receipt.fee_summary ?? {}).reduce((sum, part) => sum + amountOf(part), 0n))

export const prepareTransaction = Effect.fn("practice.prepareTransaction")(function* (
  { blobs = [], message, transactionManifest, version }: Wanted,
  keys: Keys,
  networkId: number
) {
  if (version !== 1) return yield* Effect.fail(failure("invalidRequest", "Only manifests of version 1 can be signed."))
  if (blobs.length > 0) {
    return yield* Effect.fail(failure("failedToCompileTransaction", "The practice ledger does not accept blobs."))
  }
  yield* compiledAs(transactionManifest, "v1", networkId)
  for (const manifest of candidates(transactionManifest, keys)) {
    const signers = signersOf(manifest, keys)
    const preview = yield* previewOf(manifest, signers)
    const { error_message, status } = preview.receipt
    if (status === "Rejected") continue
    if (status !== "Succeeded") {
      return yield* Effect.fail(failure("failedToPrepareTransaction", error_message ?? "It would fail."))
    }
    const changes = preview.resource_changes.flatMap((group) => group.resource_changes)
    const lines = [...(yield* wordsOf(changes, keys)), `Pay a fee of about ${feeOf(preview)} XRD.`]
    const note = message === undefined || message === "" ? [] : [`Publish this message: “${message}”.`]
    return { lines: [...lines, ...note], manifest, signers, message } satisfies Prepared
  }
  return yield* Effect.fail(failure("failedToFindAccountWithEnoughFundsToLockFee", "No account can pay the fee."))
})

/** Returns the intent's hash as soon as the ledger has the transaction; the caller waits for its result. */
export const sendTransaction = Effect.fn("practice.sendTransaction")(function* (
  { manifest, message, signers }: Omit<Prepared, "lines">,
  networkId: number
) {
  const gateway = yield* Gateway
  const submission = asked("failedToSubmitTransaction")
  const { epoch } = yield* Effect.mapError(gateway.construction(), submission)
  const notary = yield* onceNotary
  const header = {
    networkId,
    startEpoch: BigInt(epoch),
    endEpoch: BigInt(epoch + WINDOW),
    nonce: yield* randomNonce,
    notaryPublicKey: notary.publicKey,
    notaryIsSignatory: false,
    tipPercentage: 0
  }
  const compiled = yield* compiledAs(manifest, "v1", networkId)
  const intent =
    message === undefined ? buildIntentV1(header, compiled) : buildIntentV1(header, compiled, plaintext(message))
  const body = notarizeV1(signV1(intent, signers), notary)
  const payload = bytesToHex(encodeTransaction({ kind: "notarizedV1", body }))
  const isDuplicate = yield* Effect.mapError(gateway.submit(payload), submission)
  if (isDuplicate) {
    return yield* Effect.fail(failure("submittedTransactionWasDuplicate", "The ledger already has this transaction."))
  }
  return writeHash("txid", intentHashV1(intent), networkId)
})
