/** The part of http_ece that is used here; the package has no types. */
import type { ECDH } from "node:crypto"
import { createRequire } from "node:module"

interface HttpEce {
  readonly decrypt: (
    body: Buffer,
    how: { readonly version: "aes128gcm"; readonly privateKey: ECDH; readonly authSecret: string }
  ) => Buffer
}

const ece: HttpEce = createRequire(import.meta.url)("http_ece")

export const decrypt = (body: Buffer, privateKey: ECDH, auth: Buffer): string =>
  ece.decrypt(body, { version: "aes128gcm", privateKey, authSecret: auth.toString("base64url") }).toString("utf8")
