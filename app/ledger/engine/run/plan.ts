/**
 * Static checks before execution. A valid transaction becomes a plan: a tree of intents with the keys that signed each.
 * An invalid one is rejected permanently.
 */
import { bytesToHex } from "@noble/hashes/utils.js"
import { Either, Option } from "effect"
import { writeHash } from "../../hash"
import { CORE } from "../../manifest/instructions"
import {
  intentHashV1,
  intentHashV2,
  signedIntentHashV1,
  signedIntentHashV2,
  subintentHash
} from "../../transaction/hashes"
import { isSignedBy, signerOfSignature } from "../../transaction/keys"
import type { InstructionValue, IntentSignature, Message, PublicKey } from "../../transaction/parts"
import type { NotarizedV1 } from "../../transaction/v1"
import type { IntentCore, IntentV2, NotarizedV2 } from "../../transaction/v2"
import type { LedgerTime } from "../World"

export interface PlannedIntent {
  readonly hash: Uint8Array
  readonly instructions: ReadonlyArray<InstructionValue>
  readonly children: ReadonlyArray<PlannedIntent>
  readonly signers: ReadonlyArray<PublicKey>
}

export interface Plan {
  readonly root: PlannedIntent
  /** Hashes of all subintents, `subtxid_…`. */
  readonly subintents: ReadonlyArray<string>
  /** `txid_…`. */
  readonly intentHash: string
  readonly instructionCount: number
}

export interface PlanOptions {
  readonly networkId: number
  readonly time: LedgerTime
  /** Previews may be for any time. */
  readonly skipEpochCheck?: boolean
}

// docs/ledger.md
const MAX_INSTRUCTIONS = 1000
const MAX_SIGNATURES = 16
const MAX_SIGNATURES_IN_ALL = 64
const MAX_SUBINTENTS = 32
const MAX_DEPTH = 3
const MAX_WINDOW = 8640n
const MAX_MESSAGE = 2048
const MAX_MIME_TYPE = 128
/** Nonce and tag around an encrypted message. */
const ENCRYPTION = 28

/** Ends the checks. */
class Rejected extends Error {
  constructor(
    message: string,
    readonly isOver = false
  ) {
    super(message)
  }
}

export interface Refusal {
  readonly message: string
  /** Expired: a property of the intent itself, regardless of signer and sender. */
  readonly isOver: boolean
}

interface Window {
  readonly networkId: number
  readonly startEpoch: bigint
  readonly endEpoch: bigint
  readonly minTimestamp?: Option.Option<bigint>
  readonly maxTimestamp?: Option.Option<bigint>
}

const checkWindow = (window: Window, { networkId, skipEpochCheck, time }: PlanOptions) => {
  if (window.networkId !== networkId) throw new Rejected(`the transaction is for network ${window.networkId}`)
  const { endEpoch, startEpoch } = window
  if (endEpoch <= startEpoch || endEpoch - startEpoch > MAX_WINDOW) throw new Rejected("the epoch window is invalid")
  if (skipEpochCheck) return
  const epoch = BigInt(time.epoch)
  if (epoch < startEpoch) throw new Rejected(`the transaction is not valid before epoch ${startEpoch}`)
  if (epoch >= endEpoch) throw new Rejected(`the transaction was valid until epoch ${endEpoch}`, true)
  const now = BigInt(time.now)
  const min = Option.getOrUndefined(window.minTimestamp ?? Option.none())
  const max = Option.getOrUndefined(window.maxTimestamp ?? Option.none())
  if (min !== undefined && now < min) throw new Rejected(`the intent is not valid before ${min}`)
  if (max !== undefined && now >= max) throw new Rejected(`the intent was valid until ${max}`, true)
}

const bytesIn = (text: string | Uint8Array): number =>
  typeof text === "string" ? new TextEncoder().encode(text).length : text.length

