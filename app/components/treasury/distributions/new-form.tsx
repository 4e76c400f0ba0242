import { Form, Link, useNavigation } from "@remix-run/react"
import { useEffect, useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { FieldError } from "~/components/base/forms/field-error"
import { PlainField } from "~/components/base/forms/plain-field"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { LedgerTime } from "~/components/base/parts/ledger-time"
import { TestMoney } from "~/components/base/parts/test-money"
import { useFrame } from "~/components/base/site/use-frame"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import { RECOVER } from "~/effects/treasury/distributions/limits"
import type { NewPage } from "~/effects/treasury/distributions/views"
import { voteRuleWords } from "~/effects/treasury/distributions/voteRule"
import { amountWords } from "./amount-words"
import { CsvFields, RuleFields } from "./recipient-fields"
import { PaySteps } from "./steps"

type Props = { readonly page: NewPage; readonly reply: PageReply | undefined }

/** R-T2, the first two steps: which token, and who gets it. A plain post; nothing is paid before it is checked. */
export function NewForm({ page: { freePayout, isRecoverable, members, time, tokens }, reply: last }: Props) {
  const reply = replyTo(last, "create")
  const { formKey } = useFrame()
  const isSending = useNavigation().formMethod === "POST"
  // Until the page runs, both ways stand open: they work without JavaScript.
  const [isAwake, setAwake] = useState(false)
  useEffect(() => setAwake(true), [])
  const [source, setSource] = useState(typed(reply, "source", "csv"))
  const chosen = typed(reply, "resource", tokens[0]?.resource)
  return (
    <div className="stack" data-gap="l">
      <h2>New distribution</h2>
      <PaySteps now="Recipients" {...(members <= 3 && { without: "Approve" as const })} />
      <Form
        className="stack narrow"
        data-gap="l"
        method="post"
        encType="multipart/form-data"
        noValidate
        preventScrollReset
      >
        <ReplyNotice reply={reply} />
        <p>{voteRuleWords(members, freePayout)}</p>
        <input type="hidden" name="key" value={`${formKey}payout`} />
        <PlainField
          name="title"
          label="Title"
          hint="5 to 120 characters."
          maxLength={120}
          value={typed(reply, "title")}
          reply={reply}
        />
        <div className="field">
          <label htmlFor="purpose">What it is for</label>
          <select className="input" id="purpose" name="purpose" defaultValue={typed(reply, "purpose", "reward")}>
            <option value="reward">Reward</option>
            <option value="grant">Grant</option>
            <option value="coupon">Bond payment</option>
            <option value="other">Other</option>
          </select>
        </div>
        <PlainField
          name="note"
          label="Note (optional)"
          rows={3}
          maxLength={1000}
          value={typed(reply, "note")}
          reply={reply}
        />
        <div className="field" data-invalid={reply?.fields.resource === undefined ? undefined : true}>
          <label htmlFor="resource">Token</label>
          <select
            className="input"
            id="resource"
            name="resource"
            defaultValue={chosen}
            aria-describedby="resource-error"
          >
            {tokens.length === 0 && <option value="">The treasury holds nothing</option>}
            {tokens.map(({ amount, resource, symbol }) => (
              <option key={resource} value={resource}>
                {symbol}: the treasury holds {amountWords(amount)}
              </option>
            ))}
          </select>
          <FieldError id="resource-error" message={reply?.fields.resource} />
          {time !== null && <LedgerTime time={time} />}
        </div>
        <fieldset className="field">
          <legend className="label">Recipients</legend>
          <Radio name="source" value="csv" now={source} label="From a list" onPick={setSource} />
          <Radio name="source" value="rule" now={source} label="By a rule" onPick={setSource} />
        </fieldset>
        <div hidden={isAwake && source !== "csv"}>
          <CsvFields reply={reply} />
        </div>
        <div hidden={isAwake && source !== "rule"}>
          <RuleFields isAwake={isAwake} reply={reply} />
        </div>
        <fieldset className="field">
          <legend className="label">How people are paid</legend>
          <Plain
            name="mode"
            value="direct"
            now={typed(reply, "mode", "direct")}
            label="At once where the account accepts; the rest claims"
          />
          <Plain name="mode" value="claim" now={typed(reply, "mode", "direct")} label="Everybody claims" />
        </fieldset>
        {isRecoverable ? (
          <PlainField
            name="recoverDays"
            label="Days until unclaimed tokens may be taken back"
            hint={`${RECOVER.least} at least. Write “never” to leave them for ever.`}
            value={typed(reply, "recoverDays", String(RECOVER.usual))}
            reply={reply}
          />
        ) : (
          <>
            <input type="hidden" name="recoverDays" value="never" />
            <p className="small muted">
              Unclaimed tokens belong to their recipients for ever: so the locker was deployed.
            </p>
          </>
        )}
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
            {isSending ? "Reading…" : "Check the list"}
          </BusyButton>
        </div>
      </Form>
      <TestMoney />
    </div>
  )
}

type RadioProps = { readonly name: string; readonly value: string; readonly now: string; readonly label: string }

function Radio({ label, name, now, onPick, value }: RadioProps & { readonly onPick: (value: string) => void }) {
  return (
    <label className="check">
      <input type="radio" name={name} value={value} defaultChecked={now === value} onChange={() => onPick(value)} />
      {label}
    </label>
  )
}

function Plain({ label, name, now, value }: RadioProps) {
  return (
    <label className="check">
      <input type="radio" name={name} value={value} defaultChecked={now === value} />
      {label}
    </label>
  )
}
