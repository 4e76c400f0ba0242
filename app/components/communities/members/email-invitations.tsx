import { Form, Link, useNavigation, useSearchParams } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ListFields } from "~/components/base/lists/list-fields"
import { Notice } from "~/components/base/parts/notice"
import { TimePair } from "~/components/base/parts/time-pair"
import { type PageReply, replyAbout, replyTo } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import type { EmailInvite, InviteState } from "~/effects/communities/members/Member"
import type { InvitationsView } from "~/effects/communities/members/page"
import { nameOf } from "./person"
import { Refusal } from "./reply-field"

type Props = {
  readonly sent: NonNullable<InvitationsView["sent"]>
  readonly now: number
  readonly formKey: string
  /** Why nobody can be invited now; null if one can. */
  readonly obstacle: string | null
  readonly reply: PageReply | undefined
}

const stateWords: Readonly<Record<InviteState, string>> = {
  waiting: "Waiting",
  accepted: "Accepted",
  declined: "Wants no invitations",
  withdrawn: "Withdrawn",
  expired: "Expired",
  undeliverable: "Undeliverable"
}

const ACTION = "?tab=invitations"

/** Invitations by e-mail: bring a list, and the state of those that were sent. */
export function EmailInvitations({ formKey, now, obstacle, reply, sent }: Props) {
  const { counts, invitations, next } = sent
  return (
    <div className="columns">
      <section className="block" aria-labelledby="sent-invitations">
        <div className="block__head">
          <h2 className="h3" id="sent-invitations">
            Sent by e-mail
          </h2>
        </div>
        <Done />
        {invitations.length === 0 ? (
          <p className="muted">Nobody was invited by e-mail yet.</p>
        ) : (
          <>
            <p className="meta">
              {counts.map(({ many, state }) => (
                <span key={state}>
                  {stateWords[state]} {many}
                </span>
              ))}
            </p>
            <ul className="entries">
              {invitations.map((invitation) => (
                <Sent key={invitation.email} invitation={invitation} now={now} formKey={formKey} reply={reply} />
              ))}
            </ul>
            {next !== null && (
              <nav className="pager" aria-label="Pages of invitations">
                <span />
                <Link to={`?${new URLSearchParams({ tab: "invitations", before: next })}`}>Earlier ones</Link>
              </nav>
            )}
          </>
        )}
      </section>
      <BringList formKey={formKey} obstacle={obstacle} reply={replyTo(reply, "read-people")} />
    </div>
  )
}

function Done() {
  const [search] = useSearchParams()
  const many = Number(search.get("invited"))
  const isResent = search.has("resent")
  if (!isResent && !(many > 0)) return null
  return (
    <Notice tone="ok" role="status">
      <p>
        {isResent
          ? "The invitation is sent again."
          : `${counted(many, "invitation is", "invitations are")} on the way.`}
      </p>
    </Notice>
  )
}

type SentProps = Pick<Props, "formKey" | "now" | "reply"> & { readonly invitation: EmailInvite }

function Sent({ formKey, invitation, now, reply }: SentProps) {
  const { email, emailedAt, emails, expiresAt, invitee, state, usedBy, username } = invitation
  const isOpen = state === "waiting" || state === "undeliverable"
  return (
    <li className="invite-line">
      <div className="row" data-apart>
        <span>
          {invitee === "" ? null : <b>{invitee} </b>}
          <span className="people__email">{email}</span>
        </span>
        <span>{stateWords[state]}</span>
      </div>
      <div className="row" data-apart>
        <span className="small muted">
          {state === "accepted" && usedBy !== null ? (
            <>by {nameOf({ account: usedBy, username })}</>
          ) : (
            <>
              {emails > 1 ? `${emails} e-mails, the last on ` : ""}
              <TimePair at={emailedAt} now={now} short />
              {state === "waiting" && (
                <>
                  {" · until "}
                  <TimePair at={expiresAt} now={now} short />
                </>
              )}
            </>
          )}
        </span>
        {(isOpen || state === "expired") && (
          <Form className="row" method="post" action={ACTION} preventScrollReset>
            <input type="hidden" name="key" value={formKey} />
            <input type="hidden" name="email" value={email} />
            <ActionButton intent="resend-invitation" label={`Send the invitation of ${email} again`}>
              Send again
            </ActionButton>
            {isOpen && (
              <ActionButton intent="withdraw-invitation" label={`Withdraw the invitation of ${email}`}>
                Withdraw
              </ActionButton>
            )}
          </Form>
        )}
      </div>
      <Refusal reply={replyAbout(reply, "resend-invitation", { email })} />
      <Refusal reply={replyAbout(reply, "withdraw-invitation", { email })} />
    </li>
  )
}

type ActionButtonProps = { readonly intent: string; readonly label: string; readonly children: string }

function ActionButton({ children, intent, label }: ActionButtonProps) {
  return (
    <button className="button" data-size="s" type="submit" name="intent" value={intent} aria-label={label}>
      {children}
    </button>
  )
}

function BringList({ formKey, obstacle, reply }: Pick<Props, "formKey" | "obstacle" | "reply">) {
  const isSending = useNavigation().formData?.get("intent") === "read-people"
  return (
    <section className="block" aria-labelledby="bring-list">
      <div className="block__head">
        <h2 className="h3" id="bring-list">
          Invite or check a list
        </h2>
      </div>
      {obstacle === null ? (
        <Form className="stack" method="post" action={ACTION} encType="multipart/form-data" noValidate>
          <input type="hidden" name="key" value={formKey} />
          <ListFields
            id="people-csv"
            label="E-mail addresses and names"
            placeholder="marta@example.org, Marta Lindqvist"
            rows={6}
            reply={reply}
          >
            One person on each line. The next page shows how the list was read and who has not joined; nothing is sent
            before you say so.
          </ListFields>
          <Refusal reply={reply} />
          <BusyButton className="button" type="submit" name="intent" value="read-people" isBusy={isSending}>
            {isSending ? "Reading…" : "Read the list"}
          </BusyButton>
        </Form>
      ) : (
        <p className="muted">{obstacle}</p>
      )}
    </section>
  )
}
