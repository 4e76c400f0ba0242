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

/** Who may sign up, as operators choose it. Pages load this file. */

export const SIGNUP_MODES = ["open", "approval", "invitation"] as const
export type SignupMode = (typeof SIGNUP_MODES)[number]

/** The mode in a sentence: "Sign-ups are by approval." */
export const modeWords: Readonly<Record<SignupMode, string>> = {
  open: "open",
  approval: "by approval",
  invitation: "by invitation"
}

/** Whom to ask for an invitation: what the operators wrote, if anything. */
export const whomToAsk = (ask: string): string =>
  ask === "" ? "Ask a member of a community here, or write to the operators on the Support page." : ask

/** A request that no operator decides is deleted after so many days. */
export const REQUEST_DAYS = 30

/** A sign-up of the signed-in account that waits for approval, or was refused. */
export interface OwnSignupRequest {
  /** Null once it was refused: the profile is deleted then. */
  readonly username: string | null
  /** Unix milliseconds. */
  readonly requestedAt: number
  /** Why it was refused; null while it waits. */
  readonly refusal: string | null
  readonly mayAskAgain: boolean
}

/** What the sign-up page knows before the wallet connects. */
export interface SignupPage {
  /** Why sign-ups are closed, in words; null if they are not. */
  readonly closed: string | null
  readonly mode: SignupMode
  /** Whom to ask for an invitation. */
  readonly ask: string
  /** Of the browser; "none" also where none is needed. */
  readonly invitation: "none" | "valid" | "ended"
  readonly request: OwnSignupRequest | null
}
