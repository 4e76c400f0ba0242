import { Form, Link, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Notice } from "~/components/base/parts/notice"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { UnreadablePage } from "~/effects/treasury/distributions/views"

/** A payout whose row cannot be read: what is known of it, and the way out. */
export function UnreadableRun({
  page: { isDiscardable, message, run },
  reply
}: {
  readonly page: UnreadablePage
  readonly reply: PageReply | undefined
}) {
  const isSending = useNavigation().formMethod === "POST"
  return (
    <div className="stack" data-gap="l">
      <header className="stack" data-gap="s">
        <p className="eyebrow">Distribution {run.number}</p>
        <h1>{run.title}</h1>
      </header>
      <ReplyNotice reply={reply} />
      <Notice tone="bad">
        <p>
          {message}{" "}
          {isDiscardable
            ? "It was never started, so no token moved. Discard it and make a new one."
            : "It was started, so it stays. Ask who operates this site."}
        </p>
      </Notice>
      {isDiscardable ? (
        <Form className="form-end" method="post" preventScrollReset>
          <BusyButton className="button" type="submit" name="intent" value="stop" isBusy={isSending}>
            Discard
          </BusyButton>
        </Form>
      ) : (
        <p>
          <Link to="?">All distributions</Link>
        </p>
      )}
    </div>
  )
}
