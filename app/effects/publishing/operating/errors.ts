/** Why an operator's act was refused. Codes and words: docs/product/errors.md, 3.7. */
import { Schema } from "effect"

/** There is no such person, community, post, letter or job. */
export class NothingFound extends Schema.TaggedError<NothingFound>()("NothingFound", {
  /** "person", "letter": completes "There is no … like that". */
  thing: Schema.String,
  name: Schema.String
}) {
  readonly status = 404
  readonly code = "E-NOT-FOUND"
  override get message() {
    return `There is no ${this.thing} “${this.name}”.`
  }
}

/** An address that may name something else than what would be found: nothing is guessed. */
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

/** It is so already: nothing was changed and nothing written to the log. */
export class AlreadySo extends Schema.TaggedError<AlreadySo>()("AlreadySo", { message: Schema.String }) {
  readonly status = 409
  readonly code = "E-STATE"
}

/** A form of an older release: what it does not say cannot be told from what was unticked. */
export class OlderPage extends Schema.TaggedError<OlderPage>()("OlderPage", {}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return "This page does not say which switches it shows: it was opened before an upgrade. Load it again."
  }
}

/** Nobody locks out themselves or another operator: the setting is changed first. */
export class OperatorProtected extends Schema.TaggedError<OperatorProtected>()("OperatorProtected", {
  isSelf: Schema.Boolean
}) {
  readonly status = 403
  readonly code = "E-SELF"
  override get message() {
    return this.isSelf
      ? "This is your own account. Another operator can do this, once it is no longer in OPERATORS."
      : "This account is an operator's. Take it out of OPERATORS first."
  }
}
