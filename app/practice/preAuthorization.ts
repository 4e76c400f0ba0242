/**
 * Pre-authorizations: a subintent signed in advance for the party that completes the transaction (docs/connector.md).
 */
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
import { signersForOthers, signersOf } from "./signers"
import { compiledAs } from "./transaction"
import { short } from "./words"

type Items = Extract<WalletInteraction["items"], { readonly discriminator: "preAuthorizationRequest" }>
type Wanted = NonNullable<Items["request"]>

/** Least lead time of an expiry, in seconds. */
const CLOSEST = 30
const MAX_WINDOW = 8640 // in epochs (docs/ledger.md)

const failure = (error: string, message = ""): Failure => (message === "" ? { error } : { error, message })

/**
 * The ledger's time in seconds, and its epoch. Not the browser's time, because the ledger decides about expiry and its
 * clock can be moved in local mode.
 */
const ledgerNow = Effect.gen(function* () {
  const gateway = yield* Gateway
  const { epoch, proposer_round_timestamp } = yield* gateway.construction()
  return { epoch, at: Math.floor(Date.parse(proposer_round_timestamp) / 1000) }
}).pipe(
  Effect.mapError(() => failure("failedToPrepareTransaction", "The ledger is not responding.")),
  Effect.filterOrFail(
    ({ at }) => Number.isFinite(at),
    () => failure("failedToPrepareTransaction", "The ledger does not report its time.")
  )
)

/** Unix seconds. A delay counts from the signing. */
const expiryOf = ({ expiration }: Wanted, at: number) =>
  expiration.discriminator === "expireAtTime" ? expiration.unixTimestampSeconds : at + expiration.expireAfterSeconds

const headerOf = Effect.fn("practice.headerOf")(function* (
  wanted: Wanted,
  networkId: number,
  expiry: number,
  { at, epoch }: { readonly at: number; readonly epoch: number }
) {
  const own = wanted.header
  if (own !== undefined && own.networkId !== networkId) return yield* Effect.fail(failure("wrongNetwork"))
  const seconds = (given: number | undefined) =>
    Option.map(Option.fromNullable(given), (value) => BigInt(Math.floor(value)))
  // A given header is used as it is, so that several wallets sign the same hash.
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

/** When it expires: according to the header if there is one, by timestamp or by epoch. */
const endOf = ({ header }: Wanted, expiry: number, { at, epoch }: { readonly at: number; readonly epoch: number }) =>
  header === undefined
    ? expiry
    : (header.maxProposerTimestampExclusive ?? at + (header.endEpochExclusive - epoch) * SECONDS_AN_EPOCH)

/** The last second of the year 9999; a header may name a later one, which no date can show. */
const LAST_SECOND = 253_402_300_799

const utc = (seconds: number) =>
  DateTime.formatIso(DateTime.unsafeMake(Math.min(seconds, LAST_SECOND) * 1000))
    .slice(0, 16)
    .replace("T", " ")

/** Words for the fields of a given header except its expiry. */
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

/** Describes a subintent, and signs it once the user agrees. */
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
  const others = yield* Effect.mapError(signersForOthers(manifest, keys, networkId), () =>
    failure("failedToPrepareTransaction", "The ledger does not answer.")
  )
  const until = utc(endOf(wanted, expiryOf(wanted, asked.at), asked))
  const { message } = wanted

  const build = (moment: typeof asked) =>
    Effect.map(headerOf(wanted, networkId, expiryOf(wanted, moment.at), moment), (header) =>
      message === undefined ? buildSubintent(header, compiled) : buildSubintent(header, compiled, plaintext(message))
    )

  const sign = Effect.gen(function* () {
    const moment = yield* ledgerNow
    const root = yield* build(moment)
    const signers = new Map(
      [...signersOf(manifest, keys), ...others.map(({ signer }) => signer)].map((signer) => [
        bytesToHex(signer.publicKey.bytes),
        signer
      ])
    )
    const body = yield* Effect.mapError(signPartial(root, [...signers.values()]), (error) =>
      failure("failedToSignTransaction", error.message)
    )
    return {
      expirationTimestamp: expiryOf(wanted, moment.at),
      subintentHash: writeHash("subtxid", subintentHash(root), networkId),
      signedPartialTransaction: bytesToHex(encodeTransaction({ kind: "signedPartial", body }))
    }
  })

  // With a given header the hash is known before the user agrees.
  const given =
    wanted.header === undefined
      ? []
      : [
          ...wordsOfHeader(wanted.header, asked),
          `Its code is ${shortCode(subintentHash(yield* build(asked)))}: compare it with the page.`
        ]
  const lines = [
    "Sign a part of a transaction in advance. The requesting site can complete it without asking again.",
    ...(moves.length === 0 ? ["It moves none of your tokens."] : moves),
    ...others.map(
      ({ account, label }) => `The rule of ${short(account)} counts your key of ${label}, which signs this.`
    ),
    ...(message === undefined || message === "" ? [] : [`Message: “${message}”.`]),
    `It can be used until ${until} UTC.`,
    ...given
  ]
  return { lines, manifest, sign }
})
