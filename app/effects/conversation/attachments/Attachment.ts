/** Files that authors attach to threads, proposals and announcements (docs/product/conversation.md). Isomorphic. */

/** The post that a file belongs to. A proposal has the id of the draft that it was. */
export interface AttachmentTarget {
  readonly type: "thread" | "proposal" | "announcement"
  readonly id: string
}

export interface Attachment {
  readonly id: string
  readonly name: string
  readonly mime: "application/pdf" | "image/jpeg" | "image/png" | "image/webp"
  /** Its size. */
  readonly bytes: number
  /** Of the bytes that are downloaded, in hex; null for pictures that were attached before it was stored. */
  readonly sha256: string | null
}

/** Files of one post. */
export const MOST_FILES = 10
export const MOST_FILE_BYTES = 10 * 1_048_576
/** Bytes of all attachments of a community. */
export const ALLOWANCE = 500 * 1_048_576
