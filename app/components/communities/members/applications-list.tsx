import { Link } from "@remix-run/react"
import { NothingYet } from "~/components/base/parts/nothing-yet"
import { TimePair } from "~/components/base/parts/time-pair"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import type { MembersPage } from "~/effects/communities/members/page"
import { everybody, membersHref } from "~/effects/communities/members/query"
import { MemberActionForm } from "./member-action-form"
import { nameOf, Person } from "./person"
import { ReplyField } from "./reply-field"

type Props = {
  readonly path: string
  readonly page: MembersPage
  readonly isOwner: boolean
  readonly reply: PageReply | undefined
}

/** Applicants, the longest waiting first, with accept and refuse. */
export function ApplicationsList(props: Props) {
  const { page, path } = props
  const { applications: list, query } = page
  if (list === null) return null
  return (
    <section aria-label="Applications">
      {list.applications.length === 0 && (
        <NothingYet>
          <p>{query.after === null ? "Nobody is waiting." : "There are no more applications."}</p>
        </NothingYet>
      )}
      <ul className="grid" data-wide>
        {list.applications.map((application) => (
          <ApplicationCard key={application.account} {...props} application={application} />
        ))}
      </ul>
      <nav className="pager" aria-label="Pages">
        {query.after === null ? (
          <span />
        ) : (
          <Link to={membersHref(path, { ...everybody, tab: "applications" })}>First page</Link>
        )}
        {list.next !== null && <Link to={membersHref(path, { ...query, after: list.next })}>Next page</Link>}
      </nav>
    </section>
  )
}

type CardProps = Props & {
  readonly application: NonNullable<MembersPage["applications"]>["applications"][number]
}

function ApplicationCard({ application, isOwner, page, path, reply }: CardProps) {
  const { appliedAt, bio, note, ownerDecides } = application
  return (
    <li className="card application">
      <div className="row" data-apart>
        <h2 className="h4">
          <Person {...application} />
        </h2>
        <span className="small muted">
          <TimePair at={appliedAt} now={page.now} short />
        </span>
      </div>
      {note === null ? <p className="muted">No note.</p> : <blockquote className="plain-text">{note}</blockquote>}
      {bio !== null && <p className="small muted">{bio}</p>}
      {ownerDecides === 1 && (
        <p className="small">Was removed before: {isOwner ? "you decide alone." : "only the owner decides on this."}</p>
      )}
      {(ownerDecides === 0 || isOwner) && <Decision application={application} page={page} path={path} reply={reply} />}
    </li>
  )
}

/** Accepting, and refusing with a reason. */
function Decision({ application, page: { formKey, query }, path, reply }: Omit<CardProps, "isOwner">) {
  const { account } = application
  const action = membersHref(path, query)
  const of = (intent: string) => {
    const response = replyTo(reply, intent)
    return response?.sent.account === account ? response : undefined
  }
  return (
    <div className="application__decide">
      <MemberActionForm
        action={action}
        account={account}
        formKey={formKey}
        intent="accept"
        button={`Accept ${nameOf(application)}`}
        reply={of("accept")}
      />
      <details open={of("refuse") !== undefined}>
        <summary className="button" data-size="s">
          Refuse
        </summary>
        <MemberActionForm
          action={action}
          account={account}
          formKey={formKey}
          intent="refuse"
          button={`Refuse ${nameOf(application)}`}
          isDanger
          reply={of("refuse")}
        >
          <ReplyField
            label="Reason"
            name="reason"
            hint="5 to 300 characters. The person reads it."
            rows={2}
            maxLength={300}
            reply={of("refuse")}
          />
        </MemberActionForm>
      </details>
    </div>
  )
}
