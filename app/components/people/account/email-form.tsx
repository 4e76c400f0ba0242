import { Form, useNavigation } from "@remix-run/react"
import { useId } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { Notice } from "~/components/base/parts/notice"
import type { FieldErrors } from "~/effects/base/remix/form"
import type { OwnProfile } from "~/effects/people/signup/Profile"
import type { EditReply } from "~/effects/publishing/dashboard/EditReply"
import { Refused, SaveLine } from "./edit-status"

const NOTHING: FieldErrors = {}

type Props = {
  readonly profile: OwnProfile
  readonly reply: EditReply | undefined
}

/** The E-mail tab: a code sent to the new address proves it. Plain forms; the code is one field (docs/goals.md C6). */
export function EmailForm({ profile, reply }: Props) {
  const email = reply?.sent.email
  const isWaiting = reply?.outcome === "code-sent" || (email !== undefined && reply?.code.startsWith("E-CODE") === true)
  return (
    <div className="stack" data-gap="l">
      <div className="stack" data-gap="s">
        <p>
          E-mails go to <b>{(reply?.stored ?? profile).email}</b>. Nobody else sees this address.
        </p>
        <SaveLine isChanged={false} reply={reply} />
      </div>
      <Refused reply={reply} problems={NOTHING} />
      <NewAddress reply={reply} isWaiting={isWaiting} />
      {isWaiting && <CodeEntry profile={profile} reply={reply} />}
    </div>
  )
}

/** Asks for a code to a new address. */
function NewAddress({ isWaiting, reply }: Pick<Props, "reply"> & { readonly isWaiting: boolean }) {
  const id = useId()
  const intent = useNavigation().formData?.get("intent")
  return (
    <Form className="stack" method="post" noValidate preventScrollReset>
      <div className="field">
        <label htmlFor={`${id}-email`}>New e-mail</label>
        <input
          className="input"
          id={`${id}-email`}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={reply?.sent.email ?? ""}
          aria-invalid={reply?.fields.email !== undefined || undefined}
          aria-describedby={`${id}-email-hint`}
        />
        <span className="field__hint" id={`${id}-email-hint`}>
          We send it a six-digit code, which expires after ten minutes.
        </span>
      </div>
      <BusyButton
        className="button"
        data-kind={isWaiting ? undefined : "primary"}
        type="submit"
        name="intent"
        value="ask-code"
        isBusy={intent !== undefined && intent !== null}
      >
        {intent === "ask-code" ? "Sending…" : isWaiting ? "Send another code" : "Send the code"}
      </BusyButton>
    </Form>
  )
}

/** Takes the code; the address changes with it. */
function CodeEntry({ profile, reply }: Props) {
  const id = useId()
  const intent = useNavigation().formData?.get("intent")
  const email = reply?.sent.email
  const isOtpWrong = reply?.fields.otp !== undefined || reply?.code === "E-CODE-WRONG"
  return (
    <Form className="stack" method="post" noValidate preventScrollReset>
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="version" value={profile.version} />
      {reply?.outcome === "code-sent" && (
        <Notice role="status">We are sending a code to {email}. Your address changes when you enter it.</Notice>
      )}
      <div className="field">
        <label htmlFor={`${id}-otp`}>Code</label>
        <input
          className="input digest"
          id={`${id}-otp`}
          name="otp"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          aria-invalid={isOtpWrong || undefined}
          aria-describedby={`${id}-otp-hint`}
        />
        <span className="field__hint" id={`${id}-otp-hint`}>
          Six digits
        </span>
      </div>
      <BusyButton
        className="button"
        data-kind="primary"
        type="submit"
        name="intent"
        value="change-email"
        isBusy={intent !== undefined && intent !== null}
      >
        {intent === "change-email" ? "Saving…" : "Save"}
      </BusyButton>
    </Form>
  )
}
