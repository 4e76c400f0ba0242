/** From the cause a program ended with to the answer's status, code and words. */
import { Cause, Option } from "effect"
import { storageFailureIn } from "~/effects/base/db/storageFailure.server"
import type { RefusalDetails, RouteFailure } from "./RouteFailure"

export type { RouteFailure } from "./RouteFailure"

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

/** "Sign in" is no help to a person who is signed in and barred: they hear why. */
export const asBarred = (failure: RouteFailure, barred: RouteFailure | undefined): RouteFailure =>
  failure.code === "E-AUTH" && barred !== undefined ? barred : failure

/** What a failed program is answered with. Details of a defect stay in the log. */
export const refusal = (cause: Cause.Cause<RouteFailure>, requestId: string, barred?: RouteFailure) =>
  Option.match(
    Option.map(failureIn(cause), (failure) => asBarred(failure, barred)),
    {
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
    }
  )
