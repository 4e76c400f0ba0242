import { ChoiceField } from "~/components/base/forms/fields"
import { Notice } from "~/components/base/parts/notice"
import { templates } from "~/effects/communities/communities/templates"
import { NO_TOKEN_YET, templateSentence } from "~/effects/communities/founding/consequences"
import { type DecisionsValues, fromTemplate, isTemplate } from "~/effects/communities/founding/values"
import type { StepProps } from "./basics-step"
import { NumberFields } from "./number-fields"

const options = Object.entries(templates).flatMap(([value, { name }]) =>
  isTemplate(value) ? [{ value, name, hint: templateSentence(value) }] : []
)

const isAsTemplate = (values: DecisionsValues): boolean => {
  if (!isTemplate(values.template)) return false
  const usual = fromTemplate(values.template)
  return (Object.keys(usual) as ReadonlyArray<keyof DecisionsValues>).every((field) => usual[field] === values[field])
}

type Props = StepProps<DecisionsValues> & {
  /** Without JavaScript another template brings its numbers by a button. */
  readonly hasTemplateButton?: boolean
  readonly hasToken: boolean
}

export function DecisionsStep({ edit, errors, hasTemplateButton = false, hasToken, values }: Props) {
  const choose = (template: string) => edit(isTemplate(template) ? fromTemplate(template) : { template })
  const isWrong = Object.keys(errors).some((field) => field !== "template")
  const counts = values.weightMode === "token" || values.weightMode === "sqrt"
  return (
    <>
      <ChoiceField
        name="template"
        label="Begin from"
        value={values.template}
        onEdit={choose}
        error={errors.template}
        options={options}
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
        <summary>Advanced: the numbers</summary>
        <NumberFields values={values} edit={edit} errors={errors} />
      </details>
    </>
  )
}
