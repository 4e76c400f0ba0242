import { Form, useNavigation } from "@remix-run/react"
import { useEffect, useId, useMemo, useRef, useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { offsetAt } from "~/components/base/forms/local-input"
import { openField } from "~/components/base/forms/open-field"
import { StepProgress } from "~/components/base/forms/step-progress"
import { useServerDraft } from "~/components/base/forms/use-server-draft"
import { useStepFocus } from "~/components/base/forms/use-step-focus"
import { Notice } from "~/components/base/parts/notice"
import { useFrame } from "~/components/base/site/use-frame"
import { useHydrated } from "~/components/base/site/use-hydrated"
import { ErrorSummary } from "~/components/communities/founding/error-summary"
import { AttachedFiles } from "~/components/conversation/attachments/attached-files"
import { ForgetWhenSent } from "~/components/people/signup/forget-when-sent"
import { StepEnd } from "~/components/people/signup/step-end"
import { shortHash } from "~/components/wallet/signing/ask-signature"
import { isSigningBusy } from "~/components/wallet/signing/use-signed-form"
import type { GovernanceSettings } from "~/effects/access/Community"
import type { FieldErrors } from "~/effects/base/remix/form"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { ProposalFormPage } from "~/effects/governance/proposals/pageViews"
import { draftPath, proposalFilesPath } from "~/effects/governance/proposals/paths"
import { ActionPart, ChoicesPart, RulesPart, TextPart } from "./form-parts"
import {
  type FormStep,
  firstStepWith,
  formStepNames,
  formSteps,
  mergeValues,
  stepOfField,
  valuesAfter
} from "./form-steps"
import { ReviewPart } from "./review-part"
import { useSignedProposal } from "./use-signed-proposal"
import { FILES_HINT } from "./words"

type Props = { readonly page: ProposalFormPage; readonly reply: PageReply | undefined }

/** The errors of a step as the summary shows them; null if there are none. */
const summaryOf = (fields: FieldErrors) =>
  Object.keys(fields).length === 0 ? null : { code: "", message: "Please check the marked fields.", fields }

/** Validates the fields of one step with the server's own rules. */
function useStepCheck(settings: GovernanceSettings) {
  const [fields, setFields] = useState<FieldErrors | null>(null)
  return {
    /** Null until the author has gone to another step; until then the server's errors are shown. */
    fields,
    check: async (form: HTMLFormElement, step: FormStep): Promise<boolean> => {
      const { problemsOfForm } = await import("./form-text")
      const all = Object.entries(problemsOfForm(new FormData(form), settings, Date.now()))
      const found = all.filter(([field]) => stepOfField(field) === step)
      setFields(Object.fromEntries(found))
      return found.length === 0
    },
    forget: () => setFields(null)
  }
}

/** State of the form: its values, its errors and its current step. */
function useProposalForm({ page, reply: last }: Props) {
  // Messages about files are shown where files are attached.
  const reply = last?.intent === "attach" || last?.intent === "detach" ? undefined : last
  const { action, draftId, governance, isStored, storedDraft: stored } = page
  const { id: communityId, communityRole } = useFrame()
  const account = communityRole.account ?? ""
  const isSending = useNavigation().formMethod === "POST"
  const [values, setValues] = useState(() => valuesAfter(reply, page.values))
  const [step, setStep] = useState<FormStep>("text")
  const forget = useRef(() => {})
  const { publish, state } = useSignedProposal({
    communityId,
    account,
    number: null,
    onPublished: () => forget.current(),
    rules: { governance, action: action?.hash ?? null }
  })
  const frame = useStepFocus(formSteps.indexOf(step))
  const draft = useServerDraft({
    account: communityRole.account,
    place: `proposal/${communityId}${isStored ? `/${draftId}` : ""}`,
    draft: values,
    isChanged: JSON.stringify(values) !== JSON.stringify(page.values),
    storedDraft: stored,
    decode: (data) => mergeValues(page.values, data),
    onRestore: setValues
  })
  forget.current = draft.forget
  const checked = useStepCheck(governance)
  // The summary takes the focus with each new refusal, so one refusal must stay one object.
  const refusal = useMemo(() => {
    if (checked.fields !== null) return summaryOf(checked.fields)
    if (state.status === "refused") return { code: "", message: state.message, fields: state.fields }
    return reply !== undefined && !reply.ok ? reply : null
  }, [checked.fields, reply, state])
  const wrong = refusal?.fields ?? {}
  useEffect(() => {
    const first = firstStepWith(wrong)
    if (first !== null) setStep(first)
  }, [wrong])

  const isBusy = isSending || isSigningBusy(state)
  /** Goes to a later step only if the current one has no errors; going back is always possible. */
  const goTo = (next: FormStep) => {
    const form = frame.current?.querySelector("form") ?? null
    if (form === null || formSteps.indexOf(next) < formSteps.indexOf(step)) return setStep(next)
    checked.check(form, step).then(
      (isFine) => isFine && setStep(next),
      () => setStep(next) // The validation could not be loaded; the server validates everything again.
    )
  }
  const edit = (change: Partial<typeof values>) => setValues((now) => ({ ...now, ...change }))
  return { values, edit, wrong, refusal, step, setStep, goTo, frame, draft, checked, publish, state, isSending, isBusy }
}
type FormState = ReturnType<typeof useProposalForm>

/** Five steps of one form. Without JavaScript all of them are shown one below the other, and drafts can be saved. */
export function ProposalForm({ page, reply }: Props) {
  const { draftId, obstacle } = page
  const { formKey } = useFrame()
  const isHydrated = useHydrated()
  const form = useProposalForm({ page, reply })
  const { checked, draft, frame, isSending, publish, refusal, setStep, state, step } = form
  return (
    <div className="narrow stack" data-gap="l" ref={frame}>
      <h1>New proposal</h1>
      <StepProgress
        name="Steps"
        labels={formSteps.map((each) => formStepNames[each])}
        current={formSteps.indexOf(step)}
      />
      <Form
        className="stack proposal-form"
        data-gap="l"
        method="post"
        noValidate
        preventScrollReset
        aria-label="Proposal"
        onClickCapture={(event) => openField(event, (field) => setStep(stepOfField(field)))}
        onSubmit={(event) => {
          const { submitter } = event.nativeEvent as SubmitEvent // React's type of the event lacks `submitter`.
          const data = new FormData(event.currentTarget, submitter)
          draft.pause()
          checked.forget()
          if (data.get("intent") !== "publish") return
          event.preventDefault()
          void publish(data)
        }}
      >
        <ErrorSummary refusal={refusal} />
        {obstacle !== null && (
          <Notice tone="warn">
            <p>{obstacle}</p>
          </Notice>
        )}
        <input type="hidden" name="id" value={draftId} />
        <input type="hidden" name="version" value={page.version} />
        <input type="hidden" name="thread" value={page.threadNumber ?? ""} />
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="offset" value={isHydrated ? String(offsetAt(Date.now())) : "0"} />
        <Steps page={page} form={form} isHydrated={isHydrated} />
        <div role="status">
          {state.status === "signing" && (
            <p className="small">
              Check your wallet. It will only ask you to prove that you own this account. This code identifies exactly
              this proposal: <span className="digest">{shortHash(state.digest)}</span>
            </p>
          )}
        </div>
        <FormEnd form={form} isHydrated={isHydrated} obstacle={obstacle} />
        <ForgetWhenSent isSending={isSending} forget={draft.forget} />
      </Form>
      {(step === "text" || !isHydrated) && <DraftFiles page={page} reply={reply} />}
    </div>
  )
}

/** Files belong to a stored draft. They have a form of their own, so attaching one publishes and saves nothing. */
function DraftFiles({ page: { attachments, draftId, isStored }, reply }: Props) {
  const { id } = useFrame()
  if (!isStored) return <p className="small muted">Save this as a draft to attach files to it.</p>
  return (
    <>
      <AttachedFiles
        files={attachments}
        hrefOf={(file) => `${proposalFilesPath(id, draftId)}/${file}`}
        hashes
        path={draftPath(id, draftId)}
        reply={reply}
        hint={FILES_HINT}
      />
      <noscript>
        <p className="small">Save the draft before you attach a file: the page is loaded again.</p>
      </noscript>
    </>
  )
}

type PartProps = { readonly form: FormState; readonly isHydrated: boolean }

function Steps({ form: { edit, step, values, wrong: errors }, isHydrated, page }: PartProps & Pick<Props, "page">) {
  const { action, governance } = page
  const part = { values, errors, governance, edit }
  const isShown = (each: FormStep) => !isHydrated || each === step
  return (
    <>
      {formSteps.map((each) => (
        <section key={each} className="stack" data-gap="l" hidden={!isShown(each)} aria-labelledby={`step-${each}`}>
          <h2 id={`step-${each}`} tabIndex={-1} data-step-title={each === step ? "" : undefined}>
            {formStepNames[each]}
          </h2>
          {each === "text" && <TextPart {...part} />}
          {each === "choices" && <ChoicesPart {...part} />}
          {each === "rules" && <RulesPart {...part} isHydrated={isHydrated} />}
          {each === "action" && <ActionPart {...part} action={action} />}
          {each === "review" && <ReviewPart page={page} values={values} />}
        </section>
      ))}
    </>
  )
}

function FormEnd({ form, isHydrated, obstacle }: PartProps & { readonly obstacle: string | null }) {
  const { draft, goTo, isBusy, step } = form
  const id = useId()
  // Repeated next to the button because the notice at the top of a long form is out of sight here.
  const why = obstacle !== null && (!isHydrated || step === "review") ? obstacle : null
  return (
    <div className="form-end">
      {why !== null && (
        <p className="small" id={`${id}-why`}>
          {why}
        </p>
      )}
      <StepEnd
        steps={formSteps}
        step={step}
        isHydrated={isHydrated}
        draft={draft}
        onStep={goTo}
        always={
          <BusyButton className="button" type="submit" name="intent" value="save-draft" isBusy={isBusy}>
            Save as a draft
          </BusyButton>
        }
      >
        <BusyButton
          className="button"
          data-kind="primary"
          type="submit"
          name="intent"
          value="publish"
          disabled={obstacle !== null || !isHydrated}
          aria-describedby={why === null ? undefined : `${id}-why`}
          isBusy={isBusy}
        >
          {isBusy ? "Publishing…" : "Sign and publish"}
        </BusyButton>
      </StepEnd>
      <noscript>
        <p className="small">Publishing needs your wallet and JavaScript. You can save drafts without them.</p>
      </noscript>
    </div>
  )
}
