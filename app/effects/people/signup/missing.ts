/** What the first step of the wizard still lacks, as texts that follow "Still missing:". Pure. */
import { MAX_TAGS, MIN_TAGS } from "~/effects/people/users/rules"
import type { ProfileDraft } from "./forms"
import { PROFILE_FIELDS, type ProfileField, profileErrors } from "./wizard"
import type { Missing } from "./workHistory"

const numerals = ["no", "one", "two", "three", "four", "five"]

const tagWords = (count: number): string => {
  if (count > MAX_TAGS) return `at most ${MAX_TAGS} tags (remove ${count - MAX_TAGS})`
  const lacking = MIN_TAGS - count
  return lacking === 1 ? "one tag" : lacking > 1 ? `${numerals[lacking] ?? lacking} tags` : "other tags"
}

const bioWords = (bio: string): string => {
  const { length } = bio.trim()
  if (length === 0) return "a bio"
  if (length < 10) return "a bio of at least 10 characters"
  return length > 300 ? "a bio of at most 300 characters" : "a bio without unreadable characters"
}

const profileWords: { readonly [field in ProfileField]: (profile: ProfileDraft) => string } = {
  username: ({ username }) =>
    username.trim() === "" ? "a name" : "a name of 3 to 60 letters, digits, underscores or spaces",
  email: ({ email }) => (email.trim() === "" ? "an e-mail address" : "a complete e-mail address"),
  bio: ({ bio }) => bioWords(bio),
  tags: ({ tags }) => tagWords(tags.length),
  display_image: () => "a picture"
}

/** In the order of the form. */
export const missingInProfile = (profile: ProfileDraft): ReadonlyArray<Missing> => {
  const errors = profileErrors(profile)
  return PROFILE_FIELDS.filter((field) => field in errors).map((field) => ({
    field,
    words: profileWords[field](profile)
  }))
}
