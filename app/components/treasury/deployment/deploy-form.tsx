import { Form, Link, useNavigation } from "@remix-run/react"
import { Fragment, useId, useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { SelectField, TextField } from "~/components/base/forms/fields"
import { ServerDraftLine } from "~/components/base/forms/server-draft-line"
import { StepProgress } from "~/components/base/forms/step-progress"
import { useServerDraft } from "~/components/base/forms/use-server-draft"
import { useStepFocus } from "~/components/base/forms/use-step-focus"
import { Notice } from "~/components/base/parts/notice"
import { shortAddress } from "~/components/base/text/short-address"
import { TransactionLink } from "~/components/chain/prepared-transactions/manifest-fold"
import { failureWords } from "~/components/chain/prepared-transactions/states"
import { ErrorSummary } from "~/components/communities/founding/error-summary"
import { useWallet } from "~/components/wallet/wallet/use-wallet"
import type { PageReply } from "~/effects/base/remix/PageReply"
import {
  type DeployValues,
  deployHref,
  draftPlace,
  mergeValues,
  stepNames,
  stepOfField,
  steps
} from "~/effects/treasury/deployment/values"
import { OpensFields } from "./opens-fields"
import { LinksStep, LockerStep } from "./plain-steps"
import { ReviewStep } from "./review-step"
import type { FormPage, StepProps } from "./step-props"
import { TokenStep } from "./token-step"

/** Which account receives the first admin badge: one that the wallet shared, or any other address. */
function AccountStep({ edit, errors, values }: StepProps) {
  const { accounts } = useWallet()
  const field = {
    name: "admin",
    label: "Account that receives the admin badge",
    value: values.admin,
    error: errors.admin,
    onEdit: (admin: string) => edit({ admin })
  }
  const isShared = accounts.some(({ address }) => address === values.admin)
  return (
    <>
      {accounts.length > 1 && isShared ? (
        <SelectField
          {...field}
          hint="One of the accounts your wallet shared with us."
          options={accounts.map(({ address, label }) => ({
            value: address,
            name: `${label} (${shortAddress(address)})`
          }))}
        />
      ) : (
        <TextField {...field} mono hint="An account in your own wallet: it signs the transaction." />
      )}
      <OpensFields values={values} errors={errors} edit={edit} />
      <p>
        {values.opens === "one"
          ? "Anyone with an admin badge can spend from the treasury on their own and issue more badges."
          : "Until the signers are set up, anyone with an admin badge can spend from the treasury on their own; after that, the signers spend together."}{" "}
        The treasury is a separate account, created by this transaction; none of your own money goes into it.
      </p>
    </>
  )
}

/** The form of the deployment in five steps, each a plain form of its own; values are carried along. */
export function DeployForm({ page, reply }: { readonly page: FormPage; readonly reply: PageReply | undefined }) {
  const { at, last, slug } = page
  const [values, setValues] = useState(page.values)
  const edit = (change: Partial<DeployValues>) => setValues((before) => ({ ...before, ...change }))
  const frame = useStepFocus(steps.indexOf(at))
  const isSending = useNavigation().formMethod === "POST"
  const draftStore = useServerDraft({
    account: page.account,
    place: draftPlace(page.id),
    draft: values,
    isChanged: JSON.stringify(values) !== JSON.stringify(page.start),
    storedDraft: page.storedDraft,
    decode: (data) => mergeValues(page.start, data),
    onRestore: setValues
  })
  const refusal = reply !== undefined && !reply.ok ? reply : null
  const errors = refusal?.fields ?? page.review?.fields ?? {}
  const unfinished = Object.keys(page.review?.fields ?? {}).length > 0
  const step: StepProps = { page, values, edit, errors }
  return (
    <div className="stack" data-gap="l" ref={frame}>
      <StepProgress name="Steps" labels={steps.map((name) => stepNames[name])} current={steps.indexOf(at)} />
      {last !== null && last.state !== "replaced" && at === "review" && <LastAttempt last={last} />}
      <Form
        className="stack"
        data-gap="l"
        method="post"
        action={deployHref(slug, at)}
        noValidate
        onSubmit={() => draftStore.pause()}
        aria-labelledby="step-title"
      >
        <h2 id="step-title" tabIndex={-1} data-step-title>
          {stepNames[at]}
        </h2>
        <ErrorSummary
          refusal={refusal ?? (unfinished ? { code: "", message: "Not ready yet:", fields: errors } : null)}
          {...(at === "review" && { hrefOf: (field: string) => deployHref(slug, stepOfField(field)) })}
        />
        <input type="hidden" name="step" value={at} />
        <Step {...step} />
        <div className="form-end">
          <ServerDraftLine status={draftStore.status} />
          <StepButtons page={page} isSending={isSending} />
        </div>
      </Form>
    </div>
  )
}

function LastAttempt({ last }: { readonly last: NonNullable<FormPage["last"]> }) {
  return (
    <Notice tone="bad" role="alert">
      <p>
        <b>The last attempt did not go through. Nothing was changed.</b> {failureWords(last)}
      </p>
      {last.txId !== null && <TransactionLink txId={last.txId} />}
    </Notice>
  )
}

/** The fields of the current step. */
function Step(step: StepProps) {
  switch (step.page.at) {
    case "account":
      return <AccountStep {...step} />
    case "token":
      return <TokenStep {...step} />
    case "locker":
      return <LockerStep {...step} />
    case "links":
      return <LinksStep {...step} />
    case "review":
      return <ReviewStep {...step} />
  }
}

function StepButtons({
  isSending,
  page: { at, review, slug }
}: {
  readonly page: FormPage
  readonly isSending: boolean
}) {
  const why = useId()
  const isUnready = at === "review" && review?.manifest == null
  const open = [...new Set(Object.keys(review?.fields ?? {}).flatMap((field) => stepOfField(field) ?? []))]
  return (
    <div className="row">
      {isUnready && (
        <p className="small" id={why}>
          Still missing:{" "}
          {open.map((step, index) => (
            <Fragment key={step}>
              {index > 0 && ", "}
              <Link to={deployHref(slug, step)}>{stepNames[step]}</Link>
            </Fragment>
          ))}
          {open.length === 0 && "the answers of earlier steps"}.
        </p>
      )}
      {at !== "account" && (
        <BusyButton className="button" type="submit" name="intent" value="back" isBusy={isSending}>
          Back
        </BusyButton>
      )}
      <BusyButton
        className="button"
        data-kind="primary"
        type="submit"
        name="intent"
        value={at === "review" ? "prepare" : "next"}
        disabled={isUnready}
        aria-describedby={isUnready ? why : undefined}
        isBusy={isSending}
      >
        {at === "review" ? "Prepare the transaction" : "Next"}
      </BusyButton>
    </div>
  )
}
