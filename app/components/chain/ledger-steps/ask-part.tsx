import type { ReactNode } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { TimePair } from "~/components/base/parts/time-pair"
import { PracticeWalletButton } from "~/components/wallet/wallet/practice-wallet-button"
import { mayBeSent } from "./states"
import type { LedgerStepRun } from "./use-ledger-step"

type Props = {
  readonly run: LedgerStepRun
  /** On the button that asks the wallet. */
  readonly word: string
  /** Beside the button, while no wallet has it: the way back. */
  readonly aside?: ReactNode
}

/** Of the words that say from when on a step can be taken over. */
const elsewhereId = ({ id }: Pick<LedgerStepRun["view"], "id">) => `elsewhere-${id}`

/** The buttons of a step that nobody has signed: asking, asking again, taking over. */
export function AskButtons({ aside, run, word }: Props) {
  const { giveUp, isAsking, isElsewhere, isSent, mayTakeOver, problem, send, takeOver, view, wasAsked } = run
  if (!mayBeSent(view.state) || isSent) return null
  if (isElsewhere) {
    return (
      <div className="row">
        <button
          className="button"
          type="button"
          disabled={!mayTakeOver}
          aria-describedby={elsewhereId(view)}
          onClick={takeOver}
        >
          Take over
        </button>
        {mayTakeOver && aside}
      </div>
    )
  }
  return (
    <div className="row">
      <BusyButton className="button" data-kind="primary" type="button" isBusy={isAsking} onClick={send}>
        {isAsking ? "In your wallet…" : wasAsked ? "Ask again" : problem === null ? word : "Try again"}
      </BusyButton>
      {wasAsked && (
        <button className="button" type="button" onClick={giveUp}>
          I refused it there
        </button>
      )}
      {!isAsking && !wasAsked && aside}
    </div>
  )
}

/** Where the wallet's part of it is, in words; said aloud as it changes. */
export function AskWords({ run: { isAsking, isElsewhere, isSent, view, wasAsked } }: { readonly run: LedgerStepRun }) {
  const { lease } = view
  if (isSent) return <p>Your wallet sent it. This page tells the server as soon as it can be reached.</p>
  if (isAsking) {
    return (
      <p>
        Your wallet has the request. <PracticeWalletButton />
      </p>
    )
  }
  if (lease === null) return null
  const [since, until] = [lease.since, lease.until].map((at) => <TimePair key={at} at={at} now={lease.since} short />)
  if (wasAsked) {
    return (
      <p>
        Your wallet was asked on {since}. If you approved there, this page notices automatically; otherwise ask once
        more. It is never done twice.
      </p>
    )
  }
  if (!isElsewhere) return null
  return (
    <p id={elsewhereId(view)}>
      Another page or device of yours asked its wallet on {since}, and this page follows it. If nothing comes of it, you
      can take it over from {until} on; the ledger is read first.
    </p>
  )
}
