/** Seconds between two polls of a page without a stream. */
export const POLL_S = 30
