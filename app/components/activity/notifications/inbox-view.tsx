import { Form, Link, useFetcher } from "@remix-run/react"
import { NothingYet } from "~/components/base/parts/nothing-yet"
import { TimePair } from "~/components/base/parts/time-pair"
import type { Entry } from "~/effects/activity/notifications/Entry"

export interface InboxData {
  readonly now: number
  readonly onlyUnread: boolean
  readonly after: string | null
  readonly unread: number
  readonly entries: ReadonlyArray<Entry>
  readonly next: string | null
}

const HERE = "/userDashboard?tab=notifications"
const ACTION = "/userDashboard?index"

/** A person's notifications. Opening one marks it as read, as does its button. */
export function InboxView({ inbox }: { readonly inbox: InboxData }) {
  const { after, entries, next, now, onlyUnread, unread } = inbox
  const show = onlyUnread ? "unread" : "all"
  return (
    <section aria-labelledby="inbox-title">
      <div className="block__head">
        <h2 id="inbox-title" className="h3">
          Notifications
        </h2>
        <Link to="/userDashboard/edit?tab=notifications">E-mail choices</Link>
      </div>
      <div className="row inbox__tools">
        <nav className="row" aria-label="Which notifications">
          <Link to={HERE} aria-current={onlyUnread ? undefined : "page"}>
            All
          </Link>
          <Link to={`${HERE}&show=unread`} aria-current={onlyUnread ? "page" : undefined}>
            Unread
          </Link>
        </nav>
        {unread > 0 && (
          <Form method="post" action={ACTION} preventScrollReset>
            <input type="hidden" name="show" value={show} />
            <button className="button" data-size="s" type="submit" name="intent" value="read-all">
              Mark all as read
            </button>
          </Form>
        )}
      </div>
      {entries.length === 0 ? (
        <NothingYet>
          <p>
            {onlyUnread
              ? "You have read everything."
              : "No notifications yet. News from your communities that concerns you will appear here."}
          </p>
        </NothingYet>
      ) : (
        <ul className="entries inbox">
          {entries.map((entry) => (
            <InboxLine key={entry.id} entry={entry} now={now} show={show} />
          ))}
        </ul>
      )}
      <nav className="row inbox__pages" aria-label="Pages">
        {after !== null && <Link to={onlyUnread ? `${HERE}&show=unread` : HERE}>Newest</Link>}
        {next !== null && <Link to={`${HERE}${onlyUnread ? "&show=unread" : ""}&after=${next}`}>Older</Link>}
      </nav>
    </section>
  )
}

type LineProps = { readonly entry: Entry; readonly now: number; readonly show: "all" | "unread" }

function InboxLine({ entry, now, show }: LineProps) {
  const { community, createdAt, id, importance, readAt, target, text, times } = entry
  const fetcher = useFetcher()
  const isUnread = readAt === null && fetcher.state === "idle"
  const markRead = () => {
    if (readAt === null) fetcher.submit({ intent: "read", id, show }, { method: "post", action: ACTION })
  }
  return (
    <li data-unread={isUnread || undefined}>
      <div className="inbox__text">
        <Link to={target} onClick={markRead}>
          {text}
        </Link>
        {times > 1 && <span className="muted"> ({times} times)</span>}
        <p className="meta">
          {isUnread && <span className="inbox__new">New</span>}
          {importance === "important" && <span>Important</span>}
          {community !== null && <span>{community}</span>}
          <TimePair at={createdAt} now={now} short />
        </p>
      </div>
      {isUnread && (
        <fetcher.Form method="post" action={ACTION}>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="show" value={show} />
          <button
            className="button"
            data-kind="quiet"
            data-size="s"
            type="submit"
            name="intent"
            value="read"
            aria-label={`Mark as read: ${text}`}
          >
            Mark as read
          </button>
        </fetcher.Form>
      )}
    </li>
  )
}
