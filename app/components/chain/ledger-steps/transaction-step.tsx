import type { ReactNode } from "react"
import { Icon } from "~/components/base/parts/icon"
import { Notice } from "~/components/base/parts/notice"
import { AskButtons, AskWords } from "./ask-part"
import { ManifestFold, TransactionLink } from "./manifest-fold"
import { failureWords, isDecided, type LedgerStepView, stationOf, stations } from "./states"
import { type LedgerStepRun, useLedgerStep } from "./use-ledger-step"

type Props = {
  readonly step: LedgerStepView
  /** On the button that asks the wallet. */
  readonly word?: string
  /** What will happen, in words; above the manifest. */
  readonly children?: ReactNode
  /** Beside the button, while nothing is sent: the way back. */
  readonly aside?: ReactNode
}

/**
 * One wallet transaction from asking to proof: Waiting · In your wallet · Sent · Confirmed · Checked · Failed, with the
 * transaction's id. Give it the step's id as `key`.
 */
export function TransactionStep({ aside, children, step, word = "Ask my wallet" }: Props) {
  const run = useLedgerStep(step)
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
        <p>This step needs your wallet and JavaScript.</p>
      </noscript>
    </div>
  )
}

function Stations({ run }: { readonly run: LedgerStepRun }) {
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
    <ol className="steps" aria-label="Where the transaction is">
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

/** Said aloud as it changes. */
function Said({ run }: { readonly run: LedgerStepRun }) {
  const { problem, view } = run
  return (
    <div role="status" className="stack">
      <AskWords run={run} />
      {view.state === "sent" && <p>Sent. The ledger has not decided yet.</p>}
      {view.state === "committed" && <p>Confirmed. We read back what it did.</p>}
      {view.state === "verified" && <p>Checked: the ledger has exactly what was prepared.</p>}
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
  )
}
