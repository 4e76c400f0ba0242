import { useEffect, useState } from "react"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { type ChoiceRules, choiceWords } from "~/effects/governance/votes/ballot/choice"
import type { Receipt } from "~/effects/governance/votes/ballot/receipt"
import type { ProposalId } from "~/effects/governance/votes/fields"
import { ownReceiptPath } from "~/effects/governance/votes/OwnVote"
import { type StoredOpening, storedOpens } from "./stored-opens"

type Props = {
  readonly rules: ChoiceRules
  readonly proposal: { readonly id: ProposalId; readonly number: number }
  /** Hash of the ballot that counts. */
  readonly digest: string
}

/**
 * What this page knows of the reader's sealed ballot until they leave it: shown on request, and downloaded with its
 * key.
 */
export function OwnSealed({ digest, proposal, rules }: Props) {
  const [stored, setStored] = useState<StoredOpening | null>(null)
  const [problem, setProblem] = useState("")
  useEffect(() => setStored(storedOpens(digest)), [digest])
  if (stored === null)
    return (
      <p className="small muted">
        This browser does not store what your ballot says. Before the opening, only the receipt that you downloaded
        after voting can show that.
      </p>
    )
  const downloadIt = async () => {
    const response = await fetch(ownReceiptPath(proposal.id)).catch(() => undefined)
    if (response?.ok !== true) return setProblem("The receipt could not be fetched. Try again.")
    const { download } = await import("./vote-dialogs")
    download((await response.json()) as Receipt, proposal.number, stored) // The server's own form.
    setProblem("")
  }
  return (
    <>
      <details className="disclosure" data-kind="link">
        <summary>Show what I sealed</summary>
        <p className="small">
          <b>{choiceWords(rules, stored.choice)}</b>
          {stored.reason !== "" && <>: {stored.reason}</>}
        </p>
      </details>
      <p className="small no-print">
        <HydratedButton className="link-button" onClick={() => void downloadIt()}>
          Receipt that shows it
        </HydratedButton>
      </p>
      <p className="small muted no-print">
        Download it if you want to keep it: this page forgets what you sealed when you leave it, reload it or sign out.
        You do not have to show it to anybody.
      </p>
      {problem !== "" && (
        <p className="field__error" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
