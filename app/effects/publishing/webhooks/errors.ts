/** Errors of changing webhooks. Codes and texts: docs/product/errors.md. */
import { Schema } from "effect"
import { MOST_HOOKS } from "./Webhook"

export class TooManyHooks extends Schema.TaggedError<TooManyHooks>()("TooManyHooks", {}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return `This address already receives events, or the community has the maximum of ${MOST_HOOKS} webhooks.`
  }
}

export class NoSuchHook extends Schema.TaggedError<NoSuchHook>()("NoSuchHook", {}) {
  readonly status = 404
  readonly code = "E-NOT-FOUND"
  override get message() {
    return "This webhook no longer exists."
  }
}

export class NothingToSendAgain extends Schema.TaggedError<NothingToSendAgain>()("NothingToSendAgain", {}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return "This delivery is waiting to be sent, or it no longer exists."
  }
}
