/**
 * The site's secret at work: texts that only this site can open, and keyed digests that only this site can make. Each
 * purpose has a key of its own, derived from `SESSION_SECRET`, so that nothing made for one purpose fits another. No other
 * service sees the secret. What is stored depends on the purposes' names and on the formats below: neither may change.
 */
import { createCipheriv, createDecipheriv } from "node:crypto"
import { Effect, Redacted } from "effect"
import { hmacSha256, randomToken } from "~/effects/base/text/random.server"
import { Settings } from "./Settings.server"

export type DigestPurpose = "one-time codes" | "support senders"
export type SealPurpose = "signed bond orders"

const NONCE_BYTES = 12
const TAG_BYTES = 16

export class Seal extends Effect.Service<Seal>()("effects/Seal", {
  effect: Effect.gen(function* () {
    const { sessionSecret } = yield* Settings
    const keyOf = (purpose: DigestPurpose | SealPurpose) => hmacSha256(Redacted.value(sessionSecret), purpose)
    const cipherKeyOf = (purpose: SealPurpose) => Buffer.from(keyOf(purpose), "hex")

    /** HMAC-SHA256 of a text under the purpose's key, 64 hex digits. The same text has the same digest. */
    const digest = (purpose: DigestPurpose, text: string): string => hmacSha256(keyOf(purpose), text)

    /**
     * AES-256-GCM, bound to the id of what the bytes belong to, which is needed again to open them. Answers base64 of
     * nonce, tag and ciphertext.
     */
    const encrypt = Effect.fn("Seal.encrypt")(function* (purpose: SealPurpose, boundTo: string, bytes: Uint8Array) {
      const nonce = Buffer.from(yield* randomToken, "hex").subarray(0, NONCE_BYTES)
      const cipher = createCipheriv("aes-256-gcm", cipherKeyOf(purpose), nonce).setAAD(Buffer.from(boundTo))
      const body = Buffer.concat([cipher.update(bytes), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64")
    })

    /** Dies where the text was changed, belongs to something else, or the secret is another one. */
    const decrypt = Effect.fn("Seal.decrypt")((purpose: SealPurpose, boundTo: string, sealed: string) =>
      Effect.try(() => {
        const bytes = Buffer.from(sealed, "base64")
        const decipher = createDecipheriv("aes-256-gcm", cipherKeyOf(purpose), bytes.subarray(0, NONCE_BYTES))
          .setAAD(Buffer.from(boundTo))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        const body = bytes.subarray(NONCE_BYTES + TAG_BYTES)
        return new Uint8Array(Buffer.concat([decipher.update(body), decipher.final()]))
      }).pipe(Effect.orDie)
    )

    return { digest, encrypt, decrypt }
  })
}) {}
