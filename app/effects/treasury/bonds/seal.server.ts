/**
 * Signed orders at rest. Whoever has one can use it at its price (docs/ledger.md, 1.5), so it is stored encrypted:
 * AES-256-GCM under a key of its own, derived from the server's secret, and bound to the order it belongs to.
 */
import { createCipheriv, createDecipheriv } from "node:crypto"
import { Effect, Redacted } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import { hmacSha256, randomToken } from "~/effects/base/text/random.server"

const NONCE_BYTES = 12
const TAG_BYTES = 16

const keyOf = Effect.map(Settings, ({ sessionSecret }) =>
  Buffer.from(hmacSha256(Redacted.value(sessionSecret), "signed bond orders"), "hex")
)

/** Hex in, base64 out: nonce, tag, ciphertext. */
export const seal = Effect.fn("bonds.seal")(function* (hex: string, orderId: string) {
  const key = yield* keyOf
  const nonce = Buffer.from(yield* randomToken, "hex").subarray(0, NONCE_BYTES)
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(orderId))
  const body = Buffer.concat([cipher.update(Buffer.from(hex, "hex")), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64")
})

/** Dies where the text was changed or the secret is another one: nothing can be done with such an order. */
export const unseal = Effect.fn("bonds.unseal")(function* (sealed: string, orderId: string) {
  const key = yield* keyOf
  return yield* Effect.try(() => {
    const bytes = Buffer.from(sealed, "base64")
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(orderId))
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return new Uint8Array(Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]))
  }).pipe(Effect.orDie)
})
