import { Form, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { PlainField } from "~/components/base/forms/plain-field"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import type { PersonPage } from "~/effects/publishing/operating/console"
import { ReasonField } from "./reason-form"

interface AccountAction {
  readonly intent: string
  readonly name: string
  readonly hint: string
}

const END: AccountAction = {
  intent: "end-sessions",
  name: "End all sessions",
  hint: "Signs the person out everywhere. They can sign in again immediately."
}
const SUSPEND: AccountAction = {
  intent: "suspend",
  name: "Suspend",
  hint: "Blocks the account for some days, or until you lift the suspension. The person is shown the reason."
}
const CLOSE: AccountAction = {
  intent: "close",
  name: "Close the account",
  hint: "Removes the profile for good and blocks the account from signing up again. This cannot be undone."
}
const lift = (isClosed: boolean): AccountAction => ({
  intent: "unsuspend",
  name: isClosed ? "Let the account sign up again" : "Lift the suspension",
  hint: isClosed ? "The profile stays removed." : "The account can be used again immediately."
})

/** Only the actions that the server would accept for this account. */
const actsOn = ({ isOperator, person: { suspension } }: PersonPage): ReadonlyArray<AccountAction> => [
  ...(suspension === null ? [END] : [lift(suspension.kind === "closed")]),
  ...(suspension === null && !isOperator ? [SUSPEND] : []),
  ...(suspension?.kind !== "closed" && !isOperator ? [CLOSE] : [])
]

type Props = { readonly page: PersonPage; readonly reply: PageReply | undefined }

/** Form that offers a few actions with one reason; works as a plain form. */
export function PersonActs({ page, reply }: Props) {
  const isBusy = useNavigation().formData?.has("reason") === true
  const acts = actsOn(page)
  const refused = reply?.ok === false ? reply : undefined
  const chosen = acts.find(({ intent }) => intent === refused?.intent) ?? acts[0]
  const has = (act: AccountAction) => acts.includes(act)
  return (
    // Each response resets the form: with what was typed, or empty.
    <Form className="stack" method="post" noValidate key={reply?.requestId}>
      <fieldset className="choices">
        <legend>Action</legend>
        {acts.map((act) => (
          <label className="choice" key={act.intent}>
            <input type="radio" name="intent" value={act.intent} defaultChecked={act === chosen} />
            <span>
              <b>{act.name}</b>
              <small>{act.hint}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {has(SUSPEND) && (
        <PlainField
          name="days"
          label="Days, to suspend"
          hint="Leave empty to suspend until you lift it."
          value={typed(refused, "days", "7")}
          reply={refused}
          type="number"
        />
      )}
      {has(CLOSE) && (
        <PlainField
          name="name"
          label="Name, to close"
          hint={`Type ${page.person.name} to confirm that you close the right account.`}
          value={typed(refused, "name")}
          reply={refused}
        />
      )}
      <ReasonField
        reply={refused}
        hint="Goes into the audit log. The account's owner sees it on the site and by e-mail."
      />
      <BusyButton className="button" data-kind="primary" type="submit" isBusy={isBusy}>
        {isBusy ? "Sending…" : "Apply"}
      </BusyButton>
      {page.isOperator && (
        <p className="small muted">Operators can't be suspended or closed. Remove the account from OPERATORS first.</p>
      )}
    </Form>
  )
}
