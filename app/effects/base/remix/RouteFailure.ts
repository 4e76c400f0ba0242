/** A failure a route may end with: it knows its HTTP status and stable code, and its message is fit for the user. */
export interface RouteFailure {
  readonly _tag: string
  readonly status: number
  readonly code: string
  readonly message: string
  readonly fields?: { readonly [field: string]: string }
  /** Whole seconds, for 429 and 503. */
  readonly retryAfter?: number
  /** What a program reads beside the words: times in Unix milliseconds, numbers, identifiers. */
  readonly details?: RefusalDetails
}
export type RefusalDetails = { readonly [name: string]: string | number }
