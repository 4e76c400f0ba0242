import { useEffect, useRef } from "react"
import { Notice } from "~/components/base/parts/notice"
import { AskButtons, AskWords } from "~/components/chain/ledger-steps/ask-part"
import { ManifestFold, TransactionLink } from "~/components/chain/ledger-steps/manifest-fold"
import { failureWords, isDecided, type LedgerStepView, mayBeSent } from "~/components/chain/ledger-steps/states"
import { useLedgerStep } from "~/components/chain/ledger-steps/use-ledger-step"

type Props = {
  readonly step: LedgerStepView
  /** The person pressed for exactly this: the wallet is asked without a second press, once until it is taken back. */
  readonly isWanted: boolean
  /**
   * The wallet has answered, or could not be asked. Not before: where the page comes anew in between, what takes this one's
   * place asks.
   */
  readonly onAnswered?: () => void
  readonly word: string
}

/** One transaction inside a longer run: the wallet is asked, and the ledger followed. Give it the step's id as `key`. */
export function AskedStep({ isWanted, onAnswered, step, word }: Props) {
  const run = useLedgerStep(step)
  const { problem, send, view } = run
  const asked = useRef(false)
  // Never by itself where a wallet has it already.
  const isFree = mayBeSent(view.state) && view.lease === null && !run.isSent
  useEffect(() => {
    if (!isWanted) asked.current = false
    if (!isWanted || asked.current || !isFree) return
    asked.current = true
    send()
  }, [isWanted, send, isFree])
  const wasAsking = useRef(false)
  useEffect(() => {
    if (wasAsking.current && !run.isAsking) onAnswered?.()
    wasAsking.current = run.isAsking
  }, [run.isAsking, onAnswered])
  return (
    <div className="stack">
      <ManifestFold manifest={view.manifest} />
      {view.txId !== null && <TransactionLink txId={view.txId} />}
      <AskButtons run={run} word={word} />
      <div role="status" className="stack">
        <AskWords run={run} />
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
