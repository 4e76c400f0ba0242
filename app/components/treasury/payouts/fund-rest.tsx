import { Form, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import type { RunPage } from "~/effects/treasury/payouts/views"

type Props = { readonly page: RunPage; readonly reply: PageReply | undefined }

/**
 * For a payout that is signed batch by batch: the batches that no wallet was asked to sign can still be paid from
 * escrow.
 */
export function FundRest({ page: { chunks, isEscrowOffered, run }, reply }: Props) {
  const isSending = useNavigation().formMethod === "POST"
  const free = chunks.filter(({ state, stepId }) => state === "ready" && stepId === null).length
  if (!isEscrowOffered || free < 2) return null
  return (
    <Block id="park-rest" title="Let the site pay the rest">
      <div className="stack">
        <ReplyNotice reply={replyTo(reply, "fund-escrow")} />
        <p>
          Approve once to move the amount of {counted(free, "batch", "batches")} and XRD for fees into escrow. The
          site's relayer key then pays them. Before you approve, you see what you trust it with.
        </p>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="digest" value={run.digest ?? ""} />
          <BusyButton className="button" type="submit" name="intent" value="fund-escrow" isBusy={isSending}>
            Approve once instead
          </BusyButton>
        </Form>
      </div>
    </Block>
  )
}
