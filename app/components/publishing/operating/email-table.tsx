import { Link } from "@remix-run/react"
import { Fragment } from "react"
import type { Unsent } from "~/effects/base/mail/Unsent"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { inUtc } from "~/effects/base/text/moments"
import { ReasonForm, RequestRow, requestHref, useOpenRequest } from "./reason-form"

const COLUMNS = 4
const acts = [
  [
    "resend",
    "Resend",
    "The e-mail goes out immediately, and its tries are counted from the first again. The reason goes into the audit log."
  ],
  [
    "drop",
    "Discard",
    "The e-mail is never sent; its recipient is notified in the app. The reason goes into the audit log."
  ]
] as const

type Props = {
  readonly emails: ReadonlyArray<Unsent>
  /** Path of the page that shows the table. */
  readonly path: string
  readonly reply: PageReply | undefined
}

export function EmailTable({ emails, path, reply }: Props) {
  const isOpen = useOpenRequest(reply)
  return (
    <table className="table operator-table" data-cards>
      <caption className="visually-hidden">E-mails that were not sent</caption>
      <thead>
        <tr>
          <th scope="col">E-mail</th>
          <th scope="col" className="num">
            Tries
          </th>
          <th scope="col">Last response</th>
          <th scope="col">
            <span className="visually-hidden">Action</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {emails.map((email) => (
          <Fragment key={email.id}>
            <EmailRow email={email} path={path} />
            {acts
              .filter(([intent]) => isOpen(intent, email.id))
              .map(([intent, button, hint]) => (
                <RequestRow key={intent} columns={COLUMNS} title={`${button}: ${email.subject}, to ${email.recipient}`}>
                  <ReasonForm
                    action={path}
                    intent={intent}
                    on={email.id}
                    button={button}
                    hint={hint}
                    isDanger={intent === "drop"}
                    cancel={path}
                    reply={reply}
                  />
                </RequestRow>
              ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

const stateOf = ({ attempts, failedAt, lastError, nextTryAt }: Unsent): readonly [string, string] => {
  if (failedAt !== null) return [lastError ?? "no response", `ended ${inUtc("moment", failedAt)} UTC`]
  const next = `next try ${inUtc("moment", nextTryAt)} UTC`
  return attempts === 0 ? ["not tried yet", next] : [lastError ?? "no response", next]
}

function EmailRow({ email, path }: { readonly email: Unsent; readonly path: string }) {
  const [response, when] = stateOf(email)
  return (
    <tr>
      <th scope="row">
        <span className="what">
          {email.subject}
          <small>{email.recipient}</small>
        </span>
      </th>
      <td className="num" data-label="Tries">
        {email.attempts}
      </td>
      <td data-label="Last response">
        <span>
          {response}
          <small>{when}</small>
        </span>
      </td>
      <td className="acts">
        {acts.map(([intent, words]) => (
          <Link
            key={intent}
            className="button"
            data-size="s"
            to={requestHref(path, intent, email.id)}
            preventScrollReset
            aria-label={`${words}: ${email.subject}, to ${email.recipient}`}
          >
            {words}
          </Link>
        ))}
      </td>
    </tr>
  )
}
