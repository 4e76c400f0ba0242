import type { ProposalView } from "~/effects/governance/proposals/views"
import { RecordCard } from "./record-card"
import { RuleFacts } from "./rule-facts"

/** The facts of a proposal: what its record is, and by which rules it is decided. */
export function Record({ now, proposal }: { readonly proposal: ProposalView; readonly now: number }) {
  return (
    <>
      <RecordCard proposal={proposal} />
      <RuleFacts proposal={proposal} now={now} />
    </>
  )
}
