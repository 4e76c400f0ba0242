/** Pre-authorizations: a part of a transaction, signed in advance for the party that completes it (docs/connector.md, 2.6). */
import { bytesToHex } from "@noble/hashes/utils.js"
import { DateTime, Effect, Either, Option } from "effect"
import { Gateway, type WalletInteraction } from "~/connector/index"
import {
  buildSubintent,
  encodeTransaction,
  parseManifest,
  plaintext,
  SECONDS_AN_EPOCH,
  shortCode,
  signPartial,
  subintentHash,
  writeHash
} from "~/ledger/index"
import type { Failure } from "./ask"
import { wordsOfPart } from "./inAdvance"
import type { Keys } from "./keys"
import { randomDiscriminator } from "./randomness"
import { signersOf } from "./signers"
import { compiledAs } from "./transaction"

type Items = Extract<WalletInteraction["items"], { readonly discriminator: "preAuthorizationRequest" }>
type Wanted = NonNullable<Items["request"]>

/** Seconds a time must lie ahead. */
const CLOSEST = 30
const MAX_WINDOW = 8640 // epochs; docs/ledger.md, 2, limits

const failure = (error: string, message = ""): Failure => (message === "" ? { error } : { error, message })

/**
 * The ledger's time, in seconds, and its epoch. Not the browser's: the ledger is who will say that the time is over,
 * and in local mode its clock can be moved.
 */
const ledgerNow = Effect.gen(function* () {
  const gateway = yield* Gateway
  const { epoch, proposer_round_timestamp } = yield* gateway.construction()
  return { epoch, at: Math.floor(Date.parse(proposer_round_timestamp) / 1000) }
}).pipe(
  Effect.mapError(() => failure("failedToPrepareTransaction", "The ledger does not answer.")),
  Effect.filterOrFail(
    ({ at }) => Number.isFinite(at),
    () => failure("failedToPrepareTransaction", "The ledger does not tell its time.")
  )
)

/** Unix seconds. A delay counts from the moment of signing. */
const expiryOf = ({ expiration }: Wanted, at: number) =>
  expiration.discriminator === "expireAtTime" ? expiration.unixTimestampSeconds : at + expiration.expireAfterSeconds

const headerOf = Effect.fn("practice.subintentHeader")(function* (
  wanted: Wanted,
  networkId: number,
  expiry: number,
  { at, epoch }: { readonly at: number; readonly epoch: number }
) {
  const own = wanted.header
  if (own !== undefined && own.networkId !== networkId) return yield* Effect.fail(failure("wrongNetwork"))
  const seconds = (given: number | undefined) =>
    Option.map(Option.fromNullable(given), (value) => BigInt(Math.floor(value)))
  // As it is, so that several wallets sign the same hash.
  if (own !== undefined) {
    return {
      networkId,
      startEpoch: BigInt(own.startEpochInclusive),
      endEpoch: BigInt(own.endEpochExclusive),
      minTimestamp: seconds(own.minProposerTimestampInclusive),
      maxTimestamp: seconds(own.maxProposerTimestampExclusive),
      discriminator: BigInt(own.intentDiscriminator)
    }
  }
  const epochs = Math.min(MAX_WINDOW, Math.ceil((expiry - at) / SECONDS_AN_EPOCH) + 1)
  return {
    networkId,
    startEpoch: BigInt(epoch),
    endEpoch: BigInt(epoch + epochs),
    minTimestamp: Option.none<bigint>(),
    maxTimestamp: seconds(expiry),
    discriminator: yield* randomDiscriminator
  }
})

/** When it ends: by the header where there is one, by its timestamp or else by its epochs. */
const endOf = ({ header }: Wanted, expiry: number, { at, epoch }: { readonly at: number; readonly epoch: number }) =>
  header === undefined
    ? expiry
    : (header.maxProposerTimestampExclusive ?? at + (header.endEpochExclusive - epoch) * SECONDS_AN_EPOCH)

/** The last second that four digits of a year can say: a header may name a later one, and no date holds that. */
const LAST_SECOND = 253_402_300_799

const utc = (seconds: number) =>
  DateTime.formatIso(DateTime.unsafeMake(Math.min(seconds, LAST_SECOND) * 1000))
    .slice(0, 16)
    .replace("T", " ")

/** What a given header says beside its end. */
const wordsOfHeader = (
  { intentDiscriminator, minProposerTimestampInclusive, networkId, startEpochInclusive }: NonNullable<Wanted["header"]>,
  { at, epoch }: { readonly at: number; readonly epoch: number }
): ReadonlyArray<string> => {
  const begun = at + (startEpochInclusive - epoch) * SECONDS_AN_EPOCH
  const from = Math.max(begun, minProposerTimestampInclusive ?? begun)
  return [
    `It is for network ${networkId}${networkId === 2 ? " (Stokenet)" : ""}, and its discriminator is ${intentDiscriminator}.`,
    ...(from > at ? [`It can be used from ${utc(from)} UTC on.`] : [])
  ]
}

/** What to say about it, and how to sign it once the person agrees. */
export const preAuthorize = Effect.fn("practice.preAuthorize")(function* (
  wanted: Wanted | undefined,
  keys: Keys,
  networkId: number
) {
  if (wanted === undefined) return yield* Effect.fail(failure("invalidRequest", "There is nothing to sign."))
  const asked = yield* ledgerNow
  const ahead = expiryOf(wanted, asked.at) - asked.at
  if (wanted.expiration.discriminator === "expireAtTime") {
    if (ahead <= 0) return yield* Effect.fail(failure("expiredSubintent"))
    if (ahead < CLOSEST) return yield* Effect.fail(failure("subintentExpirationTooClose"))
  }
  const manifest = wanted.subintentManifest
  const compiled = yield* compiledAs(manifest, "subintent", networkId)
  const parsed = yield* Either.mapLeft(parseManifest(manifest), ({ message }) =>
    failure("failedToCompileTransaction", message)
  )
  const moves = yield* wordsOfPart(parsed, keys)
  const until = utc(endOf(wanted, expiryOf(wanted, asked.at), asked))
  const { message } = wanted

  const build = (moment: typeof asked) =>
    Effect.map(headerOf(wanted, networkId, expiryOf(wanted, moment.at), moment), (header) =>
      message === undefined ? buildSubintent(header, compiled) : buildSubintent(header, compiled, plaintext(message))
    )

  const sign = Effect.gen(function* () {
    const moment = yield* ledgerNow
    const root = yield* build(moment)
    const body = yield* Effect.mapError(signPartial(root, signersOf(manifest, keys)), (error) =>
      failure("failedToSignTransaction", error.message)
    )
    return {
      expirationTimestamp: expiryOf(wanted, moment.at),
      subintentHash: writeHash("subtxid", subintentHash(root), networkId),
      signedPartialTransaction: bytesToHex(encodeTransaction({ kind: "signedPartial", body }))
    }
  })

  // With a header given, what will be signed is known before the person agrees.
  const given =
    wanted.header === undefined
      ? []
      : [
          ...wordsOfHeader(wanted.header, asked),
          `Its code is ${shortCode(subintentHash(yield* build(asked)))}: compare it.`
        ]
  const lines = [
    "Sign a part of a transaction in advance. The site that asks may complete it without asking again.",
    ...(moves.length === 0 ? ["It moves nothing of yours."] : moves),
    ...(message === undefined || message === "" ? [] : [`It says: “${message}”.`]),
    `It can be used until ${until} UTC.`,
    ...given
  ]
  return { lines, manifest, sign }
})
