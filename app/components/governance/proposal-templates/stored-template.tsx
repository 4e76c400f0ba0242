import type { Sent } from "~/effects/base/remix/PageReply"
import type { TemplateValues } from "~/effects/governance/proposal-templates/forms"

const names: Readonly<Record<string, string>> = {
  name: "Name",
  about: "What it is for",
  kind: "Kind",
  voteType: "How people vote",
  periodHours: "Voting time in hours",
  titleStart: "The title begins with",
  choices: "Choices",
  fields: "Questions"
}

type Props = { readonly stored: Sent; readonly typed: TemplateValues }

/** Shows what another person saved meanwhile where it differs from what was typed here (docs/product/errors.md). */
export function StoredTemplate({ stored, typed }: Props) {
  const mine: Readonly<Record<string, string>> = {
    ...typed,
    choices: typed.choices.map(({ label }) => label).join("\n"),
    fields: typed.fields.map(({ label }) => label).join("\n")
  }
  const different = Object.entries(names).filter(([field]) => stored[field] !== mine[field])
  return (
    <section className="compare" aria-label="Saved version">
      <h2 className="h4">The saved version, where it differs from what you typed</h2>
      <dl className="facts">
        {different.map(([field, name]) => (
          <div key={field}>
            <dt>{name}</dt>
            <dd className="plain-text">{stored[field] === "" ? "Nothing" : stored[field]}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted">Your text is below. Saving again replaces the saved version.</p>
    </section>
  )
}
