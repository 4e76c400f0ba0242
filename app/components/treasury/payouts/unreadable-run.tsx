import { Form, Link, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Notice } from "~/components/base/parts/notice"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { UnreadablePage } from "~/effects/treasury/payouts/views"

/** A payout whose stored data cannot be read: what is known of it, and how to discard it. */
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
        <p className="eyebrow">Payout {run.number}</p>
        <h1>{run.title}</h1>
      </header>
      <ReplyNotice reply={reply} />
      <Notice tone="bad">
        <p>
          {message}{" "}
          {isDiscardable
            ? "It was never started, so no tokens moved. Discard it and create a new one."
            : "It was already started, so it cannot be discarded. Contact the operator of this site."}
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
          <Link to="?">All payouts</Link>
        </p>
      )}
    </div>
  )
}
