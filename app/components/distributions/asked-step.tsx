import { useEffect, useRef } from "react"
import { failureWords, isDecided, type LedgerStepView, mayBeSent } from "../ledger-step/states"
import { ManifestFold, TransactionLink } from "../ledger-step/transaction-step"
import { useLedgerStep } from "../ledger-step/use-ledger-step"
import { Notice } from "../notice"
import { PracticeWalletButton } from "../wallet/practice-wallet-button"

type Props = {
  readonly step: LedgerStepView
  /** The person pressed for exactly this: the wallet is asked without a second press. */
  readonly isWanted: boolean
  readonly word: string
}

/** One transaction inside a longer run: the wallet is asked, and the ledger followed. Give it the step's id as `key`. */
export function AskedStep({ isWanted, step, word }: Props) {
  const { isAsking, problem, send, view, wasAsked } = useLedgerStep(step)
  const asked = useRef(false)
  useEffect(() => {
    if (!isWanted || asked.current || !mayBeSent(view.state)) return
    asked.current = true
    send()
  }, [isWanted, send, view.state])
  return (
    <div className="stack">
      <ManifestFold manifest={view.manifest} />
      {view.txId !== null && <TransactionLink txId={view.txId} />}
      {mayBeSent(view.state) && (
        <div className="row">
          <button className="button" data-kind="primary" type="button" disabled={isAsking} onClick={send}>
            {isAsking ? "In your wallet…" : word}
          </button>
        </div>
      )}
      <div role="status" className="stack">
        {isAsking && (
          <p>
            Your wallet has the request. <PracticeWalletButton />
          </p>
        )}
        {wasAsked && !isAsking && problem === null && (
          <p>
            Your wallet was asked before. If you approved there, this page notices by itself. It is never paid twice.
          </p>
        )}
        {view.state === "sent" && <p>Sent. The ledger has not decided yet.</p>}
        {view.isStale && <p className="muted">The ledger gateway does not answer. This page goes on asking.</p>}
        {problem !== null && (
          <Notice tone="bad">
            <p>{problem}</p>
          </Notice>
        )}
        {isDecided(view.state) && view.state !== "verified" && (
          <Notice tone="bad">
            <p>{failureWords(view)}</p>
          </Notice>
        )}
      </div>
      <noscript>
        <p>This step needs your wallet and JavaScript.</p>
      </noscript>
    </div>
  )
}
