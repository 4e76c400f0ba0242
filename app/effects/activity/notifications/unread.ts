/** The number beside the bell. No imports: every page loads this file. */

/** Counts stop here: nobody reads further, and counting costs with every row. */
export const MOST_UNREAD = 100

/** "7", or "99+" where counting stopped. */
export const unreadInWords = (unread: number): string =>
  unread >= MOST_UNREAD ? `${MOST_UNREAD - 1}+` : String(unread)
