/** Errors of operator actions. Codes and texts: docs/product/errors.md. */
import { Schema } from "effect"

/** No such person, community, post, e-mail or job. */
export class NothingFound extends Schema.TaggedError<NothingFound>()("NothingFound", {
  /** "person", "e-mail": completes "There is no … like that". */
  thing: Schema.String,
  name: Schema.String
}) {
  readonly status = 404
  readonly code = "E-NOT-FOUND"
  override get message() {
    return `There is no ${this.thing} “${this.name}”.`
  }
}

/** An address that could refer to something else; the server does not guess. */
export class UnclearAddress extends Schema.TaggedError<UnclearAddress>()("UnclearAddress", {
  why: Schema.String,
  /** "a thread's page": completes "Give the address of …". */
  wanted: Schema.String
}) {
  readonly status = 422
  readonly code = "E-ADDRESS"
  override get message() {
    return `${this.why} Nothing was changed. Give the address of ${this.wanted}.`
  }
}

/** The requested state is already the current one: nothing was changed or logged. */
export class AlreadySo extends Schema.TaggedError<AlreadySo>()("AlreadySo", { message: Schema.String }) {
  readonly status = 409
  readonly code = "E-STATE"
}

/** The form comes from an older release, so a missing box cannot be told from an unticked one. */
export class OlderPage extends Schema.TaggedError<OlderPage>()("OlderPage", {}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return "This page was opened before an upgrade and does not say which feature flags it shows. Load it again."
  }
}

/** Prevents operators from locking out themselves or each other: they must first be removed from the setting. */
export class OperatorProtected extends Schema.TaggedError<OperatorProtected>()("OperatorProtected", {
  isSelf: Schema.Boolean
}) {
  readonly status = 403
  readonly code = "E-SELF"
  override get message() {
    return this.isSelf
      ? "This is your own account. Another operator can do this once you are removed from OPERATORS."
      : "This is an operator's account. Remove it from OPERATORS first."
  }
}
