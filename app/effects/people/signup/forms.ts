/**
 * The sign-up forms as schemas (docs/product/people.md). Isomorphic: the browser enables Next by them and the server
 * accepts the request by them, so no rule is written twice. The encoded side is what a form can send; it is also the
 * wire format.
 *
 * Name, e-mail and bio have no error message: the page shows a red border, and their hint is always shown.
 */
import { Schema } from "effect"
import { areTags, isBio, isDisplayImage, isEmail, isUsername } from "~/effects/people/users/rules"
import { WorkHistory } from "~/effects/people/users/WorkHistory"

export const Username = Schema.Trim.pipe(
  Schema.filter((text) => isUsername(text)),
  Schema.brand("Username")
)
export type Username = typeof Username.Type

export const Email = Schema.String.pipe(
  Schema.filter((text) => isEmail(text)),
  Schema.brand("Email")
)
export type Email = typeof Email.Type

export const Bio = Schema.Trim.pipe(Schema.filter((text) => isBio(text)))

export const ChosenTags = Schema.Array(Schema.String).pipe(
  Schema.filter((tags) => areTags(tags), { message: () => "Select between 5 and 10 tags." })
)

export const DisplayImage = Schema.String.pipe(
  Schema.filter((text) => isDisplayImage(text), { message: () => "Profile image is required." })
)

export const OTP_LENGTH = 6
export const OtpCode = Schema.String.pipe(
  Schema.pattern(/^[0-9]{6}$/, { message: () => "Please enter all 6 digits of the OTP" })
)

/** Step 0. */
export const ProfileForm = Schema.Struct({
  username: Username,
  email: Email,
  bio: Bio,
  display_image: DisplayImage,
  tags: ChosenTags
})
export type ProfileForm = typeof ProfileForm.Type
/** The fields before validation. */
export type ProfileDraft = typeof ProfileForm.Encoded

/** The body of POST {backend}/user/signup, exactly as specified (docs/product/people.md). */
export const SignupForm = Schema.Struct({
  ...ProfileForm.fields,
  work_history: WorkHistory,
  public_address: Schema.NonEmptyString.pipe(Schema.maxLength(100)),
  newsletterOptedIn: Schema.propertySignature(Schema.Boolean).pipe(Schema.fromKey("newletterOpted")),
  otp: OtpCode
})
export type SignupForm = typeof SignupForm.Type
export type SignupBody = typeof SignupForm.Encoded
