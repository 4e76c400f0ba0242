import { useState } from "react"
import { AreaField, SelectField, TextField } from "~/components/base/forms/fields"
import { useFrame } from "~/components/base/site/use-frame"
import { useHydrated } from "~/components/base/site/use-hydrated"
import { ChoiceRows } from "~/components/governance/votes/choice-rows"
import { kindNames } from "~/effects/access/proposalKinds"
import type { PageReply, Sent } from "~/effects/base/remix/PageReply"
import { templatesHref } from "~/effects/communities/communities/hrefs"
import { contentOf, readTemplate, type TemplateValues } from "~/effects/governance/proposal-templates/forms"
import { templateHref } from "~/effects/governance/proposal-templates/hrefs"
import { LIMITS } from "~/effects/governance/proposal-templates/limits"
import type { TemplateFormPage } from "~/effects/governance/proposal-templates/views"
import { hasOwnChoices, voteTypeNames } from "~/effects/governance/votes/proposal/voteTypes"
import { FieldRows } from "./field-rows"
import { PlainForm, repliesTo } from "./plain-form"
import { QuestionFields } from "./question-fields"

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

type StoredTemplateProps = { readonly stored: Sent; readonly typed: TemplateValues }

/** Shows what another person saved meanwhile where it differs from what was typed here (docs/product/errors.md). */
function StoredTemplate({ stored, typed }: StoredTemplateProps) {
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

type Props = { readonly page: TemplateFormPage; readonly reply: PageReply | undefined }

const optionsOf = <K extends string>(names: Readonly<Record<K, string>>) =>
  Object.entries<string>(names).map(([value, name]) => ({ value, name }))
const kinds = optionsOf(kindNames)
const types = optionsOf(voteTypeNames)

/** A template as a plain form, with a preview below. */
export function TemplateForm({ page, reply }: Props) {
  const { formKey, id } = useFrame()
  const isHydrated = useHydrated()
  const { refusal } = repliesTo(reply, "save")
  const [values, setValues] = useState<TemplateValues>(() =>
    refusal === null ? page.values : readTemplate(refusal.sent)
  )
  const edit = (change: Partial<TemplateValues>) => setValues((now) => ({ ...now, ...change }))
  const errors = refusal?.fields ?? {}
  const stored = refusal?.stored ?? null
  // After a conflict the person has seen the stored version, so saving replaces that one.
  const version = typeof stored?.version === "string" ? stored.version : String(page.version)
  const isNew = page.version === 0
  const field = (name: "name" | "about" | "kind" | "voteType" | "periodHours" | "titleStart") => ({
    name,
    value: values[name],
    error: errors[name],
    onEdit: (value: string) => edit(readOne(values, name, value))
  })
  const least = page.governance.kinds[values.kind].periodHours
  return (
    <div className="narrow stack" data-gap="l">
      <h1>{isNew ? "New template" : `Template “${page.values.name}”`}</h1>
      <PlainForm
        action={isNew ? `${templatesHref(id)}?new=1` : templateHref(id, page.id)}
        label="Template"
        refusal={refusal}
        back={templatesHref(id)}
        button={{ intent: "save", words: "Save", busy: "Saving…" }}
      >
        {stored !== null && <StoredTemplate stored={stored} typed={values} />}
        <input type="hidden" name="id" value={page.id} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="key" value={`${formKey}save${version}`} />
        <TextField {...field("name")} label="Name" limit={LIMITS.name.most} />
        <AreaField {...field("about")} label="What it is for (optional)" limit={LIMITS.about} rows={2} />
        <SelectField {...field("kind")} label="Kind" options={kinds} />
        <SelectField {...field("voteType")} label="How people vote" options={types} />
        {(hasOwnChoices(values.voteType) || !isHydrated) && (
          <ChoiceRows
            choices={values.choices}
            error={errors.choices}
            hint="2 to 20 choices that the proposal starts with. Leave empty if each proposal has its own."
            onEdit={(choices) => edit({ choices })}
          />
        )}
        <TextField
          {...field("periodHours")}
          label="Voting time in hours (optional)"
          hint={`At least ${least}, the community's minimum, which applies if you leave this empty.`}
          numeric
        />
        <TextField
          {...field("titleStart")}
          label="The title begins with (optional)"
          hint="For example “Repair the ”."
          limit={LIMITS.titleStart}
        />
        <FieldRows
          fields={values.fields}
          error={errors.fields}
          isHydrated={isHydrated}
          onEdit={(fields) => edit({ fields })}
        />
      </PlainForm>
      <Preview values={values} />
    </div>
  )
}

/** A select returns one of its options; every other field returns text. */
const readOne = (now: TemplateValues, name: string, value: string): Partial<TemplateValues> => {
  if (name !== "kind" && name !== "voteType") return { [name]: value }
  const { kind, voteType } = readTemplate({ kind: now.kind, voteType: now.voteType, [name]: value })
  return { kind, voteType }
}

/** Shows the questions as an author will see them. Its fields are not sent. */
function Preview({ values }: { readonly values: TemplateValues }) {
  const { fields } = contentOf(values)
  const asked = fields.filter(({ label }) => label !== "")
  return (
    <section className="block" aria-labelledby="preview">
      <h2 id="preview" className="h3">
        As authors see it
      </h2>
      {values.about !== "" && <p className="muted">{values.about}</p>}
      <fieldset className="stack plain-fieldset" data-gap="l" disabled aria-label="Preview">
        {asked.length === 0 ? <p className="small muted">No questions yet.</p> : null}
        <QuestionFields key={asked.length} fields={asked} answerOf={() => ""} errors={{}} />
      </fieldset>
    </section>
  )
}
