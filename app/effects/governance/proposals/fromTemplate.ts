/** Turns a template's questions and answers into a new proposal. Pure. */
import type { GovernanceSettings } from "~/effects/access/Community"
import { bodyOf } from "~/effects/governance/proposal-templates/body"
import type { Template } from "~/effects/governance/proposal-templates/Template"
import { emptyValues } from "./forms"
import type { ProposalValues } from "./values"

/** Form values from a template: text, kind, choices, and a voting time no shorter than the community's minimum. */
export const valuesFromTemplate = (
  { content }: Pick<Template, "content">,
  written: { readonly title: string; readonly answers: ReadonlyArray<string> },
  governance: GovernanceSettings
): ProposalValues => {
  const own = emptyValues(governance, content.kind)
  const least = governance.kinds[content.kind].periodHours
  return {
    ...own,
    title: written.title,
    body: bodyOf(content.fields, written.answers),
    voteType: content.voteType,
    choices: content.choices,
    periodHours: String(Math.max(content.periodHours ?? least, least))
  }
}
