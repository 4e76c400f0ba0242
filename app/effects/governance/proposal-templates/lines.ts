import type { Template } from "./Template"
import type { TemplateLine } from "./views"

export const lineOf = ({ content, id, name, version }: Template): TemplateLine => ({
  id,
  name,
  version,
  about: content.about,
  kind: content.kind,
  voteType: content.voteType,
  questions: content.fields.length
})
