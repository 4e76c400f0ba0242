/** Largest sizes of files that are checked; bytes (docs/product/publishing.md). */

/** A hundred thousand ballots are 100 MB, sealed ones 600 MB. */
export const MAX_FILE_BYTES = 1_073_741_824
/** Files that are read whole: other layouts, receipts, and files that are compared with the ledger. */
export const MAX_WHOLE_BYTES = 10_485_760
/** Files posted to a server, which reads them whole. */
export const MAX_POSTED_BYTES = MAX_WHOLE_BYTES
