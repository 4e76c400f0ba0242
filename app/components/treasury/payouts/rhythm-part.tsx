import { Form, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { FieldError } from "~/components/base/forms/field-error"
import { PlainField } from "~/components/base/forms/plain-field"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { UtcTime } from "~/components/base/parts/time-pair"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import { rhythmWords } from "~/effects/treasury/payouts/list/rhythm"
import type { RunPage } from "~/effects/treasury/payouts/views"

type Props = { readonly page: RunPage; readonly reply: PageReply | undefined }

const dayOf = (at: number | undefined): string => (at === undefined ? "" : new Date(at).toISOString().slice(0, 10))

/** While the list is being edited: whether it pays once or repeatedly. */
export function RhythmPart({ page: { isEscrowOffered, run }, reply }: Props) {
  const isSending = useNavigation().formData?.get("intent") === "repeat"
  if (run.state !== "draft") {
    return run.rhythm === null ? null : (
      <Block id="again" title="Schedule">
        <p>
          {rhythmWords(run.rhythm)}, each at the beginning of its day in UTC; the first on{" "}
          <UtcTime at={run.rhythm.first} />.
        </p>
      </Block>
    )
  }
  if (!isEscrowOffered || run.purpose === "coupon") return null
  const said = replyTo(reply, "repeat")
  return (
    <Block id="again" title="Schedule">
      <Form className="stack narrow" method="post" noValidate preventScrollReset>
        <ReplyNotice reply={said} />
        <input type="hidden" name="version" value={run.version} />
        <div className="field" data-invalid={said?.fields.every === undefined ? undefined : true}>
          <label htmlFor="every">How often this list is paid</label>
          <select
            className="input"
            id="every"
            name="every"
            defaultValue={typed(said, "every", run.rhythm?.every ?? "once")}
            aria-describedby="every-error"
          >
            <option value="once">Once</option>
            <option value="week">Each week</option>
            <option value="month">Each month</option>
          </select>
          <FieldError id="every-error" message={said?.fields.every} />
        </div>
        <div className="pair">
          <PlainField
            name="first"
            label="First day"
            type="date"
            value={typed(said, "first", dayOf(run.rhythm?.first))}
            reply={said}
          />
          <PlainField
            name="last"
            label="Last day"
            type="date"
            value={typed(said, "last", dayOf(run.rhythm?.last))}
            reply={said}
          />
        </div>
        <p className="small muted">
          Days begin at 00:00 UTC. You approve once: the full amount moves into escrow, and the site's relayer key pays
          on each day. Recipients are told three days before. You can skip a day, stop, or withdraw the rest at any
          time. Nothing is paid twice: payments delayed by an outage go out once it ends.
        </p>
        <div className="row">
          <BusyButton className="button" type="submit" name="intent" value="repeat" isBusy={isSending}>
            Save
          </BusyButton>
          {run.rhythm !== null && <span className="small">Saved: {rhythmWords(run.rhythm)}.</span>}
        </div>
      </Form>
    </Block>
  )
}
