/**
 * A person's profile as pages see it, and the forms that change it. Isomorphic: the edit page checks with the same
 * rules as the server, and they are the rules of sign-up.
 */
import { Schema } from "effect"
import { WorkHistory } from "~/effects/people/users/WorkHistory"
import { ProfileForm } from "./forms"

/** What everybody may read. The e-mail address is never part of it (docs/product/people.md, 3.6.3). */
export const PublicProfile = Schema.Struct({
  account: Schema.String,
  username: Schema.String,
  bio: Schema.String,
  displayImage: Schema.String,
  tags: Schema.Array(Schema.String),
  workHistory: WorkHistory,
  /** Unix milliseconds. */
  createdAt: Schema.Number
})
export type PublicProfile = typeof PublicProfile.Type

/** What its owner reads besides. */
export const OwnProfile = Schema.Struct({
  ...PublicProfile.fields,
  email: Schema.String,
  newsletterOptedIn: Schema.Boolean,
  /** Goes into the edit form and comes back with it: a second editor is told instead of overwriting (E-STALE). */
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

/** How a save ended: "Saved." or "Nothing has changed." */
export interface Saved {
  readonly profile: OwnProfile
  readonly changed: boolean
}
