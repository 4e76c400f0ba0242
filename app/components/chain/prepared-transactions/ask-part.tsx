import type { ReactNode } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { TimePair } from "~/components/base/parts/time-pair"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { PracticeWalletButton } from "~/components/wallet/wallet/practice-wallet-button"
import { mayBeSent } from "./states"
import type { TransactionRun } from "./use-prepared-transaction"

type Props = {
  readonly run: TransactionRun
  /** Label of the button that opens the wallet. */
  readonly word: string
  /** Shown next to the button while no wallet has the request, for example a button that cancels. */
  readonly aside?: ReactNode
}

/** ID of the text that says from when the transaction can be taken over. */
const elsewhereId = ({ id }: Pick<TransactionRun["view"], "id">) => `elsewhere-${id}`

/** Buttons of an unsigned transaction: sign, try again, take over. */
export function AskButtons({ aside, run, word }: Props) {
  const { giveUp, isAsking, isElsewhere, isSent, mayTakeOver, problem, send, takeOver, view, wasAsked } = run
  if (!mayBeSent(view.state) || isSent) return null
  if (isElsewhere) {
    return (
      <div className="row">
        <HydratedButton
          className="button"
          disabled={!mayTakeOver}
          aria-describedby={elsewhereId(view)}
          onClick={takeOver}
        >
          Take over
        </HydratedButton>
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
        <HydratedButton className="button" onClick={giveUp}>
          I declined it there
        </HydratedButton>
      )}
      {!isAsking && !wasAsked && aside}
    </div>
  )
}

/** State of the wallet's part in words, in a live region. */
export function AskWords({ run: { isAsking, isElsewhere, isSent, view, wasAsked } }: { readonly run: TransactionRun }) {
  const { lease } = view
  if (isSent) return <p>Your wallet has submitted it. This page tells the server as soon as it can be reached.</p>
  if (isAsking) {
    return (
      <p>
        Check your wallet to approve. <PracticeWalletButton />
      </p>
    )
  }
  if (lease === null) return null
  const [since, until] = [lease.since, lease.until].map((at) => <TimePair key={at} at={at} now={lease.since} short />)
  if (wasAsked) {
    return (
      <p>
        Your wallet was asked on {since}. If you approved there, this page notices automatically; otherwise ask again.
        It is never done twice.
      </p>
    )
  }
  if (!isElsewhere) return null
  return (
    <p id={elsewhereId(view)}>
      You were asked in another tab or on another device on {since}, and this page follows the result. If nothing
      happens there, you can take over from {until} on; the ledger is checked first.
    </p>
  )
}
