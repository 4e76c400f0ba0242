/** Counts that the bell and the bottom bar show. */
export interface Waiting {
  /** Unread notifications. */
  readonly unread: number
  /** Items in the person's To do list. */
  readonly needs: number
}
