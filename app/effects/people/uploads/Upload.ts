/**
 * Uploads, as browser and server know them: paths, limits and the responses of docs/product/people.md. They have the
 * shape of the external file host, so pages do not depend on whether the host is this server.
 */
import { Schema } from "effect"

export const MAX_UPLOAD_BYTES = 5 * 1_048_576 // docs/product/communities.md
export const MAX_MEGAPIXELS = 24 // docs/product/safety.md
/** `expire` is a Unix time in seconds. Another host may send it as text. */
export const UploadSignature = Schema.Struct({
  signature: Schema.NonEmptyString,
  expire: Schema.Union(Schema.Int, Schema.NumberFromString.pipe(Schema.int()))
})
export type UploadSignature = typeof UploadSignature.Type

/** `file` is the stored file's identifier. */
export interface UploadReply {
  readonly file: string
}

/** Where a page sends files (`{url}/base/`), where it reads them, and the public key it sends. */
export interface UploadTarget {
  readonly url: string
  readonly cdnUrl: string
  readonly publicKey: string
}

/** This server as its own file host. */
export const OWN_UPLOADS: UploadTarget = { url: "/api/image-upload", cdnUrl: "/files", publicKey: "commonhold" }
