import { PlainField } from "~/components/base/forms/plain-field"
import { Block } from "~/components/base/parts/block"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import type { SignupsPage } from "~/effects/publishing/operating/console"
import { BlockedList } from "./blocked-list"
import { ReasonForm } from "./reason-form"
import { SignupModeForm } from "./signup-mode-form"
import { SiteInvitations } from "./site-invitations"
import { WaitingSignups } from "./waiting-signups"

const PATH = "/operator/signups"
type Props = { readonly page: SignupsPage; readonly reply: PageReply | undefined }

/** Who may sign up, those that wait, invitations to the site, and blocked domains and networks. */
export function SignupsView({ page, reply }: Props) {
  return (
    <>
      <div className="columns">
        <Block id="waiting" title="Waiting for approval">
          <WaitingSignups page={page} reply={replyTo(reply, "approve-signups") ?? replyTo(reply, "refuse-signups")} />
        </Block>
        <Block id="mode" title="Who can sign up">
          <SignupModeForm page={page} reply={replyTo(reply, "signup-mode")} />
        </Block>
      </div>
      <Block id="invitations" title="Invitations to the site">
        <SiteInvitations page={page} reply={reply} />
      </Block>
      <Block id="blocks" title="Blocked domains and networks">
        <BlockedList
          path={PATH}
          blocked={page.blocks.map(({ target, ...block }) => ({ ...block, what: target }))}
          intent="unblock-signups"
          button="Allow sign-ups"
          preposition="from"
          empty="No domain and no network is blocked."
          reply={reply}
        />
        <h3 className="h4 operator-part">Block a domain or a network</h3>
        <BlockForm reply={replyTo(reply, "block-signups")} />
      </Block>
    </>
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
