import { useEffect, useRef } from "react"
import { Moved } from "~/components/activity/live/moved"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import { isDecided } from "~/components/chain/prepared-transactions/states"
import { readable } from "~/effects/base/amounts/readable"
import type { RunPage } from "~/effects/treasury/payouts/views"
import { StateMark } from "./state-mark"
import { purposeWords, runMark } from "./state-words"

type Props = {
  readonly page: RunPage
  /** Set after a click on "Pay": the page scrolls to and focuses this heading. */
  readonly isPaid: boolean
}

/** Title, number and state of the payout. */
export function RunHead({ isPaid, page }: Props) {
  const { now, run, step } = page
  const { communityRole } = useFrame()
  const title = useRef<HTMLHeadingElement>(null)
  // The page before ended with the submitted button, so this one moves the focus to where it says what happens now.
  useEffect(() => {
    if (isPaid) title.current?.focus()
  }, [isPaid])
  return (
    <header className="stack" data-gap="s">
      <p className="eyebrow">
        Payout {run.number} · {purposeWords[run.purpose]}
      </p>
      <h1 ref={title} tabIndex={-1}>
        {run.title}
      </h1>
      {run.note !== "" && <p>{run.note}</p>}
      <p className="row small">
        <StateMark said={runMark(page)} />
        <span>
          {readable(run.total)} {run.symbol}
        </span>
        <TimePair at={run.finishedAt ?? run.startedAt ?? run.createdAt} now={now} />
        {run.state === "running" && (
          <Moved
            kind="chunk"
            thing={run.id}
            shown={`${run.chunksDone}/${run.rowsSent}`}
            isOwn={step !== null && step.account === communityRole.account && !isDecided(step.state)}
          />
        )}
      </p>
    </header>
  )
}
