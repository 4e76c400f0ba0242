import { Link } from "@remix-run/react"
import { PlainField } from "~/components/base/forms/plain-field"
import { Block } from "~/components/base/parts/block"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import type { EmailsPage } from "~/effects/publishing/operating/console"
import { BlockedList } from "./blocked-list"
import { EmailTable } from "./email-table"
import { ReasonForm } from "./reason-form"

const PATH = "/operator/emails"
type Props = { readonly page: EmailsPage; readonly reply: PageReply | undefined }

export function EmailsView({ page, reply }: Props) {
  return (
    <>
      <Block id="emails" title="E-mails that have not been sent">
        {page.emails.length === 0 ? (
          <p className="muted">{page.isFirst ? "All e-mails have been sent." : "There are no older ones."}</p>
        ) : (
          <EmailTable emails={page.emails} path={PATH} reply={reply} />
        )}
        {page.next !== null && (
          <p className="pager">
            <Link to={`${PATH}?after=${page.next}`}>Older e-mails</Link>
          </p>
        )}
      </Block>
      <Block id="bounces" title="Blocked e-mail addresses">
        <BlockedList
          path={PATH}
          blocked={page.bounces.map(({ address, ...bounce }) => ({ ...bounce, what: address }))}
          intent="unbounce"
          button="Allow e-mails"
          preposition="to"
          empty="No e-mail address is blocked."
          reply={reply}
        />
        <h3 className="h4 operator-part">Block an e-mail address</h3>
        <StopForm reply={replyTo(reply, "bounce")} />
      </Block>
    </>
  )
}

function StopForm({ reply }: { readonly reply: PageReply | undefined }) {
  const refused = reply?.ok === false ? reply : undefined
  return (
    <div className="narrow">
      <ReasonForm
        key={reply?.requestId}
        action={PATH}
        intent="bounce"
        button="Block address"
        hint="Goes into the audit log."
        reply={refused}
      >
        <PlainField name="on" label="E-mail address" value={typed(refused, "on")} reply={refused} maxLength={254} />
      </ReasonForm>
    </div>
  )
}
