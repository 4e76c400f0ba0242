/** Why a webhook cannot be changed so. Codes and words: docs/product/errors.md. */
import { Schema } from "effect"
import { MOST_HOOKS } from "./Webhook"

export class TooManyHooks extends Schema.TaggedError<TooManyHooks>()("TooManyHooks", {}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return `This address is told already, or the community has ${MOST_HOOKS} webhooks, which is all there may be.`
  }
}

export class NoSuchHook extends Schema.TaggedError<NoSuchHook>()("NoSuchHook", {}) {
  readonly status = 404
  readonly code = "E-NOT-FOUND"
  override get message() {
    return "This webhook is not there any more."
  }
}

export class NothingToSendAgain extends Schema.TaggedError<NothingToSendAgain>()("NothingToSendAgain", {}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return "This delivery waits to be sent, or is not there any more."
  }
}
