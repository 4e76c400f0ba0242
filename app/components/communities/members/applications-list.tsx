import { Link } from "@remix-run/react"
import { NothingYet } from "~/components/base/parts/nothing-yet"
import { TimePair } from "~/components/base/parts/time-pair"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import type { MembersPage } from "~/effects/communities/members/page"
import { everybody, membersHref } from "~/effects/communities/members/query"
import { ActForm } from "./act-form"
import { nameOf, Person } from "./person"
import { ReplyField } from "./reply-field"

type Props = {
  readonly path: string
  readonly page: MembersPage
  readonly isOwner: boolean
  readonly reply: PageReply | undefined
}

/** Who asks to join, the longest waiting first, and the two answers. */
export function ApplicationsList({ isOwner, page, path, reply }: Props) {
  const { applications: list, formKey, now, query } = page
  if (list === null) return null
  const action = membersHref(path, query)
  const of = (intent: string, account: string) => {
    const answer = replyTo(reply, intent)
    return answer?.sent.account === account ? answer : undefined
  }
  return (
    <section aria-label="Applications">
      {list.applications.length === 0 && (
        <NothingYet>
          <p>{query.after === null ? "Nobody is waiting." : "There is nothing after this."}</p>
        </NothingYet>
      )}
      <ul className="grid" data-wide>
        {list.applications.map((application) => {
          const { account, appliedAt, bio, note, ownerDecides } = application
          const isHis = ownerDecides === 0 || isOwner
          return (
            <li key={account} className="card application">
              <div className="row" data-apart>
                <h3 className="h4">
                  <Person {...application} />
                </h3>
                <span className="small muted">
                  <TimePair at={appliedAt} now={now} short />
                </span>
              </div>
              {note === null ? (
                <p className="muted">No note.</p>
              ) : (
                <blockquote className="plain-text">{note}</blockquote>
              )}
              {bio !== null && <p className="small muted">{bio}</p>}
              {ownerDecides === 1 && (
                <p className="small">
                  Was removed before: {isOwner ? "you decide alone." : "only the owner decides on this."}
                </p>
              )}
              {isHis && (
                <div className="application__decide">
                  <ActForm
                    action={action}
                    account={account}
                    formKey={formKey}
                    intent="accept"
                    button={`Accept ${nameOf(application)}`}
                    reply={of("accept", account)}
                  />
                  <details open={of("refuse", account) !== undefined}>
                    <summary className="button" data-size="s">
                      Refuse
                    </summary>
                    <ActForm
                      action={action}
                      account={account}
                      formKey={formKey}
                      intent="refuse"
                      button={`Refuse ${nameOf(application)}`}
                      isDanger
                      reply={of("refuse", account)}
                    >
                      <ReplyField
                        label="Reason"
                        name="reason"
                        hint="5 to 300 characters. The person reads it."
                        rows={2}
                        maxLength={300}
                        reply={of("refuse", account)}
                      />
                    </ActForm>
                  </details>
                </div>
              )}
            </li>
          )
        })}
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
