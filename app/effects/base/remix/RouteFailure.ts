/** A failure that a route may end with: it has an HTTP status, a stable code and a message for the user. */
export interface RouteFailure {
  readonly _tag: string
  readonly status: number
  readonly code: string
  readonly message: string
  readonly fields?: { readonly [field: string]: string }
  /** Whole seconds, for 429 and 503. */
  readonly retryAfter?: number
  /** Machine-readable details: times in Unix milliseconds, numbers, identifiers. */
  readonly details?: RefusalDetails
}
export type RefusalDetails = { readonly [name: string]: string | number }
