/**
 * A person's profile as pages see it, and the forms that change it. Isomorphic: the edit page and the server check by
 * the same rules, which are those of sign-up.
 */
import { Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { WorkHistory } from "~/effects/people/users/WorkHistory"
import { ProfileForm } from "./forms"

/** What everyone may read; never the e-mail address (docs/product/people.md). */
export const PublicProfile = Schema.Struct({
  account: AccountAddress,
  username: Schema.String,
  bio: Schema.String,
  displayImage: Schema.String,
  tags: Schema.Array(Schema.String),
  workHistory: WorkHistory,
  /** Unix milliseconds. */
  createdAt: Schema.Number
})
export type PublicProfile = typeof PublicProfile.Type

/** What only its owner may read. */
export const OwnProfile = Schema.Struct({
  ...PublicProfile.fields,
  email: Schema.String,
  newsletterOptedIn: Schema.Boolean,
  /** Sent with the edit form and returned by it, so that a second editor gets E-STALE instead of overwriting. */
  version: Schema.Int
})
export type OwnProfile = typeof OwnProfile.Type

/** The Profile tab of the edit page: step 0 without the e-mail address, which needs a code. */
export const ProfileEdit = Schema.Struct({
  username: ProfileForm.fields.username,
  bio: ProfileForm.fields.bio,
  tags: ProfileForm.fields.tags,
  display_image: ProfileForm.fields.display_image
})
export type ProfileEdit = typeof ProfileEdit.Type
export type ProfileEditDraft = typeof ProfileEdit.Encoded

/** Result of a save: "Saved." or "Nothing has changed." */
export interface Saved {
  readonly profile: OwnProfile
  readonly changed: boolean
}
