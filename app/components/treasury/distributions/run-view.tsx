import { Form, Link, useFetcher } from "@remix-run/react"
import { useEffect, useRef, useState } from "react"
import { Moved } from "~/components/activity/live/moved"
import { StateProgress } from "~/components/base/charts/state-progress"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { Notice } from "~/components/base/parts/notice"
import { TestMoney } from "~/components/base/parts/test-money"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import { OthersStep } from "~/components/chain/ledger-steps/others-step"
import { isDecided } from "~/components/chain/ledger-steps/states"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import type { RunPage } from "~/effects/treasury/distributions/views"
import { amountWords, leftOf, unpaidOf } from "./amount-words"
import { BatchTable } from "./batch-table"
import { LaterAskedStep } from "./later-asked-step"
import { RecoverPart } from "./recover-part"
import { RestPart } from "./rest-part"
import { RowTable } from "./row-table"
import { StateMark } from "./state-mark"
import { progressWords, purposeWords, runWords } from "./state-words"

type Props = { readonly page: RunPage; readonly reply: PageReply | undefined }

/** R-T3: a run under way or over. Reloading it, here or on another device, goes on where the ledger is. */
export function RunView({ page, reply }: Props) {
  const { id } = useFrame()
  const { isHolder, now, run } = page
  const unpaid = unpaidOf(run.total, page.chunks)
  const toCome = run.rowsReady - run.rowsSent - run.rowsClaimable - run.rowsClaimed - run.rowsRecovered
  return (
    <div className="stack" data-gap="l">
      <header className="stack" data-gap="s">
        <p className="eyebrow">
          Distribution {run.number} · {purposeWords[run.purpose]}
        </p>
        <h2>{run.title}</h2>
        {run.note !== "" && <p>{run.note}</p>}
        <p className="row small">
          <StateMark said={runWords[run.state]} />
          <span>
            {amountWords(run.total)} {run.symbol}
          </span>
          <TimePair at={run.finishedAt ?? run.startedAt ?? run.createdAt} now={now} />
          {run.state === "running" && <Moved kind="chunk" thing={run.id} />}
        </p>
      </header>
      <div role="status" className="stack" data-gap="s">
        <StateProgress
          says={`${progressWords(run)}.`}
          states={[
            { fill: "for", letter: "P", word: "Paid", count: run.rowsSent + run.rowsClaimed },
            { fill: "abstain", letter: "C", word: "Must claim", count: run.rowsClaimable },
            { fill: "against", letter: "R", word: "Recovered", count: run.rowsRecovered },
            { fill: "track", letter: "T", word: "To come", count: Math.max(0, toCome) }
          ]}
        />
        <p className="small">
          {amountWords(leftOf(run.total, unpaid))} of {amountWords(run.total)} {run.symbol} sent
          {unpaid === "0" ? "" : `, ${amountWords(unpaid)} to come`}.
          {run.remainder !== "0" &&
            ` ${amountWords(run.remainder)} ${run.symbol} of the pool is left over and stays in the treasury.`}
        </p>
      </div>
      {isHolder && run.state === "running" && <SigningPart page={page} reply={reply} />}
      {isHolder && run.state === "stopped" && <RestPart page={page} reply={reply} />}
      {page.isUnsure && (
        <Notice tone="warn">
          <p>The ledger gateway does not answer. Nothing can be signed until it does.</p>
        </Notice>
      )}
      {isHolder && <RecoverPart page={page} reply={reply} />}
      <Block
        id="batches"
        title="Batches"
        more={
          <a className="small" href={`/api/distributions/${id}/${run.number}/report`} download>
            Report CSV
          </a>
        }
      >
        <BatchTable batches={page.chunks} symbol={run.symbol} />
      </Block>
      <Block id="rows" title="People">
        <RowTable {...page} />
      </Block>
      <p>
        <Link to="?">All distributions</Link>
      </p>
      <TestMoney />
    </div>
  )
}

type Wanted = "nothing" | "one" | "all"

/** The wallet is asked for one batch after the other; the server says which is next, and the ledger what happened. */
function SigningPart({ page: { chunks: batches, now, run, step: asked }, reply }: Props) {
  const { standing } = useFrame()
  const isOthers = asked !== null && asked.account !== standing.account && !isDecided(asked.state)
  const step = isOthers ? null : asked
  const [wanted, setWanted] = useState<Wanted>("nothing")
  const prepare = useFetcher<PageReply>()
  const submit = useRef(prepare.submit)
  submit.current = prepare.submit
  const waits = batches.some(({ state }) => state === "ready")
  const failed = batches.filter(({ state }) => state === "failed" || state === "rejected").length
  const isOpen = step !== null && (step.state === "waiting" || step.state === "sent" || step.state === "committed")
  const told = prepare.data ?? replyTo(reply, "next") ?? replyTo(reply, "retry") ?? replyTo(reply, "stop")
  const isIdle = prepare.state === "idle"

  // One after another: the next batch once the last is decided. A no of any kind ends it.
  const goesOn = wanted === "all" && !isOpen && !isOthers && waits && run.paused === 0 && isIdle && failed === 0
  const done = run.chunksDone
  useEffect(() => {
    if (goesOn && done >= 0) submit.current({ intent: "next" }, { method: "post", preventScrollReset: true })
  }, [goesOn, done])

  return (
    <Block id="signing" title="Sign">
      <div className="stack">
        <ReplyNotice reply={told} />
        <SigningTroubles isPaused={run.paused === 1} failed={failed} />
        {isOpen && <LaterAskedStep key={step.id} step={step} isWanted={wanted !== "nothing"} word="Ask my wallet" />}
        {isOthers && (
          <OthersStep key={asked.id} step={asked} now={now}>
            {(isFree) => (
              <prepare.Form method="post" preventScrollReset onSubmit={() => setWanted("one")}>
                <BusyButton
                  className="button"
                  type="submit"
                  name="intent"
                  value="next"
                  disabled={!isFree}
                  isBusy={!isIdle}
                >
                  Take over
                </BusyButton>
              </prepare.Form>
            )}
          </OthersStep>
        )}
        <prepare.Form
          className="row"
          method="post"
          preventScrollReset
          onSubmit={(event) => {
            const { submitter } = event.nativeEvent as SubmitEvent // React's own type does not know the button
            setWanted(submitter?.getAttribute("data-all") === "yes" ? "all" : "one")
          }}
        >
          {!isOpen && !isOthers && waits && run.paused === 0 && (
            <>
              <BusyButton
                className="button"
                data-kind="primary"
                type="submit"
                name="intent"
                value="next"
                isBusy={!isIdle}
              >
                {isIdle ? "Sign next" : "Preparing…"}
              </BusyButton>
              {run.chunksTotal - run.chunksDone > 1 && (
                <BusyButton className="button" type="submit" name="intent" value="next" data-all="yes" isBusy={!isIdle}>
                  Sign all, one after another
                </BusyButton>
              )}
            </>
          )}
        </prepare.Form>
        <RunButtons isPaused={run.paused === 1} hasFailed={failed > 0} onSubmit={() => setWanted("nothing")} />
      </div>
    </Block>
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
