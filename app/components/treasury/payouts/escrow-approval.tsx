/** Controls to intervene while the relayer pays, for payouts and budgets. */
import { useFetcher } from "@remix-run/react"
import type { ReactNode } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { useFrame } from "~/components/base/site/use-frame"
import { AskedStep } from "~/components/chain/prepared-transactions/asked-step"
import { isDecided } from "~/components/chain/prepared-transactions/states"
import { usePreparedClick } from "~/components/chain/prepared-transactions/use-prepared-click"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { StepView } from "~/effects/chain/prepared-transactions/Step"

interface ActProps {
  readonly intent: string
  readonly word: string
  /** What the button does, shown next to it. */
  readonly children: ReactNode
}

/** A submit button of the surrounding form, with an explanation next to it. */
export function EscrowApproval({ children, intent, word }: ActProps) {
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
  /** Kind of the transactions that withdraw this escrow. */
  readonly kind: string
  readonly step: StepView | null
  /** Reply to a submit without JavaScript. */
  readonly reply: PageReply | undefined
}

/** Withdraws the escrow with the admin's own wallet; the relayer is not involved. */
export function TakeBack({ intent, kind, reply, step }: TakeBackProps) {
  const prepare = useFetcher<PageReply>()
  const { isWanted, onResponse, want } = usePreparedClick(prepare)
  const { communityRole } = useFrame()
  const isOpen = step !== null && step.kind === kind && step.account === communityRole.account && !isDecided(step.state)
  return (
    <div className="stack">
      <ReplyNotice reply={prepare.data ?? reply} />
      {isOpen && (
        <AskedStep key={step.id} step={step} isWanted={isWanted} onResponse={onResponse} word="Withdraw in my wallet" />
      )}
      <prepare.Form className="row" method="post" preventScrollReset onSubmit={want}>
        <BusyButton
          needsScript="where enabled"
          className="button"
          data-kind="danger"
          data-size="s"
          type="submit"
          name="intent"
          value={intent}
          isBusy={prepare.state !== "idle"}
        >
          {isOpen ? "Prepare the withdrawal again" : "Withdraw everything"}
        </BusyButton>
        <span className="small">
          You sign one transaction that returns everything unpaid to the treasury. It does not need the site's key.
        </span>
      </prepare.Form>
    </div>
  )
}
