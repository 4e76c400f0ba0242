import { Form, useFetcher } from "@remix-run/react"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { Notice } from "~/components/base/parts/notice"
import { useFrame } from "~/components/base/site/use-frame"
import { AskedStep } from "~/components/chain/prepared-transactions/asked-step"
import { OthersStep } from "~/components/chain/prepared-transactions/others-step"
import { isDecided } from "~/components/chain/prepared-transactions/states"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import type { RunPage } from "~/effects/treasury/payouts/views"

type Props = {
  readonly page: RunPage
  readonly reply: PageReply | undefined
  /** Set after a click on "Pay": the wallet opens for the batches without a second click. */
  readonly isPaid: boolean
}

type Wanted = "nothing" | "one" | "all"

/** Prepares the next batch once the last one is decided, as long as the holder wants all. Any refusal ends it. */
function useNextBatch({ run }: RunPage, mayGoOn: boolean, isPaid: boolean) {
  const [wanted, setWanted] = useState<Wanted>(isPaid ? "all" : "nothing")
  /** Number of confirmed batches when one was last prepared, so that each is prepared once. */
  const prepared = useRef<number | undefined>(isPaid ? run.chunksDone : undefined)
  const prepare = useFetcher<PageReply>()
  const submit = useRef(prepare.submit)
  submit.current = prepare.submit
  const isIdle = prepare.state === "idle"
  const goesOn = wanted === "all" && mayGoOn && isIdle
  const done = run.chunksDone
  useEffect(() => {
    if (!goesOn || prepared.current === done) return
    prepared.current = done
    submit.current({ intent: "next" }, { method: "post", preventScrollReset: true })
  }, [goesOn, done])
  const want = (now: Wanted) => {
    prepared.current = done
    setWanted(now)
  }
  // After a failed preparation, only another click may open the wallet, not a transaction that turns up otherwise.
  const { data: said } = prepare
  useEffect(() => {
    if (said?.ok === false) setWanted("nothing")
  }, [said])
  /** The wallet has responded for this batch; with "all", the next one follows. */
  const onResponse = () => setWanted((now) => (now === "one" ? "nothing" : now))
  return { Form: prepare.Form, isIdle, said, want, wanted, onResponse }
}
type NextBatch = ReturnType<typeof useNextBatch>

/** The wallet signs one batch after another; the server says which is next, and the ledger what happened. */
export function SigningPart({ isPaid, page, reply }: Props) {
  const { chunks: batches, now, run, step: asked } = page
  const { communityRole } = useFrame()
  const isOthers = asked !== null && asked.account !== communityRole.account && !isDecided(asked.state)
  const step = isOthers ? null : asked
  const isOpen = step !== null && (step.state === "waiting" || step.state === "sent" || step.state === "committed")
  const failed = batches.filter(({ state }) => state === "failed" || state === "rejected").length
  const isFree = !isOpen && !isOthers && run.paused === 0 && batches.some(({ state }) => state === "ready")
  const next = useNextBatch(page, isFree && failed === 0, isPaid)
  const lastReply = next.said ?? replyTo(reply, "next") ?? replyTo(reply, "retry") ?? replyTo(reply, "stop")

  return (
    <Block id="signing" title="Sign">
      <div className="stack">
        <ReplyNotice reply={lastReply} />
        <SigningTroubles isPaused={run.paused === 1} failed={failed} />
        {isOpen && (
          <AskedStep
            key={step.id}
            step={step}
            isWanted={next.wanted !== "nothing"}
            onResponse={next.onResponse}
            word="Sign in my wallet"
          />
        )}
        {isOthers && (
          <OthersStep key={asked.id} step={asked} now={now}>
            {(isOver, why) => <TakeOver next={next} isOver={isOver} why={why} />}
          </OthersStep>
        )}
        <NextForm next={next}>
          {isFree && <SignButtons isIdle={next.isIdle} left={run.chunksTotal - run.chunksDone} />}
        </NextForm>
        <RunButtons isPaused={run.paused === 1} hasFailed={failed > 0} onSubmit={() => next.want("nothing")} />
      </div>
    </Block>
  )
}

/** A colleague's wallet was asked to sign the batch; once that request has expired, it can be signed here. */
function TakeOver({ isOver, next, why }: { readonly next: NextBatch; readonly isOver: boolean; readonly why: string }) {
  return (
    <next.Form method="post" preventScrollReset onSubmit={() => next.want("one")}>
      <BusyButton
        needsScript="where enabled"
        className="button"
        type="submit"
        name="intent"
        value="next"
        disabled={!isOver}
        aria-describedby={why}
        isBusy={!next.isIdle}
      >
        Take over
      </BusyButton>
    </next.Form>
  )
}

function NextForm({ children, next }: { readonly next: NextBatch; readonly children: ReactNode }) {
  return (
    <next.Form
      className="row"
      method="post"
      preventScrollReset
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent as SubmitEvent // React's own type does not know the button
        next.want(submitter?.getAttribute("data-all") === "yes" ? "all" : "one")
      }}
    >
      {children}
    </next.Form>
  )
}

function SignButtons({ isIdle, left }: { readonly isIdle: boolean; readonly left: number }) {
  return (
    <>
      <BusyButton
        needsScript="where enabled"
        className="button"
        data-kind="primary"
        type="submit"
        name="intent"
        value="next"
        isBusy={!isIdle}
      >
        {isIdle ? "Sign next batch" : "Preparing…"}
      </BusyButton>
      {left > 1 && (
        <BusyButton
          needsScript="where enabled"
          className="button"
          type="submit"
          name="intent"
          value="next"
          data-all="yes"
          isBusy={!isIdle}
        >
          Sign all batches
        </BusyButton>
      )}
    </>
  )
}

/** Why the signing does not continue automatically: the payout is paused, or batches failed. */
function SigningTroubles({ failed, isPaused }: { readonly failed: number; readonly isPaused: boolean }) {
  return (
    <>
      {isPaused && (
        <Notice tone="warn">
          <p>Paused. Nothing can be signed until someone resumes.</p>
        </Notice>
      )}
      {failed > 0 && (
        <Notice tone="bad">
          <p>
            {counted(failed, "batch", "batches")} failed, and nobody in {failed === 1 ? "it" : "them"} was paid. Retry:
            nobody is paid twice.
          </p>
        </Notice>
      )}
    </>
  )
}

interface RunButtonsProps {
  readonly isPaused: boolean
  readonly hasFailed: boolean
  readonly onSubmit: () => void
}

/** Buttons to pause, resume, retry and stop a payout. */
function RunButtons({ hasFailed, isPaused, onSubmit }: RunButtonsProps) {
  return (
    <Form className="row" method="post" preventScrollReset onSubmit={onSubmit}>
      {isPaused ? (
        <button className="button" data-kind="primary" data-size="s" type="submit" name="intent" value="resume">
          Resume
        </button>
      ) : (
        <button className="button" data-size="s" type="submit" name="intent" value="pause">
          Pause
        </button>
      )}
      {hasFailed && (
        <button className="button" data-size="s" type="submit" name="intent" value="retry">
          Retry failed
        </button>
      )}
      <button className="button" data-kind="quiet" data-size="s" type="submit" name="intent" value="stop">
        Stop this payout
      </button>
    </Form>
  )
}
