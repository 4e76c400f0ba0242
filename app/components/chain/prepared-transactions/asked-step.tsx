import { useEffect, useRef } from "react"
import { Notice } from "~/components/base/parts/notice"
import { SilentMeanwhile } from "~/components/base/parts/silent-ledger"
import { AskButtons, AskWords } from "~/components/chain/prepared-transactions/ask-part"
import { ManifestFold, TransactionLink } from "~/components/chain/prepared-transactions/manifest-fold"
import {
  failureWords,
  isDecided,
  mayBeSent,
  type PreparedTransactionView
} from "~/components/chain/prepared-transactions/states"
import { usePreparedTransaction } from "~/components/chain/prepared-transactions/use-prepared-transaction"

type Props = {
  readonly step: PreparedTransactionView
  /** Set after a click for exactly this transaction: the wallet opens once without another click. */
  readonly isWanted: boolean
  /**
   * Called when the wallet has responded or could not be asked, not earlier: if the page reloads in between, the
   * component that replaces this one asks.
   */
  readonly onResponse?: () => void
  readonly word: string
}

/**
 * One transaction within a series: opens the wallet and tracks the result on the ledger. Pass the transaction's ID as
 * `key`.
 */
export function AskedStep({ isWanted, onResponse, step, word }: Props) {
  const run = usePreparedTransaction(step)
  const { problem, send, view } = run
  const asked = useRef(false)
  // Never automatically if a wallet already has the request.
  const isFree = mayBeSent(view.state) && view.lease === null && !run.isSent
  useEffect(() => {
    if (!isWanted) asked.current = false
    if (!isWanted || asked.current || !isFree) return
    asked.current = true
    send()
  }, [isWanted, send, isFree])
  const wasAsking = useRef(false)
  useEffect(() => {
    if (wasAsking.current && !run.isAsking) onResponse?.()
    wasAsking.current = run.isAsking
  }, [run.isAsking, onResponse])
  return (
    <div className="stack">
      <ManifestFold manifest={view.manifest} />
      {view.txId !== null && <TransactionLink txId={view.txId} />}
      <AskButtons run={run} word={word} />
      <div role="status" className="stack">
        <AskWords run={run} />
        {view.state === "sent" && <p>Sent. Waiting for the ledger to decide.</p>}
        {view.isStale && <SilentMeanwhile />}
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
        <p>To sign this, you need your wallet and JavaScript.</p>
      </noscript>
    </div>
  )
}
