import { Form, Link, useNavigation } from "@remix-run/react"
import { useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { TestMoney } from "~/components/base/parts/test-money"
import { useFrame } from "~/components/base/site/use-frame"
import { useHydrated } from "~/components/base/site/use-hydrated"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import type { NewPage } from "~/effects/treasury/payouts/views"
import { amountRuleWords } from "~/effects/treasury/payouts/voteRule"
import { enforcedByText } from "./enforced-by-text"
import { MemberFields } from "./member-fields"
import { isRefusedIn, PaymentFields, PurposeFields, TitleField } from "./payment-fields"
import { CsvFields, RuleFields } from "./recipient-fields"
import { PaySteps } from "./steps"
import { TokenField } from "./token-field"

type Props = { readonly page: NewPage; readonly reply: PageReply | undefined }

/** The first step that is not done yet; before the form was sent, that is the first one. */
const stepOf = (reply: PageReply | undefined) =>
  reply === undefined || reply.fields.title !== undefined || reply.fields.resource !== undefined
    ? "Token"
    : "Recipients"

/** The first two steps of a payout: which token, and who gets it. Nothing is paid before the list is checked. */
export function NewForm({ page, reply: last }: Props) {
  const { freePayout, hasMorePayees, isRecoverable, multisig, members, payees, time, tokens } = page
  const reply = replyTo(last, "create")
  const { formKey } = useFrame()
  const isSending = useNavigation().formMethod === "POST"
  // Before hydration all fields are shown, so that the form works without JavaScript.
  const isHydrated = useHydrated()
  const [source, setSource] = useState(typed(reply, "source", payees.length > 0 ? "members" : "csv"))
  return (
    <div className="stack" data-gap="l">
      <h1>Pay people</h1>
      <PaySteps now={stepOf(reply)} without={members <= 3 ? ["Read", "Approve"] : ["Read"]} />
      <Form
        className="stack narrow"
        data-gap="l"
        method="post"
        encType="multipart/form-data"
        noValidate
        preventScrollReset
      >
        <ReplyNotice reply={reply} />
        <p>{amountRuleWords(members, freePayout)}</p>
        {multisig !== null && (
          <p>
            This treasury needs the approval of {enforcedByText(multisig)}. They approve what the list pays; creating a
            list moves nothing.
          </p>
        )}
        <input type="hidden" name="key" value={`${formKey}payout`} />
        <TitleField reply={reply} />
        <TokenField tokens={tokens} time={time} reply={reply} />
        <fieldset className="field">
          <legend className="label">Recipients</legend>
          {payees.length > 0 && <Source value="members" now={source} label="Members, by name" onPick={setSource} />}
          <Source value="csv" now={source} label="From a list" onPick={setSource} />
          <Source value="rule" now={source} label="By rule" onPick={setSource} />
        </fieldset>
        {payees.length > 0 && (
          <div hidden={isHydrated && source !== "members"}>
            <MemberFields payees={payees} hasMorePayees={hasMorePayees} reply={reply} />
          </div>
        )}
        <div hidden={isHydrated && source !== "csv"}>
          <CsvFields reply={reply} />
        </div>
        <div hidden={isHydrated && source !== "rule"}>
          <RuleFields isHydrated={isHydrated} reply={reply} />
        </div>
        <details className="stack" open={isRefusedIn(reply)}>
          <summary>More options: purpose, note, how people are paid, unclaimed tokens</summary>
          <div className="stack" data-gap="l">
            <PurposeFields reply={reply} />
            <PaymentFields isRecoverable={isRecoverable} reply={reply} />
          </div>
        </details>
        <div className="form-end">
          <Link to="?">Back</Link>
          <BusyButton
            className="button"
            data-kind="primary"
            type="submit"
            name="intent"
            value="create"
            isBusy={isSending}
          >
            {isSending ? "Reading…" : "Preview"}
          </BusyButton>
        </div>
      </Form>
      <TestMoney />
    </div>
  )
}

interface SourceProps {
  readonly value: string
  readonly now: string
  readonly label: string
  readonly onPick: (value: string) => void
}

function Source({ label, now, onPick, value }: SourceProps) {
  return (
    <label className="check">
      <input type="radio" name="source" value={value} defaultChecked={now === value} onChange={() => onPick(value)} />
      {label}
    </label>
  )
}
