import { Link } from "@remix-run/react"
import { Mark } from "~/components/base/parts/mark"
import { counted } from "~/effects/base/text/counted"
import type { ProposalView } from "~/effects/governance/proposals/views"
import { isClosed } from "~/effects/governance/votes/proposal/lifeCycle"
import { RuleFacts } from "./rule-facts"

const whatOf = (ballots: number): string => {
  if (ballots === 0) return "the list of who could vote"
  return ballots === 1 ? "the one ballot, its signature" : `all ${counted(ballots, "ballot")}, the signatures`
}

/** Offers the one file that is needed to count the vote again. */
function RecordCard({ proposal }: { readonly proposal: ProposalView }) {
  const { files, participation, status } = proposal
  if (participation === null || !isClosed(status)) return null
  return (
    <section className="card" aria-labelledby="again">
      <Mark name="seal" />
      <h2 id="again" className="h3">
        Count it again
      </h2>
      <p className="small">One file holds {whatOf(participation.ballots)} and the rules.</p>
      <a className="button" data-size="full" href={files.json} download>
        Ballot file
      </a>
      <Link
        className="button"
        data-kind="primary"
        data-size="full"
        to={`/verify?page=${encodeURIComponent(files.page)}`}
      >
        Verify in the browser
      </Link>
    </section>
  )
}

/** The facts of a proposal: what its record is, and by which rules it is decided. */
export function Record({ now, proposal }: { readonly proposal: ProposalView; readonly now: number }) {
  return (
    <>
      <RecordCard proposal={proposal} />
      <RuleFacts proposal={proposal} now={now} />
    </>
  )
}
