import { PlainField } from "~/components/base/forms/plain-field"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import { RECOVER } from "~/effects/treasury/payouts/limits"
import type { NewPage } from "~/effects/treasury/payouts/views"

type Props = { readonly reply: PageReply | undefined }

export function TitleField({ reply }: Props) {
  return (
    <PlainField
      name="title"
      label="Title"
      hint="What it is for, in 5 to 120 characters. Everyone who can read the community sees it."
      maxLength={120}
      value={typed(reply, "title")}
      reply={reply}
    />
  )
}

/** Fields in the closed disclosure, since their defaults usually fit. */
const FOLDED = ["purpose", "note", "mode", "recoverDays"] as const

/** A refused field must be visible, so the disclosure is open then. */
export const isRefusedIn = (reply: PageReply | undefined): boolean =>
  FOLDED.some((field) => reply?.fields[field] !== undefined)

export function PurposeFields({ reply }: Props) {
  return (
    <>
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
    </>
  )
}

/** Whether people are paid directly or claim, and what happens to unclaimed tokens. */
export function PaymentFields({ isRecoverable, reply }: Props & Pick<NewPage, "isRecoverable">) {
  const now = typed(reply, "mode", "direct")
  return (
    <>
      <fieldset className="field">
        <legend className="label">How people are paid</legend>
        <Mode value="direct" now={now} label="Pay directly; if an account refuses, its owner can claim" />
        <Mode value="claim" now={now} label="Everyone claims" />
      </fieldset>
      {isRecoverable ? (
        <PlainField
          name="recoverDays"
          label="Days until this site offers to take unclaimed tokens back"
          hint={`At least ${RECOVER.least}. Enter “never”, and this site never offers it. The ledger does not enforce this date: the treasury's badges can take the tokens back at any time, to any account.`}
          value={typed(reply, "recoverDays", String(RECOVER.usual))}
          reply={reply}
        />
      ) : (
        <>
          <input type="hidden" name="recoverDays" value="never" />
          <p className="small muted">
            Unclaimed tokens belong to their recipients forever: the locker was deployed that way.
          </p>
        </>
      )}
    </>
  )
}

function Mode({ label, now, value }: { readonly value: string; readonly now: string; readonly label: string }) {
  return (
    <label className="check">
      <input type="radio" name="mode" value={value} defaultChecked={now === value} />
      {label}
    </label>
  )
}
