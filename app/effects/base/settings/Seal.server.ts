/**
 * Uses the site's secrets: encrypts texts that only this site can decrypt, and makes keyed hashes that only this site
 * can make. Each purpose has its own key, derived from a secret, so that nothing made for one purpose works for
 * another. No other service reads the secrets. Stored data depends on the purposes' names and on the formats below:
 * neither may change.
 *
 * Hashes use `SESSION_SECRET`. Texts are encrypted with `SEAL_KEY`, or with `SESSION_SECRET` if it is not set;
 * `SEAL_KEYS_ACCEPTED` and `SESSION_SECRET` decrypt them as well (docs/operations/secrets.md).
 */
import { createCipheriv, createDecipheriv } from "node:crypto"
import { Effect, Option, Redacted } from "effect"
import { hmacSha256, randomToken } from "~/effects/base/text/random.server"
import { Settings } from "./Settings.server"

export type DigestPurpose = "one-time codes" | "support senders" | "proven accounts"
/** Each name is also used in the log. */
export const sealPurposes = ["signed bond orders", "webhook secrets"] as const
export type SecretPurpose = (typeof sealPurposes)[number]

export interface Opened {
  readonly bytes: Uint8Array
  /** Encrypted with the current key. */
  readonly isCurrent: boolean
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

export class Seal extends Effect.Service<Seal>()("base/settings/Seal", {
  effect: Effect.gen(function* () {
    const { encryptionKey, encryptionKeysAccepted, sessionSecret } = yield* Settings
    const keyOf = (secret: string, purpose: DigestPurpose | SecretPurpose) => hmacSha256(secret, purpose)
    const cipherKeyOf = (secret: string, purpose: SecretPurpose) => Buffer.from(keyOf(secret, purpose), "hex")
    const sessions = Redacted.value(sessionSecret)
    const sealing = Redacted.value(Option.getOrElse(encryptionKey, () => sessionSecret))
    const further = [...new Set([...encryptionKeysAccepted.map(Redacted.value), sessions])].filter(
      (key) => key !== sealing
    )

    /** HMAC-SHA256 of a text with the purpose's key, 64 hex digits. Deterministic. */
    const digest = (purpose: DigestPurpose, text: string): string => hmacSha256(keyOf(sessions, purpose), text)

    /**
     * AES-256-GCM, bound to the id of the row, which is needed again for decryption. Returns base64 of nonce, tag and
     * ciphertext.
     */
    const encrypt = Effect.fn("Seal.encrypt")(function* (purpose: SecretPurpose, boundTo: string, bytes: Uint8Array) {
      const nonce = Buffer.from(yield* randomToken, "hex").subarray(0, NONCE_BYTES)
      const cipher = createCipheriv("aes-256-gcm", cipherKeyOf(sealing, purpose), nonce).setAAD(Buffer.from(boundTo))
      const body = Buffer.concat([cipher.update(bytes), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64")
    })

    const openWith = (secret: string, purpose: SecretPurpose, boundTo: string, sealed: string) =>
      Option.liftThrowable(() => {
        const bytes = Buffer.from(sealed, "base64")
        const decipher = createDecipheriv("aes-256-gcm", cipherKeyOf(secret, purpose), bytes.subarray(0, NONCE_BYTES))
          .setAAD(Buffer.from(boundTo))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        const body = bytes.subarray(NONCE_BYTES + TAG_BYTES)
        return new Uint8Array(Buffer.concat([decipher.update(body), decipher.final()]))
      })()

    /** None if the text was changed, belongs to another id, or was encrypted with none of the keys. */
    const open = (purpose: SecretPurpose, boundTo: string, sealed: string): Option.Option<Opened> =>
      Option.firstSomeOf(
        [sealing, ...further].map((secret) =>
          Option.map(openWith(secret, purpose, boundTo, sealed), (bytes) => ({ bytes, isCurrent: secret === sealing }))
        )
      )

    /** Like `open`, but dies if the text cannot be decrypted. */
    const decrypt = Effect.fn("Seal.decrypt")((purpose: SecretPurpose, boundTo: string, sealed: string) =>
      Option.match(open(purpose, boundTo, sealed), {
        onNone: () => Effect.dieMessage("a sealed text does not open"),
        onSome: ({ bytes }) => Effect.succeed(bytes)
      })
    )

    return {
      digest,
      encrypt,
      open,
      decrypt,
      /** Whether keys other than the current one decrypt texts; some texts may then need re-encryption. */
      hasFurtherKeys: further.length > 0
    }
  })
}) {}
