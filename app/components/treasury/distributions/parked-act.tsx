/** Ways to step in where the site's key acts by itself, for payouts and budgets. */
import { useFetcher } from "@remix-run/react"
import type { ReactNode } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { useFrame } from "~/components/base/site/use-frame"
import { LaterAskedStep } from "~/components/chain/ledger-steps/later-asked-step"
import { isDecided } from "~/components/chain/ledger-steps/states"
import { useWish } from "~/components/chain/ledger-steps/use-wish"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { StepView } from "~/effects/chain/ledger-steps/Step"

interface ActProps {
  readonly intent: string
  readonly word: string
  /** Beside the button: what it does. */
  readonly children: ReactNode
}

/** A button of the form around it, with what it does. */
export function ParkedAct({ children, intent, word }: ActProps) {
  return (
    <div className="row">
      <button className="button" data-size="s" type="submit" name="intent" value={intent}>
        {word}
      </button>
      <span className="small">{children}</span>
    </div>
  )
}

interface TakeBackProps {
  readonly intent: string
  /** Of the steps that take back what is parked here. */
  readonly kind: string
  readonly step: StepView | null
  /** To a press without scripts. */
  readonly reply: PageReply | undefined
}

/** By the admin's own wallet; the site's key has no part in it. */
export function TakeBack({ intent, kind, reply, step }: TakeBackProps) {
  const prepare = useFetcher<PageReply>()
  const { isWanted, onAnswered, want } = useWish(prepare)
  const { standing } = useFrame()
  const isOpen = step !== null && step.kind === kind && step.account === standing.account && !isDecided(step.state)
  return (
    <div className="stack">
      <ReplyNotice reply={prepare.data ?? reply} />
      {isOpen && (
        <LaterAskedStep
          key={step.id}
          step={step}
          isWanted={isWanted}
          onAnswered={onAnswered}
          word="Take back in my wallet"
        />
      )}
      <prepare.Form className="row" method="post" preventScrollReset data-by-script="always" onSubmit={want}>
        <BusyButton
          className="button"
          data-kind="danger"
          data-size="s"
          type="submit"
          name="intent"
          value={intent}
          isBusy={prepare.state !== "idle"}
        >
          {isOpen ? "Prepare taking back again" : "Take everything back"}
        </BusyButton>
        <span className="small">
          One transaction of your own returns everything unpaid. It needs nothing of the site's key.
        </span>
      </prepare.Form>
    </div>
  )
}
