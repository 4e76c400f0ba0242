/** Reasons for refusing to join or to change members. Rules of the permission table are `NotAllowed` in its words. */
import { Schema } from "effect"
import { FieldMessages } from "~/effects/base/failures/failures"

/** The code never existed, is used up, revoked or expired: one response for all (docs/product/communities.md). */
export class InviteEnded extends Schema.TaggedError<InviteEnded>()("InviteEnded", {}) {
  readonly status = 422
  readonly code = "E-INVITE"
  readonly fields = { invite: this.message }
  override get message() {
    return "This invitation is no longer valid."
  }
}

/** The account holds less than joining needs. Amounts are decimal texts. */
export class HoldsTooLittle extends Schema.TaggedError<HoldsTooLittle>()("HoldsTooLittle", {
  held: Schema.String,
  needed: Schema.String,
  symbol: Schema.String
}) {
  readonly status = 403
  readonly code = "E-TOKEN"
  override get message() {
    return `You hold ${this.held} ${this.symbol}; ${this.needed} needed.`
  }
}

export class TooManyModerators extends Schema.TaggedError<TooManyModerators>()("TooManyModerators", {}) {
  readonly status = 409
  readonly code = "E-LIMIT"
  override get message() {
    return "There can be at most 10 moderators."
  }
}

export class TooManyInvites extends Schema.TaggedError<TooManyInvites>()("TooManyInvites", {}) {
  readonly status = 409
  readonly code = "E-LIMIT"
  override get message() {
    return "There can be at most 50 active invitations. Revoke one first."
  }
}

/** The account has no membership in this community that the action applies to. */
export class NotAMember extends Schema.TaggedError<NotAMember>()("NotAMember", {}) {
  readonly status = 404
  readonly code = "E-NOT-FOUND"
  override get message() {
    return "This account is not a member."
  }
}

/** A list of weights with errors; `fields` has one message per line, as `line-3`. Nothing was changed. */
export class WeightListWrong extends Schema.TaggedError<WeightListWrong>()("WeightListWrong", {
  fields: FieldMessages,
  message: Schema.String
}) {
  readonly status = 422
  readonly code = "E-FIELDS"
}
