/** An operator's invitation to the site. Pages load this file. */
export interface SiteInvitation {
  readonly code: string
  /** For whom it is, in the operator's words. */
  readonly note: string
  readonly maxUses: number
  /** Sign-ups with it so far. */
  readonly uses: number
  /** Unix milliseconds. */
  readonly expiresAt: number
  readonly state: "valid" | "used" | "expired" | "withdrawn"
}
