/** The number next to the bell. No imports: every page loads this file. */

/** Counting stops here, because each row costs time and nobody needs the exact number. */
export const MOST_UNREAD = 100

/** "7", or "99+" where counting stopped. */
export const unreadInWords = (unread: number): string =>
  unread >= MOST_UNREAD ? `${MOST_UNREAD - 1}+` : String(unread)
