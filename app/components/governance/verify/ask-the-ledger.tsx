import { useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { MAX_WHOLE_BYTES } from "~/effects/governance/votes/file/limits"
import type { Report } from "~/effects/governance/votes/file/Report"
import { askAgain, takeToLedger } from "./check-here"
import type { CheckedHere } from "./reply"
import { useSite } from "./use-site"

type Props = { readonly checked: CheckedHere; readonly onReport: (report: Report) => void }

/** True for reports on whole votes, whose keys and balances only the ledger can confirm. */
const isAboutVotes = ({ report, source }: CheckedHere) =>
  source !== undefined && report.holds && report.steps.some(({ name }) => name.startsWith("Weights"))

/** Checks keys and balances with the ledger on request; nothing else is sent. */
export function AskTheLedger({ checked, onReport }: Props) {
  const site = useSite()
  const [progress, setProgress] = useState<string>()
  const [problem, setProblem] = useState("")
  if (!isAboutVotes(checked)) return null
  if (checked.bytes > MAX_WHOLE_BYTES) {
    return <p className="small muted">Files of up to 10 MiB can be checked with the ledger.</p>
  }
  const ask = async () => {
    setProblem("")
    setProgress("Asking the ledger.")
    try {
      const report = await takeToLedger(checked, site, (done, all) =>
        setProgress(`Asking the ledger: ${done} of ${all} accounts.`)
      )
      setProgress(undefined)
      onReport(report)
    } catch {
      setProgress(undefined)
      setProblem("The ledger could not be reached. Are you online?")
    }
  }
  return (
    <div className="stack" data-gap="s">
      <p>
        <BusyButton className="button" type="button" isBusy={progress !== undefined} onClick={() => void ask()}>
          Check with the ledger, too
        </BusyButton>
      </p>
      <p className="small muted" role="status">
        {problem !== "" && `${problem} `}
        {progress ??
          "This confirms whose keys these are and what accounts held at the snapshot. The gateway sees accounts and a ledger version, never a ballot."}
      </p>
    </div>
  )
}

/** For a receipt that the site or the ledger could not confirm yet. */
export function AskAgain({ checked, onReport }: Props) {
  const site = useSite()
  const [isAsking, setAsking] = useState(false)
  if (checked.report.confirmation !== "unanswered" || checked.source === undefined) return null
  const ask = async () => {
    setAsking(true)
    onReport(await askAgain(checked, site))
  }
  return (
    <p>
      <BusyButton className="button" type="button" isBusy={isAsking} onClick={() => void ask()}>
        {isAsking ? "Asking…" : "Ask the site and the ledger again"}
      </BusyButton>
    </p>
  )
}
