/**
 * Failures that several features share. Each knows its HTTP status, its stable code (docs/product/errors.md, 3.7) and
 * its words.
 */
import { Schema } from "effect"

/** First message per field, for forms. */
export const FieldMessages = Schema.Record({ key: Schema.String, value: Schema.String })

/** The body is no JSON, or not the JSON that is asked for. */
export class MalformedBody extends Schema.TaggedError<MalformedBody>()("MalformedBody", {
  message: Schema.optionalWith(Schema.String, { default: () => "The request could not be read." })
}) {
  readonly status = 400
  readonly code = "E-BODY"
}

/** A well-formed request whose values break a rule; `fields` says which and why. */
export class InvalidFields extends Schema.TaggedError<InvalidFields>()("InvalidFields", {
  message: Schema.optionalWith(Schema.String, { default: () => "Please check the marked fields." }),
  fields: FieldMessages
}) {
  readonly status = 422
  readonly code = "E-FIELDS"
}

export class NotSignedIn extends Schema.TaggedError<NotSignedIn>()("NotSignedIn", { action: Schema.String }) {
  readonly status = 401
  readonly code = "E-AUTH"
  override get message() {
    return `Sign in with your wallet to ${this.action}.`
  }
}

export class NoProfile extends Schema.TaggedError<NoProfile>()("NoProfile", { action: Schema.String }) {
  readonly status = 403
  readonly code = "E-PROFILE"
  override get message() {
    return `Complete your profile to ${this.action}.`
  }
}

/** A rule said no: its own code and sentence (access/rules, access/permissions). */
export class NotAllowed extends Schema.TaggedError<NotAllowed>()("NotAllowed", {
  status: Schema.Literal(401, 403, 409),
  code: Schema.String,
  message: Schema.String
}) {}

/**
 * What was asked for came too late, or too early: the state of the thing does not allow it
 * (docs/product/communities.md, 3.4).
 */
export class WrongState extends Schema.TaggedError<WrongState>()("WrongState", {
  thing: Schema.String,
  state: Schema.String,
  action: Schema.String
}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return `This ${this.thing} is ${this.state}; ${this.action} is no longer possible.`
  }
}

export class TooMany extends Schema.TaggedError<TooMany>()("TooMany", {
  message: Schema.String,
  /** Whole seconds until trying again makes sense. */
  retryAfter: Schema.Int
}) {
  readonly status = 429
  readonly code = "E-LIMIT"
}

/** The same idempotency key came with another content (docs/goals.md B2). */
export class KeyReused extends Schema.TaggedError<KeyReused>()("KeyReused", {}) {
  readonly status = 422
  readonly code = "E-KEY-REUSED"
  override get message() {
    return "This request was already sent with other content. Start again."
  }
}

export class NotThere extends Schema.TaggedError<NotThere>()("NotThere", {
  message: Schema.optionalWith(Schema.String, { default: () => "This page does not exist." })
}) {
  readonly status = 404
  readonly code = "E-NOT-FOUND"
}

export class WrongMethod extends Schema.TaggedError<WrongMethod>()("WrongMethod", {
  allowed: Schema.Array(Schema.String)
}) {
  readonly status = 405
  readonly code = "E-METHOD"
  override get message() {
    return `This address accepts only ${this.allowed.join(" and ")} requests.`
  }
}

/** Something was posted to a page that has no form. */
export class PageTakesNothing extends Schema.TaggedError<PageTakesNothing>()("PageTakesNothing", {}) {
  readonly status = 405
  readonly code = "E-METHOD"
  override get message() {
    return "This page does not accept submissions. Nothing was changed. Go back, or open the page again."
  }
}

const distrusted = {
  network: "The ledger gateway answers for another network than this site's.",
  age: "The ledger gateway answers with an older state of the ledger than it did before."
} as const

/** The ledger could not be read. Nothing was decided either way. */
export class GatewayDown extends Schema.TaggedError<GatewayDown>()("GatewayDown", {
  cause: Schema.optional(Schema.Defect),
  /** It answered, and is not believed. */
  distrust: Schema.optional(Schema.Literal("network", "age"))
}) {
  readonly status = 503
  readonly code = "E-GATEWAY"
  readonly retryAfter = 60
  override get message() {
    return this.distrust === undefined
      ? "The ledger cannot be reached right now. Try again in a minute."
      : `${distrusted[this.distrust]} Nothing was decided by it. Try again in a minute.`
  }
}

/** The database or the disk did not do what was asked; nothing was acknowledged. `reason` is for the log and the operator. */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()("StorageUnavailable", {
  reason: Schema.Literal("locked", "full", "readOnly", "unreachable", "broken"),
  /** What the database, the system or the store said: a code, without values. */
  detail: Schema.String,
  /** The S3 store of uploads; without it the database or the disk. */
  place: Schema.optional(Schema.Literal("s3"))
}) {
  readonly status = 503
  readonly code = "E-STORAGE"
  readonly retryAfter = 5
  override get message() {
    return "The site's storage does not answer. Try again in a minute."
  }
}