const checkMessage = (message: Message) => {
  if (message.kind === "plaintext") {
    if (bytesIn(message.mimeType) > MAX_MIME_TYPE) throw new Rejected(`a mime type of more than ${MAX_MIME_TYPE} bytes`)
    if (bytesIn(message.content) > MAX_MESSAGE) throw new Rejected(`a message of more than ${MAX_MESSAGE} bytes`)
  }
  if (message.kind === "encrypted" && message.value.kind === "Tuple") {
    const [encrypted] = message.value.fields
    if (encrypted?.kind === "Bytes" && encrypted.value.length > MAX_MESSAGE + ENCRYPTION) {
      throw new Rejected(`an encrypted message of more than ${MAX_MESSAGE} bytes`)
    }
  }
}

const checkContents = ({ blobs, instructions, message }: Pick<IntentCore, "blobs" | "instructions" | "message">) => {
  if (instructions.length > MAX_INSTRUCTIONS) throw new Rejected(`more than ${MAX_INSTRUCTIONS} instructions`)
  if (blobs.length > 0) throw new Rejected("blobs are not in the local subset")
  checkMessage(message)
}

const signersOf = (signatures: ReadonlyArray<IntentSignature>, hash: Uint8Array): ReadonlyArray<PublicKey> => {
  if (signatures.length > MAX_SIGNATURES) throw new Rejected(`more than ${MAX_SIGNATURES} signatures`)
  const keys = signatures.map((given) => {
    const key = Option.getOrUndefined(signerOfSignature(given, hash))
    if (key === undefined) throw new Rejected("a signature does not hold")
    return key
  })
  if (new Set(keys.map(({ bytes }) => bytesToHex(bytes))).size !== keys.length) throw new Rejected("a key signed twice")
  return keys
}

const yields = (instructions: ReadonlyArray<InstructionValue>, byte: number, child?: number): number =>
  instructions.filter(({ fields, variant }) => {
    const [first] = fields
    return variant === byte && (child === undefined || (first?.kind === "U32" && first.value === child))
  }).length

class Tree {
  private readonly used = new Set<string>()
  private readonly byHash: ReadonlyMap<
    string,
    { readonly core: IntentCore; readonly signers: ReadonlyArray<PublicKey> }
  >

  constructor(intent: IntentV2, signers: ReadonlyArray<ReadonlyArray<PublicKey>>) {
    this.byHash = new Map(
      intent.subintents.map(({ core }, index) => [
        bytesToHex(subintentHash({ core })),
        { core, signers: signers[index] ?? [] }
      ])
    )
  }

  children(core: IntentCore, depth: number): ReadonlyArray<PlannedIntent> {
    if (depth > MAX_DEPTH && core.children.length > 0)
      throw new Rejected(`more than ${MAX_DEPTH} levels below the root`)
    return core.children.map((hash, index) => {
      const key = bytesToHex(hash)
      const found = this.byHash.get(key)
      if (found === undefined) throw new Rejected("a child is missing")
      if (this.used.has(key)) throw new Rejected("a subintent has two parents")
      this.used.add(key)
      const { instructions } = found.core
      if (instructions.at(-1)?.variant !== CORE.YIELD_TO_PARENT.byte) {
        throw new Rejected("a subintent must end with a yield to its parent")
      }
      const asked = yields(core.instructions, CORE.YIELD_TO_CHILD.byte, index)
      if (asked !== yields(instructions, CORE.YIELD_TO_PARENT.byte)) {
        throw new Rejected("a child and its parent yield to each other a different number of times")
      }
      return { hash, instructions, children: this.children(found.core, depth + 1), signers: found.signers }
    })
  }

  /** Whether every subintent is used. */
  isWhole = (): boolean => this.used.size === this.byHash.size
}

