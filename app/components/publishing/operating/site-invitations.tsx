import { Link } from "@remix-run/react"
import { PlainField } from "~/components/base/forms/plain-field"
import { CopyButton } from "~/components/base/parts/copy-button"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import { inUtc } from "~/effects/base/text/moments"
import type { SiteInvitation } from "~/effects/people/signup/signupMode"
import type { SignupsPage } from "~/effects/publishing/operating/console"
import { ReasonForm, requestHref, useOpenRequest } from "./reason-form"

const PATH = "/operator/signups"
const states: Readonly<Record<SiteInvitation["state"], string>> = {
  valid: "valid",
  used: "used up",
  expired: "expired",
  withdrawn: "withdrawn"
}

type Props = {
  readonly page: Pick<SignupsPage, "invitations" | "mode" | "origin">
  readonly reply: PageReply | undefined
}

/** Operators' own invitations to the site, and the form that makes one. */
export function SiteInvitations({ page: { invitations, mode, origin }, reply }: Props) {
  const own = replyTo(reply, "invite-to-site")
  const refused = own?.ok === false ? own : undefined
  return (
    <>
      {mode !== "invitation" && (
        <p className="small muted">Nobody needs an invitation now. Links work once sign-ups are by invitation.</p>
      )}
      {invitations.length === 0 ? (
        <p className="muted">There is no invitation to the site.</p>
      ) : (
        <ul className="entries">
          {invitations.map((invitation) => (
            <Invitation key={invitation.code} invitation={invitation} origin={origin} reply={reply} />
          ))}
        </ul>
      )}
      <h3 className="h4 operator-part">Invite to the site</h3>
      <div className="narrow">
        <ReasonForm key={own?.requestId} action={PATH} intent="invite-to-site" button="Make a link" reply={refused}>
          <PlainField
            name="note"
            label="For whom"
            hint="Only operators see it."
            value={typed(refused, "note")}
            reply={refused}
            maxLength={80}
          />
          <PlainField
            name="uses"
            label="Sign-ups"
            hint="How many people can sign up with the link."
            value={typed(refused, "uses", "1")}
            reply={refused}
            type="number"
          />
          <PlainField name="days" label="Days" value={typed(refused, "days", "14")} reply={refused} type="number" />
        </ReasonForm>
      </div>
    </>
  )
}

type LineProps = {
  readonly invitation: SiteInvitation
  readonly origin: string
  readonly reply: PageReply | undefined
}

function Invitation({ invitation, origin, reply }: LineProps) {
  const { code, expiresAt, maxUses, note, state, uses } = invitation
  const isOpen = useOpenRequest(reply)
  const link = `${origin}/signup?${new URLSearchParams({ invite: code })}`
  return (
    <li className="stack" data-gap="s">
      <div className="row" data-apart>
        <span>
          <b>{note}</b>{" "}
          <span className="small muted">
            {states[state]} · {uses} of {maxUses} used · until {inUtc("moment", expiresAt)} UTC
          </span>
        </span>
        {state === "valid" && (
          <Link
            className="button"
            data-size="s"
            to={requestHref(PATH, "withdraw-site-invitation", code)}
            preventScrollReset
            aria-label={`Withdraw the invitation for ${note}`}
          >
            Withdraw
          </Link>
        )}
      </div>
      {state === "valid" && (
        <div className="row address-line">
          <span className="digest">{link}</span>
          <CopyButton text={link} what={`the invitation link for ${note}`} />
        </div>
      )}
      {isOpen("withdraw-site-invitation", code) && (
        <ReasonForm
          action={PATH}
          intent="withdraw-site-invitation"
          on={code}
          button="Withdraw"
          cancel={PATH}
          reply={reply}
        />
      )}
    </li>
  )
}
