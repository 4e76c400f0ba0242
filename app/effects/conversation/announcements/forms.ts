/**
 * The forms of an announcement and of a correction (docs/product/conversation.md). Isomorphic: the page uses the same
 * limits.
 */
import { Either, Schema } from "effect"
import { checkForm, type FieldErrors } from "~/effects/base/remix/form"
import { Line } from "~/effects/base/text/fields"
import { textProblem, withoutControls } from "~/effects/base/text/plain"
import { AnnouncementId, Importance } from "./Announcement"
import { BODY_MAX, REASON, TITLE } from "./views"

/** How far ahead pins and publishing may be. */
export const AHEAD_MS = 90 * 24 * 3_600_000

const within = (min: number, max: number, message: string) =>
  Line.pipe(Schema.filter(({ length }) => (length >= min && length <= max) || message))

export const Title = within(TITLE.min, TITLE.max, "Title: 5 to 140 characters.")
/** Browsers post line ends as CR LF; the signed and stored text has LF. */
const oneLineEnd = Schema.transform(Schema.String, Schema.String, {
  strict: true,
  decode: (text) => withoutControls(text.replace(/\r\n?/g, "\n")),
  encode: (text) => text
})
/** As typed, not trimmed, because exactly this text is signed. */
export const Body = oneLineEnd.pipe(
  Schema.filter((text) => {
    if (text.trim() === "") return "Please write something."
    const problem = textProblem(text)
    if (problem !== undefined) return problem
    return text.length <= BODY_MAX || "Text: at most 10,000 characters."
  })
)
export const Reason = within(REASON.min, REASON.max, "Reason: 5 to 300 characters.")

const NO_TIME = "Please give a date and a time."

/**
 * A local date and time as `<input type="datetime-local">` submits it, with its offset in another field; empty for
 * none.
 */
export const LocalTime = Schema.String.pipe(
  Schema.filter((text) => text === "" || /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text) || NO_TIME)
)

export const AnnouncementForm = Schema.Struct({
  id: AnnouncementId.annotations({ message: () => "Please reload the page." }),
  title: Title,
  body: Body,
  importance: Importance,
  pinUntil: LocalTime,
  when: Schema.Literal("now", "later"),
  publishAt: LocalTime,
  /** Minutes by which the person's clock is ahead of UTC at that time, negative to the west; 0 without JavaScript. */
  offset: Schema.NumberFromString.pipe(Schema.int(), Schema.between(-840, 840))
})
export type AnnouncementForm = typeof AnnouncementForm.Type

const lacksTime = (form: unknown): boolean =>
  typeof form === "object" &&
  form !== null &&
  "when" in form &&
  form.when === "later" &&
  !("publishAt" in form && form.publishAt !== "")

/**
 * Validates a form that is published now. "Later" needs a time, which is reported together with all other errors; a
 * draft may lack it.
 */
export const checkPublishing = (form: unknown): Either.Either<AnnouncementForm, FieldErrors> => {
  const checked = checkForm(AnnouncementForm, form)
  if (!lacksTime(form)) return checked
  return Either.left({ ...Either.merge(Either.map(checked, () => ({}))), publishAt: NO_TIME })
}

export const CorrectionForm = Schema.Struct({
  version: Schema.NumberFromString.pipe(Schema.int()),
  title: Title,
  body: Body,
  reason: Reason
})
export type CorrectionForm = typeof CorrectionForm.Type

/** Unix milliseconds of a local time; null for none. */
export const instantOf = (local: string, offsetMinutes: number): number | null =>
  local === "" ? null : Date.parse(`${local.length === 16 ? `${local}:00` : local}Z`) - offsetMinutes * 60_000

/** Errors in these times, by field. */
export const wrongTimes = (
  { pinnedUntil, publishAt }: { readonly pinnedUntil: number | null; readonly publishAt: number | null },
  now: number
): Readonly<Record<string, string>> => ({
  ...(publishAt !== null && publishAt <= now ? { publishAt: "Choose a time in the future." } : {}),
  ...(publishAt !== null && publishAt > now + AHEAD_MS ? { publishAt: "Choose a time within 90 days." } : {}),
  ...(pinnedUntil !== null && pinnedUntil <= (publishAt ?? now) ? { pinUntil: "Choose a time in the future." } : {}),
  ...(pinnedUntil !== null && pinnedUntil > now + AHEAD_MS ? { pinUntil: "Choose a time within 90 days." } : {})
})
