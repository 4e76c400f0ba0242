import { Form, Link } from "@remix-run/react"
import { PlainField } from "~/components/base/forms/plain-field"
import { Block } from "~/components/base/parts/block"
import { useFresh } from "~/components/base/site/use-fresh"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { inUtc } from "~/effects/base/text/moments"
import { PORTION, progressOf, type RunningAction } from "~/effects/publishing/operating/bulkAction"
import type { TakedownPage, TakedownPreview } from "~/effects/publishing/operating/console"
import { ReasonForm, requestHref, useOpenRequest } from "./reason-form"

const PATH = "/operator/takedown"
type Props = { readonly page: TakedownPage; readonly reply: PageReply | undefined }

/** Suspends authors and hides what they wrote in one act, after a preview, and undoes it. */
export function TakedownView({ page, reply }: Props) {
  const own = replyTo(reply, "take-down")
  const refused = own?.ok === false ? own : undefined
  const who = typed(refused, "who", reply?.ok === true ? "" : page.who)
  return (
    <div className="columns">
      <div>
        <Block id="takedown" title="Suspend authors and hide their posts">
          <div className="stack">
            <p>
              Suspends the accounts, all or none, ends their sessions and hides every thread and reply of theirs in all
              communities; more than {PORTION} posts in the background. It can be undone, also meanwhile. Votes that
              were cast still count, and proposals, announcements and money are not touched.
            </p>
            <Form className="stack narrow" action={PATH} key={`${who} preview`}>
              <PlainField
                name="who"
                label="Accounts"
                hint="Accounts, names or e-mail addresses, one a line, 100 at most."
                value={who}
                rows={3}
              />
              <p>
                <button className="button" type="submit">
                  Preview
                </button>
              </p>
            </Form>
            {page.problem !== null && (
              <p className="field__error" role="alert">
                {page.problem}
              </p>
            )}
          </div>
        </Block>
        {page.previews.length > 0 && reply?.ok !== true && (
          <Block id="preview" title="Preview">
            <ul className="entries">
              {page.previews.map((preview) => (
                <Preview key={preview.person.account} preview={preview} />
              ))}
            </ul>
            <div className="narrow">
              <ReasonForm
                key={reply?.requestId}
                action={`${PATH}?${new URLSearchParams({ who: page.who })}`}
                intent="take-down"
                button="Suspend and hide posts"
                isDanger
                hint="Public: shown in each community's moderation log and to the suspended person, also by e-mail. The audit log has it, too."
                reply={refused}
              >
                <input type="hidden" name="who" value={who} />
                <PlainField
                  name="days"
                  label="Days"
                  hint="Leave empty to suspend until you lift it. The posts stay hidden until you undo it."
                  value={typed(refused, "days")}
                  reply={refused}
                  type="number"
                />
              </ReasonForm>
            </div>
          </Block>
        )}
      </div>
      <div>
        {page.running.length > 0 && <InProgress running={page.running} />}
        <Block id="open" title="What can be undone">
          <Open page={page} reply={replyTo(reply, "undo-takedown")} />
        </Block>
      </div>
    </div>
  )
}

function Preview({ preview }: { readonly preview: TakedownPreview }) {
  const { first, hidden, person, replies, sessions, threads } = preview
  return (
    <li className="stack" data-gap="s">
      <p>
        <Link to={`/operator/person/${person.account}`}>
          <b>{person.name}</b>
        </Link>{" "}
        <span className="muted small">
          {person.suspension === null ? "" : "suspended already, "}
          {counted(sessions, "session")}
        </span>
        <br />
        Hides {counted(threads, "thread")} and {counted(replies, "reply", "replies")}.
        {hidden > 0 && ` ${counted(hidden, "post")} hidden or removed before, which stay as they are.`}
      </p>
      {first.length > 0 && (
        <ul className="small">
          {first.map(({ community, text, what }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are never reordered, and two posts may read alike
            <li key={at}>
              {text}{" "}
              <span className="muted">
                ({what === "thread" ? "thread" : "reply"} in {community})
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

const POLL_MS = 5_000

/** What the server does in portions; the page's data is loaded again while it does. */
function InProgress({ running }: { readonly running: ReadonlyArray<RunningAction> }) {
  useFresh(true, POLL_MS)
  return (
    <Block id="progress" title="In progress">
      <div className="stack">
        <ul className="entries">
          {running.map((action) => (
            <li key={action.account}>
              <p>
                <b>{action.name}</b> <span className="muted small">since {inUtc("moment", action.startedAt)} UTC</span>
                <br />
                {progressOf(action)}
                <br />
                <span className="small">{action.reason}</span>
              </p>
            </li>
          ))}
        </ul>
        <p className="small">
          It goes on without this page, also after a restart of the server.{" "}
          <Link to={PATH}>Show the progress again</Link>
        </p>
      </div>
    </Block>
  )
}

function Open({ page, reply }: Props) {
  const isOpen = useOpenRequest(reply)
  if (page.open.length === 0) return <p className="muted">No author is taken down.</p>
  return (
    <ul className="entries">
      {page.open.map(({ account, at, name, posts, reason }) => (
        <li key={account} className="stack">
          <div className="row" data-apart>
            <span>
              <b>{name}</b>{" "}
              <span className="muted small">
                {counted(posts, "post")} hidden since {inUtc("moment", at)} UTC
              </span>
              <br />
              <span className="small">{reason}</span>
            </span>
            <Link
              className="button"
              data-size="s"
              to={requestHref(PATH, "undo-takedown", account)}
              preventScrollReset
              aria-label={`Undo the takedown of ${name}`}
            >
              Undo
            </Link>
          </div>
          {isOpen("undo-takedown", account) && (
            <ReasonForm
              action={PATH}
              intent="undo-takedown"
              on={account}
              button="Show the posts and lift the suspension"
              hint="Public in each community's moderation log. Posts that others hid or removed stay as they are."
              cancel={PATH}
              reply={reply}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
