import { Form, useNavigation } from "@remix-run/react"
import { useEffect, useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { openField } from "~/components/base/forms/open-field"
import { StepProgress } from "~/components/base/forms/step-progress"
import { useServerDraft } from "~/components/base/forms/use-server-draft"
import { useStepFocus } from "~/components/base/forms/use-step-focus"
import { useHydrated } from "~/components/base/site/use-hydrated"
import { ErrorSummary } from "~/components/communities/founding/error-summary"
import { ForgetWhenSent } from "~/components/people/signup/forget-when-sent"
import { StepEnd } from "~/components/people/signup/step-end"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import {
  draftPlace,
  type FormStep,
  firstStepWith,
  formSteps,
  mergeValues,
  stepNames,
  stepOfField
} from "~/effects/treasury/bonds/formSteps"
import type { IssuePage } from "~/effects/treasury/bonds/views"
import { PurposePart, ReservePart, TermsPart } from "./issue-parts"

type Props = { readonly page: IssuePage; readonly reply: PageReply | undefined }

const noErrors: PageReply["fields"] = {}

/** The form to issue a bond: three steps and a review. Without JavaScript all steps are shown below each other. */
export function IssueForm({ page, reply: last }: Props) {
  const { account, communityId, storedDraft: stored, tokenSymbol, version } = page
  const reply = replyTo(last, "review")
  /** The id stays the same when the page reloads its data, so that one form makes one draft. */
  const [draftId] = useState(page.draftId)
  const isHydrated = useHydrated()
  const isSending = useNavigation().formMethod === "POST"
  const [values, setValues] = useState(() => mergeValues(page.values, reply?.sent ?? {}))
  const [step, setStep] = useState<FormStep>("purpose")
  const at = formSteps.indexOf(step)
  const frame = useStepFocus(at)
  const isNew = version === 0
  const draft = useServerDraft({
    account,
    place: draftPlace(communityId, isNew ? null : draftId),
    draft: values,
    isChanged: JSON.stringify(values) !== JSON.stringify(page.values),
    storedDraft: stored,
    decode: (data) => mergeValues(page.values, data),
    onRestore: setValues
  })
  const errors = reply?.fields ?? noErrors
  useEffect(() => {
    const first = firstStepWith(errors)
    if (first !== null) setStep(first)
  }, [errors])

  const part = {
    values,
    errors,
    isHydrated,
    edit: (change: Partial<typeof values>) => setValues((now) => ({ ...now, ...change }))
  }
  return (
    <div className="narrow stack" data-gap="l" ref={frame}>
      <h1>{isNew ? "Issue a bond" : `Change ${page.code}`}</h1>
      <StepProgress name="Steps" labels={stepNames} current={at} />
      <Form
        className="stack"
        data-gap="l"
        method="post"
        noValidate
        preventScrollReset
        aria-label="Bond"
        onClickCapture={(event) => openField(event, (field) => setStep(stepOfField(field)))}
        onSubmit={draft.pause}
      >
        <ErrorSummary refusal={reply ?? null} />
        <input type="hidden" name="id" value={draftId} />
        <input type="hidden" name="version" value={version} />
        {formSteps.map((each, index) => (
          <section
            key={each}
            className="stack"
            data-gap="l"
            hidden={isHydrated && each !== step}
            aria-labelledby={`step-${each}`}
          >
            <h2 id={`step-${each}`} tabIndex={-1} data-step-title={each === step ? "" : undefined}>
              {stepNames[index]}
            </h2>
            {each === "purpose" && <PurposePart {...part} />}
            {each === "terms" && <TermsPart {...part} tokenSymbol={tokenSymbol} />}
            {each === "reserve" && <ReservePart {...part} treasuryTokens={page.treasuryTokens} />}
          </section>
        ))}
        <div className="form-end">
          <StepEnd steps={formSteps} step={step} isHydrated={isHydrated} draft={draft} onStep={setStep}>
            <BusyButton
              className="button"
              data-kind="primary"
              type="submit"
              name="intent"
              value="review"
              isBusy={isSending}
            >
              Save and review
            </BusyButton>
          </StepEnd>
        </div>
        <ForgetWhenSent isSending={isSending} forget={draft.forget} />
      </Form>
    </div>
  )
}
