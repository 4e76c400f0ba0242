/** Failures of another product backend (BACKEND_URL). */
import { Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"

/** Its refusal, passed on with its status and its message. */
export class BackendRefused extends Schema.TaggedError<BackendRefused>()("BackendRefused", {
  status: Schema.Int,
  message: Schema.String
}) {
  readonly code = "E-BACKEND"
}

/** It does not respond, or its response cannot be read. */
export class BackendDown extends coded("BackendDown", "E-BACKEND-DOWN", 503, {
  fields: { cause: Schema.optional(Schema.Defect) },
  message: "The sign-up service does not answer. Try again in a minute."
}) {
  readonly retryAfter = 10
}
