/** What joining and looking after members can refuse. Rules of the permission table are `NotAllowed` in its words. */
import { Schema } from "effect"
import { FieldMessages } from "~/effects/base/failures/failures"

/**
 * The code was never there, is used up, taken back or past its time: one answer for all (docs/product/communities.md,
 * 3.6.7).
 */
export class InviteEnded extends Schema.TaggedError<InviteEnded>()("InviteEnded", {}) {
  readonly status = 422
  readonly code = "E-INVITE"
  readonly fields = { invite: this.message }
  override get message() {
    return "This invitation is not valid any more."
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
    return "There can be at most 50 invitations at a time. Take one back first."
  }
}

/** The account has no place in this community that this could be done to. */
export class NotAMember extends Schema.TaggedError<NotAMember>()("NotAMember", {}) {
  readonly status = 404
  readonly code = "E-NOT-FOUND"
  override get message() {
    return "This account is not a member."
  }
}

/** A list of weights with mistakes; `fields` has one message for each line, as `line-3`. Nothing was changed. */
export class WeightListWrong extends Schema.TaggedError<WeightListWrong>()("WeightListWrong", {
  fields: FieldMessages,
  message: Schema.String
}) {
  readonly status = 422
  readonly code = "E-FIELDS"
}
