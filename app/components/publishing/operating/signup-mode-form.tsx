import { Form, Link, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { FieldError } from "~/components/base/forms/field-error"
import { PlainField } from "~/components/base/forms/plain-field"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { SIGNUP_MODES, type SignupMode } from "~/effects/people/signup/signupMode"
import type { SignupsPage } from "~/effects/publishing/operating/console"
import { ReasonField } from "./reason-form"

const words: Readonly<Record<SignupMode, readonly [name: string, hint: string]>> = {
  open: ["Open", "Anyone can sign up."],
  approval: ["By approval", "People sign up, and an operator approves or refuses each of them below."],
  invitation: [
    "By invitation",
    "Only people with an invitation can sign up: one made below, or one to a community from its owner or a moderator."
  ]
}

type Props = {
  readonly page: Pick<SignupsPage, "ask" | "many" | "mode">
  /** The reply to this form. */
  readonly reply: PageReply | undefined
}

/** Who may sign up, and a choice for the sign-ups that wait when that changes. */
export function SignupModeForm({ page: { ask, many, mode }, reply }: Props) {
  const isBusy = useNavigation().formData?.get("intent") === "signup-mode"
  const refused = reply?.ok === false ? reply : undefined
  return (
    <Form className="stack" method="post" action="/operator/signups" noValidate key={`${reply?.requestId} ${mode}`}>
      <fieldset className="choices">
        <legend className="visually-hidden">Who can sign up</legend>
        {SIGNUP_MODES.map((each) => (
          <label className="choice" key={each}>
            <input type="radio" name="mode" value={each} defaultChecked={each === typed(refused, "mode", mode)} />
            <span>
              <b>{words[each][0]}</b>
              <small>{words[each][1]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {mode === "approval" && many > 0 && (
        <fieldset className="choices" aria-describedby="waiting-error">
          <legend>If you change this, what happens to the {counted(many, "waiting sign-up")}</legend>
          {(
            [
              ["approve", "Approve now", "Each person gets a profile and an e-mail."],
              ["keep", "Leave waiting", "Operators decide about each as before."]
            ] as const
          ).map(([value, name, hint]) => (
            <label className="choice" key={value}>
              <input type="radio" name="waiting" value={value} defaultChecked={typed(refused, "waiting") === value} />
              <span>
                <b>{name}</b>
                <small>{hint}</small>
              </span>
            </label>
          ))}
          <FieldError id="waiting-error" message={refused?.fields.waiting} />
        </fieldset>
      )}
      <PlainField
        name="ask"
        label="Whom to ask for an invitation"
        hint="Shown on the sign-up page while sign-ups are by invitation. Empty: a member of a community, or you on the Support page."
        value={typed(refused, "ask", ask)}
        reply={refused}
        maxLength={300}
      />
      <ReasonField reply={refused} />
      <p className="row">
        <BusyButton
          className="button"
          data-kind="primary"
          type="submit"
          name="intent"
          value="signup-mode"
          isBusy={isBusy}
        >
          {isBusy ? "Saving…" : "Save who can sign up"}
        </BusyButton>
        <Link to="/operator#feature-flags">Close all sign-ups</Link>
      </p>
    </Form>
  )
}
