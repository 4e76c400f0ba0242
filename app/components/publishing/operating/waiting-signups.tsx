import { Form, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { FieldError } from "~/components/base/forms/field-error"
import { ProfilePicture } from "~/components/base/parts/profile-picture"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { inUtc } from "~/effects/base/text/moments"
import type { SignupsPage, WaitingSignupCard } from "~/effects/publishing/operating/console"
import { ReasonField } from "./reason-form"

type Props = {
  readonly page: Pick<SignupsPage, "many" | "waiting">
  /** The reply to this form. */
  readonly reply: PageReply | undefined
}

/** Sign-ups that wait: several are approved or refused together, with one reason. */
export function WaitingSignups({ page: { many, waiting }, reply }: Props) {
  const sent = useNavigation().formData?.get("intent")
  const refused = reply?.ok === false ? reply : undefined
  const chosen = [refused?.sent.on ?? []].flat()
  if (waiting.length === 0) return <p className="muted">No sign-up waits for approval.</p>
  return (
    <Form className="stack" method="post" action="/operator/signups" noValidate key={reply?.requestId}>
      <fieldset aria-describedby="signups-error">
        <legend className="visually-hidden">Sign-ups awaiting approval, oldest first</legend>
        <ul className="entries">
          {waiting.map((each) => (
            <WaitingSignup key={each.account} signup={each} isChosen={chosen.includes(each.account)} />
          ))}
        </ul>
        <FieldError id="signups-error" message={refused?.fields.on} />
      </fieldset>
      {many > waiting.length && (
        <p className="small muted">And {many - waiting.length} more, shown when these are decided.</p>
      )}
      <ReasonField reply={refused} hint="Goes into the audit log. Refused people read it on the site and by e-mail." />
      <label className="check">
        <input type="checkbox" name="final" value="yes" defaultChecked={refused?.sent.final === "yes"} />
        <span>If refused, do not let them ask again. Otherwise each can ask once more.</span>
      </label>
      <p className="row">
        <BusyButton
          className="button"
          data-kind="primary"
          type="submit"
          name="intent"
          value="approve-signups"
          isBusy={sent === "approve-signups"}
        >
          Approve
        </BusyButton>
        <BusyButton
          className="button"
          data-kind="danger"
          type="submit"
          name="intent"
          value="refuse-signups"
          isBusy={sent === "refuse-signups"}
        >
          Refuse
        </BusyButton>
      </p>
    </Form>
  )
}

function WaitingSignup({ isChosen, signup }: { readonly signup: WaitingSignupCard; readonly isChosen: boolean }) {
  const { account, bio, email, isSecond, picture, requestedAt, tags, username } = signup
  return (
    <li className="stack" data-gap="s">
      <label className="check">
        <input type="checkbox" name="on" value={account} defaultChecked={isChosen} />
        <ProfilePicture name={username} picture={picture} />
        <span>
          <b>{username}</b> <span className="small muted">{email}</span>
        </span>
      </label>
      <p>{bio}</p>
      <p className="small muted">
        {tags.join(", ")} · signed up {inUtc("moment", requestedAt)} UTC{isSecond && " · was refused before"}
      </p>
    </li>
  )
}
