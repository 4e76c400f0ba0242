/**
 * Decodes the draft of an edit form that this device stored; undefined if it is not one. Without a schema, to keep
 * `effect` out of the page (docs/goals.md A2).
 */
import { isRecord } from "~/effects/base/text/unknown"
import type { ProfileEditDraft } from "~/effects/people/signup/Profile"

const isText = (value: unknown): value is string => typeof value === "string"

export const keptProfile = (kept: unknown): ProfileEditDraft | undefined => {
  if (!isRecord(kept)) return undefined
  const { bio, display_image, tags, username } = kept
  return isText(bio) && isText(display_image) && isText(username) && Array.isArray(tags) && tags.every(isText)
    ? { bio, display_image, tags, username }
    : undefined
}
