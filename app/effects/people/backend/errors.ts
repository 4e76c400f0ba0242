/** Failures of another product backend (BACKEND_URL). */
import { Schema } from "effect"

/** Its refusal, passed on with its status and its message. */
export class BackendRefused extends Schema.TaggedError<BackendRefused>()("BackendRefused", {
  status: Schema.Int,
  message: Schema.String
}) {
  readonly code = "E-BACKEND"
}

/** It does not respond, or its response cannot be read. */
export class BackendDown extends Schema.TaggedError<BackendDown>()("BackendDown", {
  cause: Schema.optional(Schema.Defect)
}) {
  readonly status = 503
  readonly code = "E-BACKEND-DOWN"
  readonly retryAfter = 10
  override get message() {
    return "The sign-up service does not answer. Try again in a minute."
  }
}
