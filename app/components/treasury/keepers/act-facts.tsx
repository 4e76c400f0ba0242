import { Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { later } from "~/components/base/site/later"
import { useFrame } from "~/components/base/site/use-frame"
import { proposalPath } from "~/effects/governance/proposals/paths"
import { noVoteWords } from "~/effects/treasury/distributions/voteRule"
import { isStepAct, ruleAfter, ruleBefore } from "~/effects/treasury/keepers/actWords"
import type { ActView } from "~/effects/treasury/keepers/views"

/** Loads only for requests about escrow, bonds and budgets, with the texts of bonds. */
const StepFacts = later(async () => (await import("./step-facts")).StepFacts, "waits")

/** The reason for a request, and the vote or the rule it is about. */
export function ActFacts({ act: { number, payload }, now }: { readonly act: ActView; readonly now: number }) {
  const { id: communityId } = useFrame()
  return (
    <Block id={`why-${number}`} title="Why">
      <dl className="facts">
        <div>
          <dt>Reason</dt>
          <dd>{payload.reason}</dd>
        </div>
        {isStepAct(payload) && <StepFacts payload={payload} now={now} />}
        {(payload.kind === "rule" || payload.kind === "release") && (
          <>
            <div>
              <dt>Rule now</dt>
              <dd className="digest">{ruleBefore(payload)}</dd>
            </div>
            <div>
              <dt>Rule after it</dt>
              <dd className="digest">{ruleAfter(payload)}</dd>
            </div>
          </>
        )}
        {payload.kind === "payment" && (
          <div>
            <dt>Vote</dt>
            <dd>
              {payload.vote !== null && (
                <>
                  <Link to={proposalPath(communityId, payload.vote.number)}>Vote {payload.vote.number}</Link>
                  {payload.noVote === null ? " decided it." : " is named, but does not decide exactly this. "}
                </>
              )}
              {(payload.vote === null || payload.noVote !== null) && noVoteWords(payload.noVote)}
            </dd>
          </div>
        )}
      </dl>
    </Block>
  )
}
