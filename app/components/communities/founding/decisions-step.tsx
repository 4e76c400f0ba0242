import { ChoiceField } from "~/components/base/forms/fields"
import { Notice } from "~/components/base/parts/notice"
import { templates } from "~/effects/communities/communities/templates"
import { NO_TOKEN_YET, templateSentence, valuesSentence } from "~/effects/communities/founding/consequences"
import { type DecisionsValues, fromTemplate, isTemplate, type Kind } from "~/effects/communities/founding/values"
import type { StepProps } from "./basics-step"
import { NumberFields } from "./number-fields"

/** The chosen template shows the sentence for the numbers in the form, which may differ from its own by now. */
const optionsFor = (values: DecisionsValues, members: number | undefined) =>
  Object.entries(templates).flatMap(([value, { name }]) => {
    if (!isTemplate(value)) return []
    if (value !== values.template) return [{ value, name, hint: templateSentence(value, members) }]
    const own = isAsTemplate(values) ? name : `${name}, with your own numbers`
    return [{ value, name: own, hint: valuesSentence(values, members) ?? "" }]
  })

const isAsTemplate = (values: DecisionsValues): boolean => {
  if (!isTemplate(values.template)) return false
  const usual = fromTemplate(values.template)
  return (Object.keys(usual) as ReadonlyArray<keyof DecisionsValues>).every((field) => usual[field] === values[field])
}

type Props = StepProps<DecisionsValues> & {
  /** Without JavaScript, a button fills in the numbers of the chosen template. */
  readonly hasTemplateButton?: boolean
  readonly hasToken: boolean
  /** Used in the examples; absent while a community is being founded. */
  readonly members?: number
  /** Address of this form with 2/3 in place of a kind's 66.67%. */
  readonly thirdsHref?: (kind: Kind) => string
}

export function DecisionsStep({
  edit,
  errors,
  hasTemplateButton = false,
  hasToken,
  members,
  thirdsHref,
  values
}: Props) {
  const choose = (template: string) => edit(isTemplate(template) ? fromTemplate(template) : { template })
  const isWrong = Object.keys(errors).some((field) => field !== "template")
  const counts = values.weightMode === "token" || values.weightMode === "sqrt"
  return (
    <>
      <ChoiceField
        name="template"
        label="Start from a template"
        value={values.template}
        onEdit={choose}
        error={errors.template}
        options={optionsFor(values, members)}
      />
      <input type="hidden" name="shownTemplate" value={values.template} />
      {hasTemplateButton && (
        <noscript>
          <button className="button" data-size="s" type="submit" name="intent" value="template">
            Show its numbers
          </button>
        </noscript>
      )}
      {counts && !hasToken && (
        <Notice tone="warn">
          <p>{NO_TOKEN_YET}</p>
        </Notice>
      )}
      <details className="faq" open={isWrong || !isAsTemplate(values) || undefined}>
        <summary>Advanced settings</summary>
        <NumberFields values={values} edit={edit} errors={errors} members={members} thirdsHref={thirdsHref} />
      </details>
    </>
  )
}
