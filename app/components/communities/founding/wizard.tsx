import { Form, useNavigation } from "@remix-run/react"
import { type FormEvent, useCallback, useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import type { StoredDraft } from "~/components/base/forms/server-draft"
import { ServerDraftLine } from "~/components/base/forms/server-draft-line"
import { StepProgress } from "~/components/base/forms/step-progress"
import { useServerDraft } from "~/components/base/forms/use-server-draft"
import { useStepFocus } from "~/components/base/forms/use-step-focus"
import type { GovernanceSettings } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { FieldErrors } from "~/effects/base/remix/form"
import type { PageReply } from "~/effects/base/remix/PageReply"
import {
  createHref,
  mergeValues,
  placeOf,
  type Step,
  startValues,
  stepNames,
  stepOfField,
  steps,
  type WizardValues
} from "~/effects/communities/founding/wizard"
import { BasicsStep } from "./basics-step"
import { DecisionsStep } from "./decisions-step"
import { ErrorSummary } from "./error-summary"
import { PeopleStep } from "./people-step"
import { ReviewStep } from "./review-step"

export interface ReadyPage {
  readonly state: "ready"
  readonly account: AccountAddress
  readonly step: Step
  /** A community that is not published yet; null for a new one. */
  readonly draft: string | null
  readonly storedDraft: StoredDraft | null
  readonly start: WizardValues
  readonly values: WizardValues
  readonly review: { readonly fields: FieldErrors; readonly governance: GovernanceSettings | null } | null
  readonly tags: ReadonlyArray<string>
  readonly key: string
}

const intentOf = (event: FormEvent<HTMLFormElement>): string => {
  const { submitter } = event.nativeEvent as SubmitEvent // of a form's submit event
  return submitter instanceof HTMLButtonElement ? submitter.value : ""
}

/** Founding in four steps, each a plain form; entries are saved along the way (docs/product/communities.md). */
export function Wizard({ page, reply }: { readonly page: ReadyPage; readonly reply: PageReply | undefined }) {
  const { draft, step } = page
  const [values, setValues] = useState(page.values)
  const edit = useCallback((change: Partial<WizardValues>) => setValues((before) => ({ ...before, ...change })), [])
  const frame = useStepFocus(steps.indexOf(step))
  const isSending = useNavigation().formData?.has("step") === true
  const draftStore = useServerDraft({
    account: page.account,
    place: placeOf(draft),
    draft: values,
    isChanged: JSON.stringify(values) !== JSON.stringify(page.start),
    storedDraft: page.storedDraft,
    decode: (data) => mergeValues({ ...startValues, ...page.start }, data),
    onRestore: setValues
  })
  const refusal = reply !== undefined && !reply.ok && reply.sent.step === step ? reply : null
  const errors: FieldErrors = refusal?.fields ?? {}
  const last = step === "review"

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    draftStore.pause()
    if (intentOf(event) !== "discard") return
    draftStore.forget()
    setValues(page.start)
  }

  return (
    <div className="narrow stack" data-gap="l" ref={frame}>
      <StepProgress name="Steps" labels={steps.map((name) => stepNames[name])} current={steps.indexOf(step)} />
      <Form
        className="stack"
        data-gap="l"
        method="post"
        action={createHref(step, draft)}
        noValidate
        onSubmit={onSubmit}
        aria-labelledby="step-title"
      >
        <h2 id="step-title" tabIndex={-1} data-step-title>
          {stepNames[step]}
        </h2>
        <ErrorSummary
          refusal={refusal ?? (last && hasFields(page.review?.fields) ? unfinished(page.review?.fields ?? {}) : null)}
          {...(last ? { hrefOf: (field: string) => createHref(stepOfField(field), draft) } : {})}
        />
        <input type="hidden" name="step" value={step} />
        <input type="hidden" name="draft" value={draft ?? ""} />
        <StepFields page={page} values={values} edit={edit} errors={errors} />
        <div className="form-end">
          <ServerDraftLine status={draftStore.status} />
          <StepButtons step={step} draft={draft} isBusy={isSending} />
        </div>
        {page.storedDraft !== null && <DiscardButton isBusy={isSending} />}
      </Form>
    </div>
  )
}

type FieldsProps = {
  readonly page: ReadyPage
  readonly values: WizardValues
  readonly edit: (change: Partial<WizardValues>) => void
  readonly errors: FieldErrors
}

function StepFields({ edit, errors, page, values }: FieldsProps) {
  const { draft, step } = page
  return (
    <>
      {step === "basics" && <BasicsStep values={values} edit={edit} errors={errors} tags={page.tags} draft={draft} />}
      {step === "people" && (
        <PeopleStep values={values} edit={edit} errors={errors} isPrivate={values.visibility === "private"} />
      )}
      {step === "decisions" && (
        <DecisionsStep values={values} edit={edit} errors={errors} hasToken={false} hasTemplateButton />
      )}
      {step === "review" && (
        <>
          <input type="hidden" name="key" value={page.key} />
          <ReviewStep values={page.values} governance={page.review?.governance ?? null} draft={draft} />
        </>
      )}
    </>
  )
}

type ButtonsProps = { readonly step: Step; readonly draft: string | null; readonly isBusy: boolean }

function StepButtons({ draft, isBusy, step }: ButtonsProps) {
  return (
    <div className="row">
      {step !== "basics" && <ActionButton intent="back" isBusy={isBusy} word="Back" />}
      {step === "review" ? (
        <>
          <ActionButton intent="draft" isBusy={isBusy} word={draft === null ? "Save as draft" : "Save draft"} />
          <ActionButton intent="open" isBusy={isBusy} word="Publish community" isPrimary />
        </>
      ) : (
        <ActionButton intent="next" isBusy={isBusy} word="Next" isPrimary />
      )}
    </div>
  )
}

function DiscardButton({ isBusy }: { readonly isBusy: boolean }) {
  return (
    <p>
      {/* Also discards the copy on this device. */}
      <BusyButton className="link-button small" type="submit" name="intent" value="discard" isBusy={isBusy}>
        Discard draft
      </BusyButton>
    </p>
  )
}

const hasFields = (fields: FieldErrors | undefined): boolean => fields !== undefined && Object.keys(fields).length > 0
const unfinished = (fields: FieldErrors) => ({ code: "", message: "Not ready yet:", fields })

type ActionButtonProps = {
  readonly intent: string
  readonly word: string
  readonly isBusy: boolean
  readonly isPrimary?: boolean
}

function ActionButton({ intent, isBusy, isPrimary = false, word }: ActionButtonProps) {
  return (
    <BusyButton
      className="button"
      data-kind={isPrimary ? "primary" : undefined}
      type="submit"
      name="intent"
      value={intent}
      isBusy={isBusy}
    >
      {word}
    </BusyButton>
  )
}
