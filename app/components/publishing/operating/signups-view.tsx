import { Link } from "@remix-run/react"
import { PlainField } from "~/components/base/forms/plain-field"
import { Block } from "~/components/base/parts/block"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import { inUtc } from "~/effects/base/text/moments"
import type { SignupsPage } from "~/effects/publishing/operating/console"
import { ReasonForm, requestHref, useOpenRequest } from "./reason-form"

const PATH = "/operator/signups"
type Props = { readonly page: SignupsPage; readonly reply: PageReply | undefined }

/** Blocked domains and networks, and the form that blocks another. */
export function SignupsView({ page, reply }: Props) {
  return (
    <Block
      id="blocks"
      title="Blocked domains and networks"
      more={<Link to="/operator#feature-flags">Close all sign-ups</Link>}
    >
      <Blocks page={page} reply={reply} />
      <h3 className="h4 operator-part">Block a domain or a network</h3>
      <BlockForm reply={replyTo(reply, "block-signups")} />
    </Block>
  )
}

function Blocks({ page, reply }: Props) {
  const isOpen = useOpenRequest(reply)
  if (page.blocks.length === 0) return <p className="muted">No domain and no network is blocked.</p>
  return (
    <ul className="entries">
      {page.blocks.map(({ endsAt, reason, since, target }) => (
        <li key={target} className="stack">
          <div className="row" data-apart>
            <span>
              <b>{target}</b>{" "}
              <span className="muted small">
                blocked since {inUtc("day", since)}
                {endsAt !== null && `, until ${inUtc("moment", endsAt)} UTC`}
              </span>
              <br />
              <span className="small">{reason}</span>
            </span>
            <Link
              className="button"
              data-size="s"
              to={requestHref(PATH, "unblock-signups", target)}
              preventScrollReset
              aria-label={`Allow sign-ups from ${target}`}
            >
              Allow sign-ups
            </Link>
          </div>
          {isOpen("unblock-signups", target) && (
            <ReasonForm
              action={PATH}
              intent="unblock-signups"
              on={target}
              button="Allow sign-ups"
              cancel={PATH}
              reply={reply}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function BlockForm({ reply }: { readonly reply: PageReply | undefined }) {
  const refused = reply?.ok === false ? reply : undefined
  return (
    <div className="narrow">
      <ReasonForm
        key={reply?.requestId}
        action={PATH}
        intent="block-signups"
        button="Block sign-ups"
        hint="Goes into the audit log. People whose sign-up is refused see it."
        reply={refused}
      >
        <PlainField
          name="on"
          label="Domain or network"
          hint="The domain of e-mail addresses, with its subdomains (example.org), or an address or range (192.0.2.0/24, 2001:db8::/32). People who have a profile can still sign in."
          value={typed(refused, "on")}
          reply={refused}
          maxLength={253}
        />
        <PlainField
          name="days"
          label="Days"
          hint="Leave empty to block until you allow it again."
          value={typed(refused, "days")}
          reply={refused}
          type="number"
        />
      </ReasonForm>
    </div>
  )
}
