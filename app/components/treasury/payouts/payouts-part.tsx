import { Form } from "@remix-run/react"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { readable } from "~/effects/base/amounts/readable"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { inUtc } from "~/effects/base/text/moments"
import type { Batch } from "~/effects/treasury/payouts/Distribution"
import type { RunPage } from "~/effects/treasury/payouts/views"
import { StateMark } from "./state-mark"
import { sumOf } from "./sums"

type Props = { readonly page: RunPage; readonly reply: PageReply | undefined }

interface Payout {
  readonly dueAt: number
  readonly batches: ReadonlyArray<Batch>
}

const payoutsIn = (batches: ReadonlyArray<Batch>): ReadonlyArray<Payout> => {
  const days = new Map<number, Array<Batch>>()
  for (const batch of batches) {
    if (batch.dueAt !== null) days.set(batch.dueAt, [...(days.get(batch.dueAt) ?? []), batch])
  }
  return [...days].map(([dueAt, of]) => ({ dueAt, batches: of })).sort((one, other) => one.dueAt - other.dueAt)
}

type PayoutStatus = "skipped" | "paid" | "begun" | "next" | "later"
const words = {
  skipped: { word: "Skipped" },
  paid: { word: "Paid", tone: "ok" },
  begun: { word: "Being paid", tone: "open" },
  next: { word: "Next", tone: "open" },
  later: { word: "Upcoming" }
} as const

const statusOf = ({ batches, dueAt }: Payout, now: number): PayoutStatus => {
  if (batches.every(({ state }) => state === "skipped")) return "skipped"
  if (batches.every(({ state }) => state === "committed")) return "paid"
  return dueAt <= now || batches.some(({ state }) => state !== "ready") ? "begun" : "later"
}

/** The days of a recurring payout, with the controls to skip one. */
export function PayoutsPart({ page: { chunks, isHolder, now, run }, reply }: Props) {
  const payouts = payoutsIn(chunks)
  const statuses = payouts.map((payout) => statusOf(payout, now))
  const next = statuses.indexOf("later")
  return (
    <Block
      id="payouts"
      title="Payment days"
      more={<span className="small muted">{counted(payouts.length, "day")}</span>}
    >
      <ReplyNotice reply={replyTo(reply, "skip") ?? replyTo(reply, "unskip")} />
      <table className="table" data-cards>
        <caption className="visually-hidden">Payments by day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" className="num">
              People
            </th>
            <th scope="col" className="num">
              {run.symbol}
            </th>
            <th scope="col">State</th>
            {isHolder && run.state === "running" && <th scope="col">Change</th>}
          </tr>
        </thead>
        <tbody>
          {payouts.map(({ batches, dueAt }, index) => {
            const status = statuses[index] ?? "later"
            const day = inUtc("day", dueAt)
            return (
              <tr key={dueAt}>
                <th scope="row" data-label="Day">
                  <time dateTime={new Date(dueAt).toISOString()}>{day}</time>
                </th>
                <td className="num" data-label="People">
                  {batches.reduce((sum, { people }) => sum + people, 0)}
                </td>
                <td className="num" data-label={run.symbol}>
                  {readable(sumOf(batches))}
                </td>
                <td data-label="State">
                  <StateMark said={words[index === next ? "next" : status]} />
                </td>
                {isHolder && run.state === "running" && (
                  <td data-label="Change">
                    {status === "later" && <Change intent="skip" word="Skip" day={day} dueAt={dueAt} />}
                    {status === "skipped" && dueAt > now && (
                      <Change intent="unskip" word="Do not skip" day={day} dueAt={dueAt} />
                    )}
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </Block>
  )
}

interface ChangeProps {
  readonly intent: "skip" | "unskip"
  readonly word: string
  readonly day: string
  readonly dueAt: number
}

function Change({ day, dueAt, intent, word }: ChangeProps) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="due" value={dueAt} />
      <button className="button" data-size="s" type="submit" name="intent" value={intent}>
        {word} <span className="visually-hidden">the payout of {day}</span>
      </button>
    </Form>
  )
}
