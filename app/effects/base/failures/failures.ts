/**
 * Failures that several features share. Each has an HTTP status, a stable code (docs/product/errors.md) and a sentence
 * for the person.
 */
import { Schema } from "effect"
import { coded } from "./coded"

/** First message per field, for forms. */
export const FieldMessages = Schema.Record({ key: Schema.String, value: Schema.String })

/** The body is not JSON, or not of the expected shape. */
export class MalformedBody extends coded("MalformedBody", "E-BODY", 400, {
  fields: {
    message: Schema.optionalWith(Schema.String, { default: () => "The request could not be read." })
  }
}) {}

/** A well-formed request whose values violate a rule; `fields` has a message for each invalid field. */
export class InvalidFields extends coded("InvalidFields", "E-FIELDS", 422, {
  fields: {
    message: Schema.optionalWith(Schema.String, { default: () => "Please check the marked fields." }),
    fields: FieldMessages
  }
}) {}

export class NotSignedIn extends coded("NotSignedIn", "E-AUTH", 401, {
  fields: { action: Schema.String },
  message: ({ action }) => `Sign in with your wallet to ${action}.`
}) {}

export class NoProfile extends coded("NoProfile", "E-PROFILE", 403, {
  fields: { action: Schema.String },
  message: ({ action }) => `Complete your profile to ${action}.`
}) {}

/** A rule refused the request, with its own code and sentence (access/rules, access/permissions). */
export class NotAllowed extends Schema.TaggedError<NotAllowed>()("NotAllowed", {
  status: Schema.Literal(401, 403, 409),
  code: Schema.String,
  message: Schema.String
}) {}

/** The request came too late or too early for the state of the thing (docs/product/communities.md). */
export class WrongState extends coded("WrongState", "E-STATE", 409, {
  fields: {
    thing: Schema.String,
    state: Schema.String,
    action: Schema.String
  },
  message: ({ action, state, thing }) => `This ${thing} is ${state}; ${action} is no longer possible.`
}) {}

export class TooMany extends coded("TooMany", "E-LIMIT", 429, {
  fields: {
    message: Schema.String,
    /** Whole seconds after which trying again makes sense. */
    retryAfter: Schema.Int
  }
}) {}

/** The same idempotency key came with different content (docs/goals.md B2). */
export class KeyReused extends coded("KeyReused", "E-KEY-REUSED", 422, {
  message: "This request was already sent with other content. Start again."
}) {}

export class NotThere extends coded("NotThere", "E-NOT-FOUND", 404, {
  fields: {
    message: Schema.optionalWith(Schema.String, { default: () => "This page does not exist." })
  }
}) {}

export class WrongMethod extends coded("WrongMethod", "E-METHOD", 405, {
  fields: { allowed: Schema.Array(Schema.String) },
  message: ({ allowed }) => `This address accepts only ${allowed.join(" and ")} requests.`
}) {}

/** A form was posted to a page that has none. */
export class PageTakesNothing extends coded("PageTakesNothing", "E-METHOD", 405, {
  message: "This page does not accept submissions. Nothing was changed. Go back, or open the page again."
}) {}

const distrusted = {
  network: "The ledger gateway answers for another network than this site's.",
  age: "The ledger gateway answers with an older state of the ledger than it did before."
} as const

/** The ledger could not be read, so nothing was decided. */
export class GatewayDown extends coded("GatewayDown", "E-GATEWAY", 503, {
  fields: {
    cause: Schema.optional(Schema.Defect),
    /** The gateway responded, but its response is not trusted. */
    distrust: Schema.optional(Schema.Literal("network", "age"))
  },
  message: ({ distrust }) =>
    distrust === undefined
      ? "The ledger cannot be reached right now. Try again in a minute."
      : `${distrusted[distrust]} Nothing was decided by it. Try again in a minute.`
}) {
  readonly retryAfter = 60
}

/** The database or the disk failed; nothing was acknowledged. `reason` is for the log and the operator. */
export class StorageUnavailable extends coded("StorageUnavailable", "E-STORAGE", 503, {
  fields: {
    reason: Schema.Literal("locked", "full", "readOnly", "unreachable", "broken"),
    /** The error code of the database, the system or the store, without values. */
    detail: Schema.String,
    /** Set for the S3 store of uploads; otherwise the database or the disk failed. */
    place: Schema.optional(Schema.Literal("s3"))
  },
  message: "The site's storage does not answer. Try again in a minute."
}) {
  readonly retryAfter = 5
}
