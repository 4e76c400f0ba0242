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
  signPartial,
  subintentHash,
  writeHash
} from "~/ledger/index"
import type { Failure } from "./ask"
import { wordsOfPart } from "./inAdvance"
import type { Keys } from "./keys"
import { randomDiscriminator } from "./randomness"
import { compiledAs, signersOf } from "./transaction"

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
  if (own !== undefined) {
    return {
      networkId,
      startEpoch: BigInt(own.startEpochInclusive),
      endEpoch: BigInt(own.endEpochExclusive),
      minTimestamp: seconds(own.minProposerTimestampInclusive),
      maxTimestamp: seconds(own.maxProposerTimestampExclusive ?? expiry),
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
  const until = DateTime.formatIso(DateTime.unsafeMake(expiryOf(wanted, asked.at) * 1000))
    .slice(0, 16)
    .replace("T", " ")

  const sign = Effect.gen(function* () {
    const moment = yield* ledgerNow
    const expiry = expiryOf(wanted, moment.at)
    const header = yield* headerOf(wanted, networkId, expiry, moment)
    const { message } = wanted
    const root =
      message === undefined ? buildSubintent(header, compiled) : buildSubintent(header, compiled, plaintext(message))
    const body = yield* Effect.mapError(signPartial(root, signersOf(manifest, keys)), (error) =>
      failure("failedToSignTransaction", error.message)
    )
    return {
      expirationTimestamp: expiry,
      subintentHash: writeHash("subtxid", subintentHash(root), networkId),
      signedPartialTransaction: bytesToHex(encodeTransaction({ kind: "signedPartial", body }))
    }
  })

  const lines = [
    "Sign a part of a transaction in advance. Whoever asks may complete it, without asking again.",
    ...(moves.length === 0 ? ["It moves nothing of yours."] : moves),
    `It can be used until ${until} UTC.`
  ]
  return { lines, manifest, sign }
})
