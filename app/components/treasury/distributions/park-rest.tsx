import { Form, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import type { RunPage } from "~/effects/treasury/distributions/views"

type Props = { readonly page: RunPage; readonly reply: PageReply | undefined }

/** A run that is signed batch by batch: what no wallet was asked for yet may be parked. */
export function ParkRest({ page: { chunks, isParkingOffered, run }, reply }: Props) {
  const isSending = useNavigation().formMethod === "POST"
  const free = chunks.filter(({ state, stepId }) => state === "ready" && stepId === null).length
  if (!isParkingOffered || free < 2) return null
  return (
    <Block id="park-rest" title="Let the site pay the rest">
      <div className="stack">
        <ReplyNotice reply={replyTo(reply, "park")} />
        <p>
          One approval parks what {counted(free, "batch", "batches")} pay, and XRD for fees. The site's key then sends
          them. You see what you would trust it with before you approve.
        </p>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="digest" value={run.digest ?? ""} />
          <BusyButton className="button" type="submit" name="intent" value="park" isBusy={isSending}>
            Approve once instead
          </BusyButton>
        </Form>
      </div>
    </Block>
  )
}
