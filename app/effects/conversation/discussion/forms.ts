/** The forms of discussion. The browser shows the same limits (texts.ts); the server validates with these. */
import { Schema } from "effect"
import { Line, Lines } from "~/effects/base/text/fields"
import { Category, PostId } from "./Post"
import { BODY_LENGTH, COMMENT_LENGTH, NOTE_LENGTH, REASON_LENGTH, TITLE_LENGTH, words } from "./texts"

const Title = Line.pipe(
  Schema.filter(({ length }) => (length >= TITLE_LENGTH.min && length <= TITLE_LENGTH.max) || words.title)
)

const bodyUpTo = (max: number, tooLong: string) =>
  Lines.pipe(
    Schema.filter((text) => {
      if (text === "") return words.emptyBody
      return text.length <= max || tooLong
    })
  )
export const ThreadBody = bodyUpTo(BODY_LENGTH.max, words.longBody)
export const CommentBody = bodyUpTo(COMMENT_LENGTH.max, words.longComment)

const isCategory = Schema.is(Category)

export const ThreadForm = Schema.Struct({
  title: Title,
  category: Schema.String.pipe(Schema.filter(isCategory, { message: () => words.category })),
  body: ThreadBody
})
export type ThreadForm = typeof ThreadForm.Type

export const CommentForm = Schema.Struct({
  body: CommentBody,
  /** The comment it replies to; empty for none. */
  parent: Schema.Union(Schema.Literal(""), PostId)
})
export type CommentForm = typeof CommentForm.Type

/** The version that the editor began from, submitted with the text (docs/product/errors.md). */
const Version = Schema.NumberFromString.pipe(Schema.int())
export const ThreadEdit = Schema.Struct({ ...ThreadForm.fields, version: Version })
export type ThreadEdit = typeof ThreadEdit.Type
export const CommentEdit = Schema.Struct({ body: CommentBody, version: Version })
export type CommentEdit = typeof CommentEdit.Type

export const reportReasons = ["spam", "scam", "abuse", "off-topic", "duplicate", "other"] as const
export const ReportReason = Schema.Literal(...reportReasons)
export type ReportReason = typeof ReportReason.Type
const isReportReason = Schema.is(ReportReason)

export const ReportForm = Schema.Struct({
  reason: Schema.String.pipe(Schema.filter(isReportReason, { message: () => words.reportReason })),
  note: Lines.pipe(Schema.filter(({ length }) => length <= NOTE_LENGTH.max || words.longNote))
})
export type ReportForm = typeof ReportForm.Type

export const ReasonForm = Schema.Struct({
  reason: Lines.pipe(
    Schema.filter(({ length }) => (length >= REASON_LENGTH.min && length <= REASON_LENGTH.max) || words.reason)
  )
})
