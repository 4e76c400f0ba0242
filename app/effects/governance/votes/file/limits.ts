/** How large files may be that are checked; bytes (docs/product/publishing.md, 3.6.2). */

/** Of a hundred thousand ballots 100 MB, of sealed ones 600. */
export const MAX_FILE_BYTES = 1_073_741_824
/** What is read whole: another layout than ours, a receipt, and what is taken to the ledger. */
export const MAX_WHOLE_BYTES = 10_485_760
/** What is posted to a server, which reads it whole. */
export const MAX_POSTED_BYTES = MAX_WHOLE_BYTES
