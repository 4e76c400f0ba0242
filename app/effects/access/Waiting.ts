/** What the bell and the bottom bar count. */
export interface Waiting {
  /** Notifications nobody has read. */
  readonly unread: number
  /** Things that need the person (R-D1). */
  readonly needs: number
}
