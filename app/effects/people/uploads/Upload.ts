/**
 * Uploads, as both sides know them: addresses, limits and the answers of docs/product/people.md. The shape is that of
 * the file host those calls fit, so the pages do not care whether the host is this server or another.
 */
import { Schema } from "effect"

export const MAX_UPLOAD_BYTES = 5 * 1_048_576 // docs/product/communities.md, 3.5.1
export const MAX_MEGAPIXELS = 24 // docs/product/safety.md, B15
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

/** Where a page sends files to (`{url}/base/`), where it finds them, and the key it names itself with. */
export interface UploadTarget {
  readonly url: string
  readonly cdnUrl: string
  readonly publicKey: string
}

/** This server as its own file host. */
export const OWN_UPLOADS: UploadTarget = { url: "/api/image-upload", cdnUrl: "/files", publicKey: "commonhold" }
