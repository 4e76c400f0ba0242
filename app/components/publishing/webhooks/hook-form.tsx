import { Form, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { FieldError } from "~/components/base/forms/field-error"
import { fieldId } from "~/components/base/forms/fields"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import { EventChoice } from "./event-choice"

type Props = {
  readonly path: string
  readonly reply: PageReply | undefined
  readonly allowsPractice: boolean
}

const sentEvents = (reply: PageReply | undefined): ReadonlyArray<string> => {
  const sent = reply?.sent.events
  return sent === undefined ? [] : typeof sent === "string" ? [sent] : sent
}

export function HookForm({ allowsPractice, path, reply: last }: Props) {
  const reply = replyTo(last, "hook-add")
  const refused = reply?.ok === false ? reply : undefined
  const isSaving = useNavigation().formData?.get("intent") === "hook-add"
  const error = refused?.fields.url
  const id = fieldId("url")
  return (
    <Form className="stack" method="post" action={`${path}&index`} noValidate preventScrollReset key={reply?.requestId}>
      <div className="field">
        <label htmlFor={id}>Address</label>
        <input
          className="input"
          id={id}
          name="url"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          defaultValue={typed(refused, "url")}
          placeholder="https://example.org/hooks/commonhold"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-hint${error === undefined ? "" : ` ${id}-error`}`}
        />
        <p className="field__foot" id={`${id}-hint`}>
          <span>
            Must begin with https:// and be on the public internet.
            {allowsPractice && " In local mode, http://127.0.0.1 on this machine also works for practice."}
          </span>
        </p>
        <FieldError id={`${id}-error`} message={error} />
      </div>
      <EventChoice chosen={sentEvents(refused)} error={refused?.fields.events} />
      <div className="form-end">
        <BusyButton className="button push" data-kind="primary" name="intent" value="hook-add" isBusy={isSaving}>
          {isSaving ? "Adding…" : "Add"}
        </BusyButton>
      </div>
    </Form>
  )
}
