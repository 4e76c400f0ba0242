/** Reasons for refusing to join or to change members. Rules of the permission table are `NotAllowed` in its words. */
import { Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"
import { FieldMessages } from "~/effects/base/failures/failures"

/** The code never existed, is used up, revoked or expired: one response for all (docs/product/communities.md). */
export class InviteEnded extends coded("InviteEnded", "E-INVITE", 422, {
  message: "This invitation is no longer valid: it was used, withdrawn, or has expired. Ask for a new one."
}) {
  readonly fields = { invite: this.message }
}

/** The account holds less than joining needs. Amounts are decimal texts. */
export class HoldsTooLittle extends coded("HoldsTooLittle", "E-TOKEN", 403, {
  fields: {
    held: Schema.String,
    needed: Schema.String,
    symbol: Schema.String
  },
  message: ({ held, needed, symbol }) => `You hold ${held} ${symbol}; ${needed} needed.`
}) {}

export class TooManyModerators extends coded("TooManyModerators", "E-LIMIT", 409, {
  message: "There can be at most 10 moderators."
}) {}

export class TooManyInvites extends coded("TooManyInvites", "E-LIMIT", 409, {
  message: "There can be at most 50 active invitations. Revoke one first."
}) {}

/** The account has no membership in this community that the action applies to. */
export class NotAMember extends coded("NotAMember", "E-NOT-FOUND", 404, { message: "This account is not a member." }) {}

/** The page shows another list of weights, or another way of reading it, than is stored now. */
export class WeightListChanged extends coded("WeightListChanged", "E-CHANGED", 409, {
  message:
    "The list was read again, set or discarded after this page was loaded. Nothing was changed; check the list below."
}) {}

/** A list of weights with errors; `fields` has one message per line, as `line-3`. Nothing was changed. */
export class WeightListWrong extends coded("WeightListWrong", "E-FIELDS", 422, {
  fields: {
    fields: FieldMessages,
    message: Schema.String
  }
}) {}
