/**
 * What a sealed ballot has in place of choice and reason (docs/votes.md): both encrypted with a key for this ballot
 * only, and that key sealed to the round of a beacon. Isomorphic, pure except for the random bytes from the caller.
 */
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js"
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { Either, Schema } from "effect"
import { canonical, type Json } from "~/effects/base/text/canonical"
import { STRICT, text } from "../fields"
import { openSealed, sealToRound } from "../timelock"
import type { BeaconRound } from "./BeaconRound"
import { bodyLength, type LengthRules } from "./length"
import { Choice, type Sealed } from "./Sealed"

const KEY_BYTES = 32
const NONCE_BYTES = 24

/** What the voter says. */
export const Content = Schema.Struct({ choice: Choice, reason: text(0, 500) })
export type Content = typeof Content.Type

/** The ballot that a body is made for. A body that someone copies would be on a ballot of another account or vote. */
export interface Bound {
  readonly account: string
  readonly proposalDigest: string
}

type Version = LengthRules["sealedBody"]

/** Known only to the voter, who can show with it what they sealed. Lower-case hex, 32 bytes each. */
export interface Opens {
  readonly key: string
  readonly sigma: string
}

/** Random bytes for one ballot: two of 32 bytes, one of 24. */
export interface Drawn {
  readonly key: Uint8Array
  readonly sigma: Uint8Array
  readonly nonce: Uint8Array
}
export const drawn = (random: (length: number) => Uint8Array): Drawn => ({
  key: random(KEY_BYTES),
  sigma: random(KEY_BYTES),
  nonce: random(NONCE_BYTES)
})

/** What the voter stores of them. */
export const opensOf = ({ key, sigma }: Drawn): Opens => ({ key: bytesToHex(key), sigma: bytesToHex(sigma) })

export const TOO_LONG = "This reason is too long to be sealed. Shorten it, or leave out unusual characters."
export const NOT_OPENED = "It does not open with the signature of its round."
export const NO_CONTENT = "It opens, but does not contain a choice and a reason in the right form."
export const OTHER_ACCOUNT = "It is sealed for another account: it was copied from another ballot."
export const OTHER_VOTE = "It is sealed for another vote: it was copied from another ballot."
/** Whether a ballot is spoilt because it is a copy. */
export const isCopied = (spoilt: string): boolean => spoilt === OTHER_ACCOUNT || spoilt === OTHER_VOTE

/** Canonical, padded with spaces to the fixed length of the vote. */
const padded = (content: Content | (Content & Bound), length: number): Either.Either<Uint8Array, string> => {
  const bytes = utf8ToBytes(canonical({ ...content } as Json)) // the schema allows only JSON; its lists are read-only
  if (bytes.length > length) return Either.left(TOO_LONG)
  const body = new Uint8Array(length).fill(0x20)
  body.set(bytes)
  return Either.right(body)
}

/** A ballot's sealed part. Left: why it cannot be sealed, as a message for the voter. */
export const sealContent = (
  content: Content,
  rules: LengthRules,
  { publicKey, round }: BeaconRound,
  { key, nonce, sigma }: Drawn,
  { account, proposalDigest }: Bound
): Either.Either<Sealed, string> => {
  const whole = rules.sealedBody === undefined ? content : { ...content, account, proposalDigest }
  return Either.map(padded(whole, bodyLength(rules)), (body) => {
    const { U, V, W } = sealToRound(key, { publicKey: hexToBytes(publicKey), round, sigma })
    return {
      U: bytesToHex(U),
      V: bytesToHex(V),
      W: bytesToHex(W),
      nonce: bytesToHex(nonce),
      body: bytesToHex(xchacha20poly1305(key, nonce).encrypt(body))
    }
  })
}

const decode = Schema.decodeUnknownEither(Content, STRICT)

/** Decrypts the JSON of a body with its key. */
const readBody = ({ body, nonce }: Sealed, key: Uint8Array): Either.Either<unknown, string> =>
  Either.try({
    try: () => xchacha20poly1305(key, hexToBytes(nonce)).decrypt(hexToBytes(body)),
    catch: () => NOT_OPENED
  }).pipe(
    Either.flatMap((bytes) =>
      Either.try({
        try: (): unknown => JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)),
        catch: () => NO_CONTENT
      })
    )
  )

const namesIn = (value: unknown): string =>
  typeof value === "object" && value !== null ? Object.keys(value).sort().join() : ""
const isBound = (
  body: unknown
): body is Readonly<Record<"account" | "choice" | "proposalDigest" | "reason", unknown>> =>
  namesIn(body) === "account,choice,proposalDigest,reason"

/** The content of a body on this ballot; checks account and vote first. Left: why it is spoilt. */
const contentOn = (bound: Bound, body: unknown): Either.Either<Content, string> => {
  if (!isBound(body)) return Either.mapLeft(decode(body), () => NO_CONTENT)
  const { account, proposalDigest, ...content } = body
  if (account !== bound.account) return Either.left(OTHER_ACCOUNT)
  return proposalDigest === bound.proposalDigest
    ? Either.mapLeft(decode(content), () => NO_CONTENT)
    : Either.left(OTHER_VOTE)
}

/** The content, read with what the voter stored; `showContent` checks whether the key is the sealed one. */
export const readOpened = (sealed: Sealed, { key }: Opens, bound: Bound): Either.Either<Content, string> =>
  Either.flatMap(readBody(sealed, hexToBytes(key)), (body) => contentOn(bound, body))

/** Opens a sealed part with the signature of its round, 48 bytes. Left: why it is spoilt. */
export const openContent = (
  sealed: Sealed,
  signature: Uint8Array,
  version: Version,
  bound: Bound
): Either.Either<Content, string> => {
  const { U, V, W } = sealed
  const key = openSealed({ U: hexToBytes(U), V: hexToBytes(V), W: hexToBytes(W) }, signature)
  if (Either.isLeft(key)) return Either.left(NOT_OPENED)
  return Either.flatMap(readBody(sealed, key.right), (body) =>
    isBound(body) === (version !== undefined) ? contentOn(bound, body) : Either.left(NO_CONTENT)
  )
}

export const NO_BEACON = "The beacon's public key in it is not a valid beacon key."

/** Before the opening, with what the voter stored: the content if it is what was sealed; nothing otherwise. */
export const showContent = (
  sealed: Sealed,
  { publicKey, round }: BeaconRound,
  opens: Opens,
  bound: Bound
): Either.Either<Content, string> => {
  const [key, sigma] = [hexToBytes(opens.key), hexToBytes(opens.sigma)]
  return Either.try({
    try: () => sealToRound(key, { publicKey: hexToBytes(publicKey), round, sigma }),
    catch: () => NO_BEACON
  }).pipe(
    Either.flatMap(({ U, V, W }) => {
      const isSame = bytesToHex(U) === sealed.U && bytesToHex(V) === sealed.V && bytesToHex(W) === sealed.W
      return isSame
        ? readOpened(sealed, opens, bound)
        : Either.left("The key stored with it is not the one that was sealed.")
    })
  )
}
