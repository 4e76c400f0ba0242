import { PlainField } from "~/components/base/forms/plain-field"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import type { ProposalView } from "~/effects/governance/proposals/views"
import { isClosed } from "~/effects/governance/votes/proposal/lifeCycle"
import { SmallForm } from "./small-form"

type Props = { readonly proposal: ProposalView; readonly path: string; readonly reply: PageReply | undefined }

function PublicReason({ reply }: Pick<Props, "reply">) {
  return (
    <PlainField
      name="reason"
      label="Reason"
      hint="5 to 300 characters. Everybody can read it."
      maxLength={300}
      rows={2}
      value={typed(reply, "reason")}
      reply={reply}
    />
  )
}

/** Ends a proposal before its close, with a public reason. */
export function CancelForm({ path, reply }: Pick<Props, "path" | "reply">) {
  const mine = replyTo(reply, "cancel")
  return (
    <details className="disclosure" open={mine !== undefined || undefined}>
      <summary>Cancel this proposal</summary>
      <SmallForm intent="cancel" word="Cancel the proposal" path={path} reply={mine} isDanger>
        <PublicReason reply={mine} />
      </SmallForm>
    </details>
  )
}

/** Calls off the date that the poll has chosen, with a public reason. */
export function CallOffForm({ path, reply }: Pick<Props, "path" | "reply">) {
  const mine = replyTo(reply, "call-off")
  return (
    <details className="disclosure" open={mine !== undefined || undefined}>
      <summary>Call off this date</summary>
      <SmallForm intent="call-off" word="Call it off and notify everybody" path={path} reply={mine} isDanger>
        <p>
          Everybody who was notified of the date is notified, also by e-mail, and calendars show it as cancelled. The
          count does not change. This cannot be undone.
        </p>
        <PublicReason reply={mine} />
      </SmallForm>
    </details>
  )
}

/** Progress posts and the note to the result, which the author writes after the close. */
export function ReportForms({ path, proposal, reply }: Props) {
  const progress = replyTo(reply, "progress")
  const note = replyTo(reply, "note")
  return (
    <>
      {!["failed", "noQuorum", "uncountable"].includes(proposal.status) && (
        <details className="disclosure" open={progress !== undefined || undefined}>
          <summary>Post an update</summary>
          <SmallForm intent="progress" word="Post" path={path} reply={progress}>
            <PlainField
              name="body"
              label="Progress"
              hint="Markdown. What has been done, and what comes next."
              rows={5}
              value={typed(progress, "body")}
              reply={progress}
            />
          </SmallForm>
        </details>
      )}
      {isClosed(proposal.status) && (
        <details className="disclosure" open={note !== undefined || undefined}>
          <summary>
            {proposal.outcomeNote === null ? "Add a note to the result" : "Change the note to the result"}
          </summary>
          <SmallForm intent="note" word="Save the note" path={path} reply={note}>
            <PlainField
              name="note"
              label="Note"
              hint="At most 1,000 characters. It is shown below the result."
              maxLength={1000}
              rows={3}
              value={typed(note, "note", proposal.outcomeNote ?? "")}
              reply={note}
            />
          </SmallForm>
        </details>
      )}
    </>
  )
}