const planV2 = (
  intent: IntentV2,
  rootSigners: ReadonlyArray<PublicKey>,
  signers: ReadonlyArray<ReadonlyArray<PublicKey>>,
  options: PlanOptions
): Plan => {
  const cores = [intent.core, ...intent.subintents.map(({ core }) => core)]
  for (const core of cores) {
    checkWindow(core.header, options)
    checkContents(core)
  }
  if (intent.subintents.length > MAX_SUBINTENTS) throw new Rejected(`more than ${MAX_SUBINTENTS} subintents`)
  if (signers.length !== intent.subintents.length) throw new Rejected("the signatures do not fit the subintents")
  const hash = intentHashV2(intent)
  if (yields(intent.core.instructions, CORE.YIELD_TO_PARENT.byte) > 0) throw new Rejected("a root has no parent")
  const tree = new Tree(intent, signers)
  const children = tree.children(intent.core, 1)
  if (!tree.isWhole()) throw new Rejected("a subintent has no parent")
  return {
    root: { hash, instructions: intent.core.instructions, children, signers: rootSigners },
    subintents: intent.subintents.map((each) => writeHash("subtxid", subintentHash(each), options.networkId)),
    intentHash: writeHash("txid", hash, options.networkId),
    instructionCount: cores.reduce((sum, { instructions }) => sum + instructions.length, 0)
  }
}

const withNotary = (signers: ReadonlyArray<PublicKey>, notary: PublicKey, isSignatory: boolean) =>
  isSignatory ? [...signers, notary] : signers

const checked = (make: () => Plan): Either.Either<Plan, Refusal> =>
  Either.try({
    try: make,
    catch: (cause) => {
      if (cause instanceof Rejected) return { message: cause.message, isOver: cause.isOver }
      throw cause
    }
  })

/** Left: why it can never be committed. */
export const planV1Transaction = (given: NotarizedV1, options: PlanOptions): Either.Either<Plan, Refusal> =>
  checked(() => {
    const { intent, signatures } = given.signedIntent
    checkWindow(intent.header, options)
    checkContents(intent)
    const hash = intentHashV1(intent)
    const { notaryIsSignatory, notaryPublicKey } = intent.header
    if (!isSignedBy(notaryPublicKey, given.notarySignature, signedIntentHashV1(given.signedIntent))) {
      throw new Rejected("the notary's signature does not hold")
    }
    const signers = withNotary(signersOf(signatures, hash), notaryPublicKey, notaryIsSignatory)
    return {
      root: { hash, instructions: intent.instructions, children: [], signers },
      subintents: [],
      intentHash: writeHash("txid", hash, options.networkId),
      instructionCount: intent.instructions.length
    }
  })

export const planV2Transaction = (given: NotarizedV2, options: PlanOptions): Either.Either<Plan, Refusal> =>
  checked(() => {
    const { intent, signatures, subintentSignatures } = given.signedIntent
    const { notaryIsSignatory, notaryPublicKey } = intent.header
    const all = signatures.length + subintentSignatures.reduce((sum, list) => sum + list.length, 0)
    if (all > MAX_SIGNATURES_IN_ALL) throw new Rejected(`more than ${MAX_SIGNATURES_IN_ALL} signatures`)
    if (!isSignedBy(notaryPublicKey, given.notarySignature, signedIntentHashV2(given.signedIntent))) {
      throw new Rejected("the notary's signature does not hold")
    }
    const root = withNotary(signersOf(signatures, intentHashV2(intent)), notaryPublicKey, notaryIsSignatory)
    const below = intent.subintents.map((each, index) =>
      signersOf(subintentSignatures[index] ?? [], subintentHash(each))
    )
    return planV2(intent, root, subintentSignatures.length === below.length ? below : [[], ...below], options)
  })

/** For previews, which name signers instead of containing signatures. */
export const planPreview = (
  intent: IntentV2,
  signers: ReadonlyArray<PublicKey>,
  subintentSigners: ReadonlyArray<ReadonlyArray<PublicKey>>,
  options: PlanOptions
): Either.Either<Plan, Refusal> => checked(() => planV2(intent, signers, subintentSigners, options))
