import { Form, useFetcher } from "@remix-run/react"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { Notice } from "~/components/base/parts/notice"
import { useFrame } from "~/components/base/site/use-frame"
import { LaterAskedStep } from "~/components/chain/ledger-steps/later-asked-step"
import { OthersStep } from "~/components/chain/ledger-steps/others-step"
import { isDecided } from "~/components/chain/ledger-steps/states"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import type { RunPage } from "~/effects/treasury/distributions/views"

type Props = {
  readonly page: RunPage
  readonly reply: PageReply | undefined
  /** Just paid by a press: the wallet is asked for the batches without a second one. */
  readonly isPaid: boolean
}

type Wanted = "nothing" | "one" | "all"

/** The next batch is prepared once the last is decided, as long as the holder wants all. A no of any kind ends it. */
function useNextBatch({ run }: RunPage, mayGoOn: boolean, isPaid: boolean) {
  const [wanted, setWanted] = useState<Wanted>(isPaid ? "all" : "nothing")
  /** How many were done as one was prepared last: for each of them once, by the press or after it. */
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
  // What was not prepared is asked for by the next press, and not by whatever step comes otherwise.
  const { data: said } = prepare
  useEffect(() => {
    if (said?.ok === false) setWanted("nothing")
  }, [said])
  /** The wallet has answered for this batch; whoever wants all goes on with the next one. */
  const onAnswered = () => setWanted((now) => (now === "one" ? "nothing" : now))
  return { Form: prepare.Form, isIdle, said, want, wanted, onAnswered }
}
type NextBatch = ReturnType<typeof useNextBatch>

/** The wallet is asked for one batch after the other; the server says which is next, and the ledger what happened. */
export function SigningPart({ isPaid, page, reply }: Props) {
  const { chunks: batches, now, run, step: asked } = page
  const { standing } = useFrame()
  const isOthers = asked !== null && asked.account !== standing.account && !isDecided(asked.state)
  const step = isOthers ? null : asked
  const isOpen = step !== null && (step.state === "waiting" || step.state === "sent" || step.state === "committed")
  const failed = batches.filter(({ state }) => state === "failed" || state === "rejected").length
  const isFree = !isOpen && !isOthers && run.paused === 0 && batches.some(({ state }) => state === "ready")
  const next = useNextBatch(page, isFree && failed === 0, isPaid)
  const told = next.said ?? replyTo(reply, "next") ?? replyTo(reply, "retry") ?? replyTo(reply, "stop")

  return (
    <Block id="signing" title="Sign">
      <div className="stack">
        <ReplyNotice reply={told} />
        <SigningTroubles isPaused={run.paused === 1} failed={failed} />
        {isOpen && (
          <LaterAskedStep
            key={step.id}
            step={step}
            isWanted={next.wanted !== "nothing"}
            onAnswered={next.onAnswered}
            word="Ask my wallet"
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

/** A colleague's wallet was asked for the batch; once its time is over, it can be asked for here. */
function TakeOver({ isOver, next, why }: { readonly next: NextBatch; readonly isOver: boolean; readonly why: string }) {
  return (
    <next.Form method="post" preventScrollReset data-by-script="always" onSubmit={() => next.want("one")}>
      <BusyButton
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
      data-by-script="always"
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
      <BusyButton className="button" data-kind="primary" type="submit" name="intent" value="next" isBusy={!isIdle}>
        {isIdle ? "Sign next" : "Preparing…"}
      </BusyButton>
      {left > 1 && (
        <BusyButton className="button" type="submit" name="intent" value="next" data-all="yes" isBusy={!isIdle}>
          Sign all, one after another
        </BusyButton>
      )}
    </>
  )
}

/** Why nothing goes on by itself: the run is paused, or batches did not happen. */
function SigningTroubles({ failed, isPaused }: { readonly failed: number; readonly isPaused: boolean }) {
  return (
    <>
      {isPaused && (
        <Notice tone="warn">
          <p>Paused. Nothing is signed until somebody goes on with it.</p>
        </Notice>
      )}
      {failed > 0 && (
        <Notice tone="bad">
          <p>
            {counted(failed, "batch", "batches")} did not happen, and nobody in {failed === 1 ? "it" : "them"} was paid.
            Retry what failed: nobody is paid twice.
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

/** Pausing a run, going on with it, trying again and stopping it. */
function RunButtons({ hasFailed, isPaused, onSubmit }: RunButtonsProps) {
  return (
    <Form className="row" method="post" preventScrollReset onSubmit={onSubmit}>
      {isPaused ? (
        <button className="button" data-kind="primary" data-size="s" type="submit" name="intent" value="resume">
          Go on
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
        Stop this run
      </button>
    </Form>
  )
}
