/**
 * The moderation view of a community's activity: open reports for those who decide them, and the public log. The
 * activity page shows it for `?view=moderation` with the loader part `moderationPage`.
 */
import { Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { NothingYet } from "~/components/base/parts/nothing-yet"
import { PersonLine } from "~/components/base/parts/person-line"
import { TimePair } from "~/components/base/parts/time-pair"
import { insidePath } from "~/components/base/site/inside-path"
import { useFrame } from "~/components/base/site/use-frame"
import type { LogEntry, LogPage } from "~/effects/activity/moderation-log/LogEntry"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { actionWords } from "~/effects/conversation/moderation/actionWords"
import type { ModerationPage } from "~/effects/conversation/moderation/Moderation"
import { FirstPosts } from "./first-posts"
import { ReportEntry } from "./report-entry"

type Props = { readonly page: ModerationPage; readonly reply: PageReply | undefined }

export function ModerationView({ page, reply }: Props) {
  const { id, communityRole } = useFrame()
  const path = `${insidePath(id, "activity")}?view=moderation`
  return (
    <>
      <h1 className="page-head">Moderation</h1>
      {page.queue !== null && (
        <Block id="reports" title="Open reports">
          {page.queue.reports.length === 0 ? (
            <p className="muted">You're all caught up.</p>
          ) : (
            <ul className="entries">
              {page.queue.reports.map((report) => (
                <li key={report.id}>
                  <ReportEntry report={report} path={path} now={communityRole.now} reply={reply} />
                </li>
              ))}
            </ul>
          )}
          {page.queue.next !== null && (
            <p className="pager">
              <Link to={`${path}&reports=${page.queue.next}`}>More reports</Link>
            </p>
          )}
        </Block>
      )}
      {page.first !== null && <FirstPosts queue={page.first} path={path} now={communityRole.now} reply={reply} />}
      <Block id="log" title="Moderation log">
        <Log log={page.log} path={path} now={communityRole.now} />
      </Block>
    </>
  )
}

function Log({ log, now, path }: { readonly log: LogPage; readonly path: string; readonly now: number }) {
  if (log.entries.length === 0) {
    return (
      <NothingYet>
        <p>No moderator actions yet.</p>
      </NothingYet>
    )
  }
  return (
    <>
      <ul className="entries">
        {log.entries.map((entry) => (
          <LogLine key={entry.id} entry={entry} now={now} />
        ))}
      </ul>
      {log.next !== null && (
        <p className="pager">
          <Link to={`${path}&after=${log.next}`}>Older entries</Link>
        </p>
      )}
    </>
  )
}

function LogLine({ entry, now }: { readonly entry: LogEntry; readonly now: number }) {
  return (
    <li>
      <p className="row">
        {entry.actor === null ? <b>The operators of this site</b> : <PersonLine person={entry.actor} />}
        <span>
          {actionWords[entry.action]} {entry.path === null ? entry.label : <Link to={entry.path}>{entry.label}</Link>}
        </span>
        <span className="muted small push">
          <TimePair at={entry.at} now={now} short />
        </span>
      </p>
      <p className="small">Reason: {entry.reason}</p>
    </li>
  )
}
