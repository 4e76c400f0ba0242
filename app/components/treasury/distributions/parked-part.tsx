import { Form } from "@remix-run/react"
import type { ReactNode } from "react"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { Notice } from "~/components/base/parts/notice"
import { TimePair, UtcTime } from "~/components/base/parts/time-pair"
import { useFresh } from "~/components/base/site/use-fresh"
import { readable } from "~/effects/base/amounts/readable"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import type { ParkingView, RunPage } from "~/effects/treasury/distributions/views"
import { AskKeepers } from "./ask-keepers"
import { mostText } from "./escrow-notice"
import { keptByWords } from "./kept-words"
import { ParkedAct, TakeBack } from "./parked-act"

type Props = { readonly page: RunPage; readonly parking: ParkingView; readonly reply: PageReply | undefined }

/** "6 batches a minute", from the parking to the last confirmed one; null before two are. */
const rateOf = ({ chunks }: RunPage, { batches, parkedAt }: ParkingView): string | null => {
  const last = Math.max(0, ...chunks.map(({ state, updatedAt }) => (state === "committed" ? updatedAt : 0)))
  if (parkedAt === null || batches < 2 || last <= parkedAt) return null
  const rate = (batches * 60_000) / (last - parkedAt)
  return `${rate >= 10 ? Math.round(rate) : Math.round(rate * 10) / 10} batches a minute`
}

/** When the next batch falls due, where all that is due is paid. */
const nextDue = ({ chunks, now }: RunPage): number | null => {
  const open = chunks.filter(({ state }) => state !== "committed" && state !== "skipped")
  const days = open.map(({ dueAt }) => dueAt ?? 0)
  return days.length === 0 || Math.min(...days) <= now ? null : Math.min(...days)
}

const stateWords = (page: RunPage, { isUnderWay, problem, state }: ParkingView): ReactNode => {
  const { run } = page
  const nextDay = nextDue(page)
  if (state === "returning") return "The site pays no further batch. What is left goes back to the treasury."
  if (run.paused === 1) {
    return isUnderWay
      ? "Paused. The batch that was sent before still arrives."
      : "Paused. No new batch is sent until somebody goes on with it."
  }
  return problem === null ? (
    nextDay === null ? (
      "The site's key is paying. You may close this page."
    ) : (
      <>
        The site's key pays next on <UtcTime at={nextDay} />. You may close this page.
      </>
    )
  ) : (
    "The site's key tries again automatically."
  )
}

/** The site is at work: how far, what it cost, and every way to step in. */
export function ParkedPart({ page, parking, reply }: Props) {
  const { now, run } = page
  const isMoving = parking.state === "returning" || (run.paused === 0 && nextDue(page) === null)
  useFresh(isMoving)
  const rate = rateOf(page, parking)
  return (
    <Block id="parking" title="The site pays">
      <div className="stack">
        <p role="status">{stateWords(page, parking)}</p>
        {parking.problem !== null && (
          <Notice tone="bad">
            <p>{parking.problem}</p>
            {parking.nextAt > now && (
              <p className="small">
                Next automatic try: <TimePair at={parking.nextAt} now={now} />
              </p>
            )}
          </Notice>
        )}
        <dl className="facts">
          <Fact
            name="Paid from what is parked"
            value={`${readable(parking.paid)} of ${readable(parking.total)} ${run.symbol}`}
          />
          <Fact name="Batches" value={`${counted(parking.batches, "batch", "batches")} by the site`} />
          {rate !== null && <Fact name="Rate" value={rate} />}
          {parking.kept !== null && (
            <Fact name="The parked account opens for" value={`${parking.kept}, or the site's key`} />
          )}
          <Fact name="Cost so far" value={`${readable(parking.spent)} XRD${feesText(parking.escrow)}`} />
        </dl>
        <StepIn page={page} parking={parking} reply={reply} />
      </div>
    </Block>
  )
}

const feesText = (escrow: ParkingView["escrow"]): string =>
  escrow === null || escrow.held === null ? "" : `; ${readable(escrow.held.xrd)} still parked for fees`

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function StepIn({ page, parking, reply }: Props) {
  const { run } = page
  const isPaying = parking.state === "parked" && run.state === "running"
  const told = ["pause", "resume", "retry", "stop", "unpark"]
    .map((intent) => replyTo(reply, intent))
    .find((each) => each !== undefined)
  return (
    <div className="stack">
      <h3>You can step in</h3>
      <ReplyNotice reply={told} />
      {isPaying && (
        <Form className="stack" method="post" preventScrollReset>
          <ParkedAct intent={run.paused === 1 ? "resume" : "pause"} word={run.paused === 1 ? "Go on" : "Pause"}>
            {run.paused === 1
              ? "The site's key goes on."
              : "No new batch until you go on. One already sent still arrives."}
          </ParkedAct>
          {parking.problem !== null && (parking.escrow?.haltedTx ?? null) === null && (
            <ParkedAct intent="retry" word="Try again now">
              Without waiting for the next try.
            </ParkedAct>
          )}
          <ParkedAct intent="stop" word="Stop this run">
            Nothing more is paid after the batch under way. The site returns the rest
            {parking.escrow === null ? "" : mostText(parking.escrow, run.symbol)}, and the unspent fees.
          </ParkedAct>
          {parking.kept === null && (
            <ParkedAct intent="unpark" word="Sign the rest yourself">
              The site returns the rest, and you sign what is left batch by batch.
            </ParkedAct>
          )}
        </Form>
      )}
      {parking.kept === null ? (
        <TakeBack kind="park-back" intent="park-back" step={page.step} reply={replyTo(reply, "park-back")} />
      ) : page.keptBy !== null ? (
        <AskKeepers intent="propose-back" number={run.number} word="Ask the signers to take everything back">
          {keptByWords(page.keptBy)} approve it. It needs nothing of the site's key but to join their signatures.
        </AskKeepers>
      ) : (
        <p className="small">
          Signers parked this, and nobody keeps the treasury today: stop the run, and the site returns the rest. Where
          it cannot, protect the treasury with the same signers again; they take everything back together.
        </p>
      )}
    </div>
  )
}
