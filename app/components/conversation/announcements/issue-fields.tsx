/** The fields of an announcement other than its text: importance, time of publication, signature. */
import { useState } from "react"
import { FieldError } from "~/components/base/forms/field-error"
import { localInput } from "~/components/base/forms/local-input"
import { PlainField } from "~/components/base/forms/plain-field"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import type { IssuePage } from "~/effects/conversation/announcements/views"

/** Importance decides whether members get an e-mail immediately. */
export function ImportanceField({ chosen, members }: { readonly chosen: string; readonly members: number }) {
  return (
    <fieldset className="field">
      <legend className="label">Importance</legend>
      <Radio name="importance" value="normal" now={chosen} label="Normal: in the daily digest" />
      <Radio
        name="importance"
        value="important"
        now={chosen}
        label={`Important: e-mailed immediately to ${members} ${members === 1 ? "member" : "members"} (at most two in seven days)`}
      />
    </fieldset>
  )
}

type PublishTimeProps = {
  readonly form: IssuePage["form"]
  readonly reply: PageReply | undefined
  /** The reply, or the error of signing. */
  readonly shown: PageReply
  readonly isHydrated: boolean
}

type MomentProps = Omit<PublishTimeProps, "form"> & {
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** The stored time, in Unix milliseconds. */
  readonly at: number | null
}

/** A date and a time: the stored time in the reader's zone once the page is hydrated. Typed text stays as typed. */
export function MomentField({ at, isHydrated, reply, shown, ...field }: MomentProps) {
  const sent = reply?.sent[field.name]
  const [text, setText] = useState(typeof sent === "string" ? sent : undefined)
  return (
    <PlainField
      {...field}
      type="datetime-local"
      value={text ?? localInput(at, isHydrated)}
      onEdit={setText}
      reply={shown}
    />
  )
}

/** Now, or at a chosen time. Without JavaScript the time field is always shown. */
export function PublishTimeField({ form, isHydrated, reply, shown }: PublishTimeProps) {
  const [later, setLater] = useState(typed(reply, "when", form.publishAt === null ? "now" : "later") === "later")
  return (
    <fieldset className="field">
      <legend className="label">When</legend>
      <Radio name="when" value="now" now={later ? "later" : "now"} label="Now" onPick={() => setLater(false)} />
      <Radio name="when" value="later" now={later ? "later" : "now"} label="At a time" onPick={() => setLater(true)} />
      {(later || !isHydrated) && (
        <MomentField
          name="publishAt"
          label="Publish at"
          hint={isHydrated ? "In your own time zone." : "In UTC."}
          at={form.publishAt}
          isHydrated={isHydrated}
          reply={reply}
          shown={shown}
        />
      )}
      {isHydrated && !later && <input type="hidden" name="publishAt" value="" />}
    </fieldset>
  )
}

type SignatureProps = { readonly isToSign: boolean; readonly error: string | undefined }

/** Whether the author's wallet signs it. */
export function SignatureField({ error, isToSign }: SignatureProps) {
  return (
    <div className="field">
      <label className="check">
        <input type="checkbox" name="sign" value="on" defaultChecked={isToSign} key={isToSign ? "sign" : "plain"} />
        Sign with my wallet
      </label>
      <p className="field__hint">
        Anybody can then check that it came from you. Your wallet will only ask you to prove that you own this account.
      </p>
      <FieldError id="sign-error" message={error} />
    </div>
  )
}

type RadioProps = {
  readonly name: string
  readonly value: string
  readonly now: string
  readonly label: string
  readonly onPick?: () => void
}

function Radio({ label, name, now, onPick, value }: RadioProps) {
  return (
    <label className="check">
      <input type="radio" name={name} value={value} defaultChecked={now === value} onChange={onPick} />
      {label}
    </label>
  )
}
