/** Seconds between two questions where no stream can be held. */
export const POLL_S = 30
