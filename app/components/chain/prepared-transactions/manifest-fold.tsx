import { CopyButton } from "~/components/base/parts/copy-button"
import { LedgerAddress } from "~/components/base/parts/ledger-address"

export function ManifestFold({ manifest }: { readonly manifest: string }) {
  return (
    <details className="disclosure">
      <summary>Transaction manifest (advanced)</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll inside their own box, which the keyboard must reach */}
      <pre className="scroll digest" data-block tabIndex={0}>
        {manifest}
      </pre>
      <CopyButton text={manifest} what="the manifest" />
    </details>
  )
}

export function TransactionLink({ txId }: { readonly txId: string }) {
  return (
    <p className="row">
      <span className="small muted">Transaction</span>
      <LedgerAddress kind="transaction" address={txId} />
      <CopyButton text={txId} what="the transaction ID" />
    </p>
  )
}
