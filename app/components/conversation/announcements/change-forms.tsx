import { Form, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { PlainField } from "~/components/base/forms/plain-field"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import type { AnnouncementView } from "~/effects/conversation/announcements/views"

type Props = { readonly reply: PageReply | undefined }

/** A correction is never silent: the earlier text stays readable, with the reason. */
export function CorrectForm({ announcement, reply }: Props & { readonly announcement: AnnouncementView }) {
  const mine = replyTo(reply, "correct")
  const isSending = useNavigation().formData?.get("intent") === "correct"
  const version = mine?.stored?.version ?? announcement.version
  return (
    <details className="disclosure" open={mine !== undefined || undefined}>
      <summary>Correct it</summary>
      <Form className="stack" method="post" noValidate preventScrollReset>
        <ReplyNotice reply={mine} />
        {mine?.stored !== null && mine?.stored !== undefined && (
          <blockquote>
            <p>
              <b>{String(mine.stored.title)}</b>
            </p>
            <p className="preserve-lines">{String(mine.stored.body)}</p>
          </blockquote>
        )}
        <input type="hidden" name="id" value={announcement.id} />
        <input type="hidden" name="version" value={String(version)} />
        <PlainField
          name="title"
          label="Title"
          maxLength={140}
          value={typed(mine, "title", announcement.title)}
          reply={mine}
        />
        <PlainField name="body" label="Text" rows={10} value={typed(mine, "body", announcement.body)} reply={mine} />
        <PlainField name="reason" label="What was wrong" maxLength={300} value={typed(mine, "reason")} reply={mine} />
        <BusyButton className="button" type="submit" name="intent" value="correct" isBusy={isSending}>
          {isSending ? "Saving..." : "Publish the correction"}
        </BusyButton>
      </Form>
    </details>
  )
}

export function WithdrawForm({ id, reply }: Props & { readonly id: string }) {
  const mine = replyTo(reply, "withdraw")
  const isSending = useNavigation().formData?.get("intent") === "withdraw"
  return (
    <details className="disclosure" open={mine !== undefined || undefined}>
      <summary>Withdraw it</summary>
      <Form className="stack" method="post" noValidate preventScrollReset>
        <ReplyNotice reply={mine} />
        <input type="hidden" name="id" value={id} />
        <PlainField name="reason" label="Why" maxLength={300} value={typed(mine, "reason")} reply={mine} />
        <p className="small muted">The text stays readable below your reason. This cannot be undone.</p>
        <BusyButton
          className="button"
          data-kind="danger"
          type="submit"
          name="intent"
          value="withdraw"
          isBusy={isSending}
        >
          Withdraw
        </BusyButton>
      </Form>
    </details>
  )
}
