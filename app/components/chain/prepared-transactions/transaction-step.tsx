import type { ReactNode } from "react"
import { Icon } from "~/components/base/parts/icon"
import { Notice } from "~/components/base/parts/notice"
import { SilentMeanwhile } from "~/components/base/parts/silent-ledger"
import { AskButtons, AskWords } from "./ask-part"
import { ManifestFold, TransactionLink } from "./manifest-fold"
import { failureWords, isDecided, type PreparedTransactionView, stationOf, stations } from "./states"
import { type TransactionRun, usePreparedTransaction } from "./use-prepared-transaction"

type Props = {
  readonly step: PreparedTransactionView
  /** Label of the button that opens the wallet. */
  readonly word?: string
  /** What the transaction does, in words; shown above the manifest. */
  readonly children?: ReactNode
  /** Shown next to the button while nothing is sent, for example a button that cancels. */
  readonly aside?: ReactNode
}

/**
 * One wallet transaction from the request to its confirmation: Waiting · In your wallet · Sent · Confirmed · Checked ·
 * Failed, with the transaction ID. Pass its ID as `key`.
 */
export function TransactionStep({ aside, children, step, word = "Sign in my wallet" }: Props) {
  const run = usePreparedTransaction(step)
  const { view } = run
  return (
    <div className="card stack" data-gap="l">
      <Stations run={run} />
      {children}
      <ManifestFold manifest={view.manifest} />
      {view.txId !== null && <TransactionLink txId={view.txId} />}
      <Said run={run} />
      <AskButtons run={run} word={word} aside={aside} />
      <noscript>
        <p>To sign this, you need your wallet and JavaScript.</p>
      </noscript>
    </div>
  )
}

function Stations({ run }: { readonly run: TransactionRun }) {
  const { view } = run
  const now = stationOf(run)
  const at = now === null ? -1 : stations.indexOf(now)
  if (now === null) {
    return (
      <p className="state-line" data-tone="bad">
        <Icon name="cross" /> Failed
      </p>
    )
  }
  return (
    <ol className="steps" aria-label="Progress of the transaction">
      {stations.map((station, index) => (
        <li
          key={station}
          aria-current={index === at ? "step" : undefined}
          data-state={index < at || view.state === "verified" ? "done" : undefined}
        >
          {station}
        </li>
      ))}
    </ol>
  )
}

/** Live region for the state. */
function Said({ run }: { readonly run: TransactionRun }) {
  const { problem, view } = run
  return (
    <div role="status" className="stack">
      <AskWords run={run} />
      {view.state === "sent" && <p>Sent. Waiting for the ledger to decide.</p>}
      {view.state === "committed" && <p>Confirmed. We are checking on the ledger what it did.</p>}
      {view.state === "verified" && <p>Checked: everything on the ledger matches what was prepared.</p>}
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
  )
}
