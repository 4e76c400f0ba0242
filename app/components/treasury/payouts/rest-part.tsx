import { Form, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { readable } from "~/effects/base/amounts/readable"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import type { RunPage } from "~/effects/treasury/payouts/views"
import { unpaidOf } from "./sums"

type Props = { readonly page: RunPage; readonly reply: PageReply | undefined }

/** A stopped payout: what was not paid, and how to pay it. */
export function RestPart({ page: { chunks: batches, run }, reply }: Props) {
  const isSending = useNavigation().formMethod === "POST"
  const left = batches.filter(({ state }) => state !== "committed")
  if (left.length === 0) return null
  const many = left.reduce((sum, batch) => sum + batch.people, 0)
  const unpaid = unpaidOf(run.total, batches)
  const isUnderWay = left.some(({ state }) => state === "signing" || state === "pending")
  return (
    <Block id="rest" title="Stopped early">
      <div className="stack">
        <ReplyNotice reply={replyTo(reply, "take-up")} />
        <p>
          {run.rhythm === null
            ? `${counted(many, "person", "people")} in ${counted(left.length, "batch", "batches")} ${many === 1 ? "has" : "have"} not been paid`
            : `${counted(many, "payment")} in ${counted(left.length, "batch", "batches")} ${many === 1 ? "has" : "have"} not been made`}
          :{" "}
          <strong>
            {readable(unpaid)} {run.symbol}
          </strong>{" "}
          of {readable(run.total)}.
        </p>
        {isUnderWay && (
          <p className="small muted">
            A wallet was asked to sign one of them before the stop. If it is still signed, it counts.
          </p>
        )}
        <p className="small muted">The rest is paid in the same batches. Nobody is paid twice.</p>
        <Form method="post" preventScrollReset>
          <BusyButton
            className="button"
            data-kind="primary"
            type="submit"
            name="intent"
            value="take-up"
            isBusy={isSending}
          >
            Pay the rest
          </BusyButton>
        </Form>
      </div>
    </Block>
  )
}
