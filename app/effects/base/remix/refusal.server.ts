/** Turns the cause that ended a program into the response's status, code and message. */
import { Cause, Option } from "effect"
import { storageFailureIn } from "~/effects/base/db/storageFailure.server"
import type { RefusalDetails, RouteFailure } from "./RouteFailure"

export type { RouteFailure } from "./RouteFailure"

/** A refusal's data, on a page's error boundary and as JSON. */
export interface RefusalBody {
  readonly code: string
  readonly message: string
  readonly requestId: string
  readonly fields?: { readonly [field: string]: string }
  readonly details?: RefusalDetails
}

/** Storage failures arrive as defects from any statement. */
const failureIn = (cause: Cause.Cause<RouteFailure>): Option.Option<RouteFailure> =>
  Option.orElse(Cause.failureOption(cause), () => storageFailureIn(cause))

/** "Sign in" does not help a person who is signed in and barred, so they get the reason. */
export const asBarred = (failure: RouteFailure, barred: RouteFailure | undefined): RouteFailure =>
  failure.code === "E-AUTH" && barred !== undefined ? barred : failure

/** The response to a failed program. Details of a defect stay in the log. */
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
