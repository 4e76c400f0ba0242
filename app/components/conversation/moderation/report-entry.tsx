import { Form, Link, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { Markdown } from "~/components/base/markdown/markdown"
import { Notice } from "~/components/base/parts/notice"
import { nameOf, PersonLine } from "~/components/base/parts/person-line"
import { TimePair } from "~/components/base/parts/time-pair"
import { ReasonField } from "~/components/conversation/discussion/fields"
import { FormTrouble } from "~/components/conversation/discussion/form-trouble"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { reportReasonName } from "~/effects/conversation/discussion/reportReasons"
import type { ReportCard } from "~/effects/conversation/moderation/Moderation"

type Props = {
  readonly report: ReportCard
  readonly path: string
  readonly now: number
  readonly reply: PageReply | undefined
}

/** One report with the post it is about, and the two ways to decide it. */
export function ReportEntry({ now, path, report, reply }: Props) {
  const { author, note, reason, refusal, reporter, target, text } = report
  const response = reply?.sent.report === report.id ? reply : undefined
  const isSending = useNavigation().formData?.get("report") === report.id
  return (
    <article className="stack" data-gap="s" aria-label={`Report on a post by ${nameOf(author)}`}>
      <p className="row">
        <PersonLine person={reporter} />
        <span>
          reported {target.type === "thread" ? "the thread" : "a reply in"} <Link to={target.path}>{target.title}</Link>
          : <b>{reportReasonName(reason)}</b>
        </span>
        <span className="muted small push">
          <TimePair at={report.at} now={now} short />
        </span>
      </p>
      {note !== "" && <p className="plain-text">{note}</p>}
      <details className="disclosure">
        <summary>What {nameOf(author)} wrote</summary>
        {text.length === 0 ? <p className="muted">The text has been removed.</p> : <Markdown tree={text} />}
      </details>
      {refusal !== null ? (
        <Notice>
          <p>{refusal}</p>
        </Notice>
      ) : (
        <Form className="stack" data-gap="s" method="post" action={path} noValidate preventScrollReset>
          <FormTrouble reply={response} />
          <input type="hidden" name="report" value={report.id} />
          <ReasonField
            id={`reason-${report.id}`}
            reply={response}
            hint="5 to 300 characters. If the post is hidden, everybody can read it."
          />
          <div className="row">
            <BusyButton
              className="button"
              data-kind="danger"
              data-size="s"
              type="submit"
              name="intent"
              value="uphold"
              isBusy={isSending}
            >
              Uphold and hide
            </BusyButton>
            <BusyButton className="button" data-size="s" type="submit" name="intent" value="dismiss" isBusy={isSending}>
              Dismiss
            </BusyButton>
          </div>
        </Form>
      )}
    </article>
  )
}
