/** Parses a browser's report about a violation of the content security policy, reduced to what may be logged. Pure. */
import { Schema } from "effect"

const text = Schema.optional(Schema.String)
/** The format of `report-uri`, and that of the Reporting API, which sends a list. */
const Old = Schema.Struct({
  "csp-report": Schema.Struct({
    "effective-directive": text,
    "violated-directive": text,
    "blocked-uri": text,
    "document-uri": text
  })
})
const New = Schema.Struct({
  body: Schema.Struct({ effectiveDirective: text, blockedURL: text, documentURL: text })
})
const isOld = Schema.is(Old)
const isNew = Schema.is(New)

export interface Violation {
  readonly directive: string
  /** A scheme and host, or a keyword such as "inline". */
  readonly blocked: string
  /** The first segment of the page's path: the rest may name people. */
  readonly page: string
}

const MAX_REPORTS = 10
const KEYWORD = /^[a-z-]{1,40}$/

const blockedOf = (value = "") => {
  if (KEYWORD.test(value)) return value
  return URL.canParse(value) ? `${new URL(value).protocol}//${new URL(value).host}` : "unreadable"
}
const pageOf = (value = "") =>
  URL.canParse(value) ? `/${new URL(value).pathname.split("/")[1] ?? ""}`.slice(0, 40) : "unreadable"
const directiveOf = (value = "") => (KEYWORD.test(value) ? value : "unreadable")

/** The violations in a report's body; none if it is not a report. */
export const violationsIn = (body: unknown): ReadonlyArray<Violation> =>
  (Array.isArray(body) ? body.slice(0, MAX_REPORTS) : [body]).flatMap((report: unknown) => {
    if (isOld(report)) {
      const { "blocked-uri": blocked, "document-uri": page, ...directives } = report["csp-report"]
      const directive = directives["effective-directive"] ?? directives["violated-directive"]?.split(" ")[0]
      return [{ directive: directiveOf(directive), blocked: blockedOf(blocked), page: pageOf(page) }]
    }
    if (!isNew(report)) return []
    const { blockedURL, documentURL, effectiveDirective } = report.body
    return [{ directive: directiveOf(effectiveDirective), blocked: blockedOf(blockedURL), page: pageOf(documentURL) }]
  })
