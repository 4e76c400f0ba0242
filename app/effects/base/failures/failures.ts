/**
 * Failures that several features share. Each has an HTTP status, a stable code (docs/product/errors.md) and a sentence
 * for the person.
 */
import { Schema } from "effect"

/** First message per field, for forms. */
export const FieldMessages = Schema.Record({ key: Schema.String, value: Schema.String })

/** The body is not JSON, or not of the expected shape. */
export class MalformedBody extends Schema.TaggedError<MalformedBody>()("MalformedBody", {
  message: Schema.optionalWith(Schema.String, { default: () => "The request could not be read." })
}) {
  readonly status = 400
  readonly code = "E-BODY"
}

/** A well-formed request whose values violate a rule; `fields` has a message for each invalid field. */
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

/** A rule refused the request, with its own code and sentence (access/rules, access/permissions). */
export class NotAllowed extends Schema.TaggedError<NotAllowed>()("NotAllowed", {
  status: Schema.Literal(401, 403, 409),
  code: Schema.String,
  message: Schema.String
}) {}

/** The request came too late or too early for the state of the thing (docs/product/communities.md). */
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
  /** Whole seconds after which trying again makes sense. */
  retryAfter: Schema.Int
}) {
  readonly status = 429
  readonly code = "E-LIMIT"
}

/** The same idempotency key came with different content (docs/goals.md B2). */
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

/** A form was posted to a page that has none. */
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

/** The ledger could not be read, so nothing was decided. */
export class GatewayDown extends Schema.TaggedError<GatewayDown>()("GatewayDown", {
  cause: Schema.optional(Schema.Defect),
  /** The gateway responded, but its response is not trusted. */
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

/** The database or the disk failed; nothing was acknowledged. `reason` is for the log and the operator. */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()("StorageUnavailable", {
  reason: Schema.Literal("locked", "full", "readOnly", "unreachable", "broken"),
  /** The error code of the database, the system or the store, without values. */
  detail: Schema.String,
  /** Set for the S3 store of uploads; otherwise the database or the disk failed. */
  place: Schema.optional(Schema.Literal("s3"))
}) {
  readonly status = 503
  readonly code = "E-STORAGE"
  readonly retryAfter = 5
  override get message() {
    return "The site's storage does not answer. Try again in a minute."
  }
}
