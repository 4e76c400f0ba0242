import { Form, useNavigation } from "@remix-run/react"
import { useEffect, useState } from "react"
import type { IssuePage } from "~/effects/announcements/views"
import { type PageReply, replyTo, typed } from "~/effects/remix/PageReply"
import { FieldError } from "../forms/field-error"
import { PlainField } from "../forms/plain-field"
import { ReplyNotice } from "../forms/reply-notice"
import { Notice } from "../notice"
import { shortDigest } from "../signing/ask-signature"
import { localInput, offsetAt } from "./local-input"
import { useSignedPublish } from "./use-signed-publish"

type Props = { readonly page: IssuePage; readonly reply: PageReply | undefined }

/** A plain post; signing it needs the wallet and therefore JavaScript (product 3.6.7, annissue). */
export function IssueForm({ page: { account, communityId, form, members }, reply: last }: Props) {
  const reply = replyTo(last, "publish") ?? replyTo(last, "save-draft")
  const isSending = useNavigation().formMethod === "POST"
  const { publish, state } = useSignedPublish(communityId, account)
  const isAwake = useAwake()
  const [later, setLater] = useState(typed(reply, "when", form.publishAt === null ? "now" : "later") === "later")
  const fields = state.status === "refused" ? { fields: state.fields } : { fields: reply?.fields ?? {} }
  const shown = reply === undefined ? { ...blankReply, ...fields } : { ...reply, ...fields }
  const isBusy = isSending || state.status === "checking" || state.status === "signing"

  return (
    <Form
      className="stack"
      data-gap="l"
      method="post"
      noValidate
      preventScrollReset
      aria-labelledby="issue"
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent as SubmitEvent // React's own type does not know the button
        const data = new FormData(event.currentTarget, submitter)
        if (data.get("intent") !== "publish" || data.get("sign") !== "on") return
        event.preventDefault()
        void publish(data)
      }}
    >
      <h2 id="issue">{form.isNew ? "Issue an announcement" : "Continue an announcement"}</h2>
      <ReplyNotice reply={state.status === "idle" ? reply : undefined} />
      {state.status === "refused" && (
        <Notice tone="bad" role="alert">
          <p>{state.message}</p>
        </Notice>
      )}
      <input type="hidden" name="id" value={form.id} />
      <OffsetField isAwake={isAwake} />
      <PlainField
        name="title"
        label="Title"
        maxLength={140}
        hint="5 to 140 characters."
        value={typed(reply, "title", form.title)}
        reply={shown}
      />
      <PlainField
        name="body"
        label="Text"
        rows={12}
        hint="Markdown. At most 10,000 characters."
        value={typed(reply, "body", form.body)}
        reply={shown}
      />
      <fieldset className="field">
        <legend className="label">Importance</legend>
        <Radio
          name="importance"
          value="normal"
          now={typed(reply, "importance", form.importance)}
          label="Normal: in the daily digest"
        />
        <Radio
          name="importance"
          value="important"
          now={typed(reply, "importance", form.importance)}
          label={`Important: to ${members} ${members === 1 ? "member" : "members"} at once. Two in seven days.`}
        />
      </fieldset>
      <fieldset className="field">
        <legend className="label">When</legend>
        <Radio name="when" value="now" now={later ? "later" : "now"} label="Now" onPick={() => setLater(false)} />
        <Radio
          name="when"
          value="later"
          now={later ? "later" : "now"}
          label="At a time"
          onPick={() => setLater(true)}
        />
        <PlainField
          key={isAwake ? "awake" : "asleep"}
          name="publishAt"
          label="Publish at"
          type="datetime-local"
          hint={isAwake ? "In your own time zone." : "In UTC."}
          value={typed(reply, "publishAt", localInput(form.publishAt, isAwake))}
          reply={shown}
        />
      </fieldset>
      <PlainField
        key={isAwake ? "pin-awake" : "pin-asleep"}
        name="pinUntil"
        label="Keep on top until (optional)"
        type="datetime-local"
        value={typed(reply, "pinUntil", localInput(form.pinnedUntil, isAwake))}
        reply={shown}
      />
      <div className="field">
        <label className="check">
          <input type="checkbox" name="sign" value="on" defaultChecked={isAwake} key={isAwake ? "sign" : "plain"} />
          Sign with my wallet
        </label>
        <p className="field__hint">
          Anybody can then check that it came from you. Your wallet shows only that you prove ownership of your account.
        </p>
        <FieldError id="sign-error" message={shown.fields.sign} />
      </div>
      <div className="row">
        <button className="button" data-kind="primary" type="submit" name="intent" value="publish" disabled={isBusy}>
          {isBusy ? "Publishing..." : "Publish"}
        </button>
        <button className="button" type="submit" name="intent" value="save-draft" disabled={isBusy}>
          Save as a draft
        </button>
      </div>
      <div role="status">
        {state.status === "signing" && (
          <p className="small">
            In your wallet. The code below stands for exactly this announcement:{" "}
            <span className="digest">{shortDigest(state.digest)}</span>
          </p>
        )}
      </div>
    </Form>
  )
}

const blankReply: PageReply = {
  intent: "publish",
  ok: false,
  code: "",
  message: "",
  fields: {},
  sent: {},
  requestId: "",
  stored: null
}

/** True once the browser runs the page: then times are the person's own, and a wallet can be asked. */
function useAwake(): boolean {
  const [isAwake, setAwake] = useState(false)
  useEffect(() => setAwake(true), [])
  return isAwake
}

function OffsetField({ isAwake }: { readonly isAwake: boolean }) {
  return <input type="hidden" name="offset" value={isAwake ? offsetAt(Date.now()) : 0} />
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
