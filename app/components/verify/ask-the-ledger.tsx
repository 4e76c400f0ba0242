import { useState } from "react"
import type { Report } from "~/effects/votes/file/Report"
import type { Checked } from "~/effects/votes/page/VerifyReply"
import { useRootData } from "../site/root-data"
import { takeToLedger } from "./check-here"

type Props = { readonly checked: Checked; readonly onReport: (report: Report) => void }

/** The steps that a file alone does not tell. */
const isAboutVotes = ({ report, source }: Checked) =>
  source !== undefined && report.holds && report.steps.some(({ name }) => name.startsWith("Weights"))

/** One step further, on request: the network is asked for keys and balances, and for nothing else. */
export function AskTheLedger({ checked, onReport }: Props) {
  const { network, wallet } = useRootData()
  const [progress, setProgress] = useState<string>()
  if (!isAboutVotes(checked)) return null
  const ask = async () => {
    setProgress("Asking the ledger.")
    const ledger = { gatewayUrl: wallet.gatewayUrl, networkId: network.id }
    const report = await takeToLedger(checked, ledger, (done, all) =>
      setProgress(`Asking the ledger: ${done} of ${all} accounts.`)
    )
    setProgress(undefined)
    onReport(report)
  }
  return (
    <div className="stack" data-gap="s">
      <p>
        <button className="button" type="button" disabled={progress !== undefined} onClick={() => void ask()}>
          Ask the ledger, too
        </button>
      </p>
      <p className="small muted" role="status">
        {progress ??
          "Whose keys these are, and what accounts held at the snapshot. The gateway is told accounts and a ledger version, never a ballot."}
      </p>
    </div>
  )
}
