/** Names of the kinds of a template's questions. Pure. */
import type { FieldKind } from "~/effects/governance/proposal-templates/Template"

export const fieldKindWords: Readonly<Record<FieldKind, string>> = {
  line: "Short text",
  text: "Long text",
  number: "Number or amount",
  date: "Date",
  member: "Member"
}
