/** Forms about members. Isomorphic; the encoded side is what an HTML form can send. */
import { Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { Line, Lines } from "~/effects/base/text/fields"

export const NOTE_LENGTH = 500
export const REASON_LENGTH = { min: 5, max: 300 } as const
export const WEIGHT = { min: 0, max: 1_000 } as const
export const INVITE_USES = { min: 1, max: 100 } as const
export const INVITE_DAYS = { min: 1, max: 30 } as const
/**
 * Moderators suspend for up to 30 days, the owner for any time; ten years stand for "forever" (docs/product/access.md).
 */
export const SUSPEND_DAYS = { min: 1, moderator: 30, owner: 3_650 } as const
export const MAX_MODERATORS = 10
/** Live invitations of one community: enough for a campaign, few enough to read. */
export const MAX_INVITES = 50

/** 16 characters of lower-case base32. */
export const InviteCode = Schema.String.pipe(Schema.pattern(/^[a-z2-7]{16}$/), Schema.brand("InviteCode"))
export type InviteCode = typeof InviteCode.Type

/** A whole number as people type it. */
const wholeNumber = (min: number, max: number, message: string) =>
  Schema.Trim.pipe(
    Schema.filter((text) => (/^\d{1,6}$/.test(text) && Number(text) >= min && Number(text) <= max) || message),
    Schema.transform(Schema.Number, { strict: true, decode: Number, encode: String })
  )

export const JoinForm = Schema.Struct({
  rules: Schema.String.pipe(Schema.filter((tick) => tick === "yes" || "Please accept the house rules.")),
  note: Lines.pipe(Schema.filter(({ length }) => length <= NOTE_LENGTH || "Use at most 500 characters.")),
  /** Empty without an invitation. A malformed code is refused like one that has ended. */
  invite: Schema.Trim
})
export type JoinForm = typeof JoinForm.Type

export const Reason = Line.pipe(
  Schema.filter(
    ({ length }) =>
      (length >= REASON_LENGTH.min && length <= REASON_LENGTH.max) || "Give a reason: 5 to 300 characters."
  )
)

export const AccountForm = Schema.Struct({ account: AccountAddress })
export const ReasonForm = Schema.Struct({ account: AccountAddress, reason: Reason })
export const RoleForm = Schema.Struct({
  account: AccountAddress,
  role: Schema.Literal("member", "moderator").annotations({
    message: () => ({ message: "Choose a role.", override: true })
  })
})
export const WeightForm = Schema.Struct({
  account: AccountAddress,
  weight: wholeNumber(WEIGHT.min, WEIGHT.max, "Enter a whole number from 0 to 1,000.")
})
export const SuspendForm = Schema.Struct({
  account: AccountAddress,
  reason: Reason,
  days: wholeNumber(SUSPEND_DAYS.min, SUSPEND_DAYS.owner, "Enter a whole number of days.")
})
const days = wholeNumber(INVITE_DAYS.min, INVITE_DAYS.max, "Enter a whole number of days from 1 to 30.")
export const InviteForm = Schema.Struct({
  uses: wholeNumber(INVITE_USES.min, INVITE_USES.max, "Enter a whole number from 1 to 100."),
  days
})
export const RevokeForm = Schema.Struct({ code: Schema.String })

export const InvitePeopleForm = Schema.Struct({ days, seen: Schema.String })
/** `seen`: hash of the list that the page showed. */
export const SeenForm = Schema.Struct({ seen: Schema.String })
export const InvitedForm = Schema.Struct({ email: Schema.String })
/** Days of an invitation by e-mail, from its newest e-mail, unless the sender says otherwise. */
export const USUAL_DAYS = 14
