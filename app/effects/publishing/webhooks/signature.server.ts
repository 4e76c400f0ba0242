/**
 * Signatures according to Standard Webhooks (standardwebhooks.com): HMAC-SHA-256 of `id.time.body`, so that a receiver
 * can check the sender, and that body and time are unchanged.
 */
import { createHmac } from "node:crypto"
import { Effect } from "effect"
import { hexText } from "~/effects/base/text/random.server"

const PREFIX = "whsec_"
const SECRET_BYTES = 32

/** In the form the receiver gets: `whsec_` and base64. */
export const newSecret: Effect.Effect<string> = Effect.sync(
  () => `${PREFIX}${Buffer.from(hexText(SECRET_BYTES), "hex").toString("base64")}`
)

/** Base64 of the signature. `seconds` since 1970. */
export const signatureOf = (secret: string, id: string, seconds: number, body: string): string =>
  createHmac("sha256", Buffer.from(secret.slice(PREFIX.length), "base64"))
    .update(`${id}.${seconds}.${body}`)
    .digest("base64")

/** One signature for each valid secret: two for a day after a change. */
export const signedHeaders = (secrets: ReadonlyArray<string>, id: string, seconds: number, body: string) => ({
  "webhook-id": id,
  "webhook-timestamp": String(seconds),
  "webhook-signature": secrets.map((secret) => `v1,${signatureOf(secret, id, seconds, body)}`).join(" ")
})
