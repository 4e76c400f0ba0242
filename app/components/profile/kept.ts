/** Reads what this device kept of an edit form: undefined when it is not such a draft. Without a schema (quality A2). */
import type { ProfileEditDraft } from "~/effects/signup/Profile"
import type { WorkEntryDraft } from "~/effects/signup/rules"
import type { WorkList } from "~/effects/signup/workHistory"

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null
const isText = (value: unknown): value is string => typeof value === "string"

export const keptProfile = (kept: unknown): ProfileEditDraft | undefined => {
  if (!isRecord(kept)) return undefined
  const { bio, display_image, tags, username } = kept
  return isText(bio) && isText(display_image) && isText(username) && Array.isArray(tags) && tags.every(isText)
    ? { bio, display_image, tags, username }
    : undefined
}

const keptEntry = (kept: unknown): WorkEntryDraft | undefined => {
  if (!isRecord(kept)) return undefined
  const { company_name, current, description, designation, end_date, start_date } = kept
  return isText(company_name) &&
    isText(start_date) &&
    (end_date === null || isText(end_date)) &&
    typeof current === "boolean" &&
    isText(designation) &&
    isText(description)
    ? { company_name, current, description, designation, end_date, start_date }
    : undefined
}

export const keptWork = (kept: unknown): WorkList | undefined => {
  if (!Array.isArray(kept)) return undefined
  const entries = kept.map(keptEntry)
  return entries.every((entry) => entry !== undefined) ? entries : undefined
}
