/** From the cause a program ended with to the answer's status, code and words. */
import { Cause, Option } from "effect"
import { storageFailureIn } from "~/effects/base/db/storageFailure.server"

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

/** What a refused request reads, on a page's error boundary and as JSON. */
export interface RefusalBody {
  readonly code: string
  readonly message: string
  readonly requestId: string
  readonly fields?: { readonly [field: string]: string }
  readonly details?: RefusalDetails
}

/** The storage's failures come as defects, from wherever the statement stood. */
const failureIn = (cause: Cause.Cause<RouteFailure>): Option.Option<RouteFailure> =>
  Option.orElse(Cause.failureOption(cause), () => storageFailureIn(cause))

/** What a failed program is answered with. Details of a defect stay in the log. */
export const refusal = (cause: Cause.Cause<RouteFailure>, requestId: string) =>
  Option.match(failureIn(cause), {
    onNone: () => ({
      status: 500,
      retryAfter: undefined,
      body: { code: "E-SERVER", message: "Something went wrong.", requestId } satisfies RefusalBody
    }),
    onSome: ({ code, details, fields, message, retryAfter, status }) => ({
      status,
      retryAfter,
      body: {
        code,
        message,
        requestId,
        ...(fields === undefined ? {} : { fields }),
        ...(details === undefined ? {} : { details })
      } satisfies RefusalBody
    })
  })
