import { Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { Fact } from "~/components/base/parts/fact"
import { useFrame } from "~/components/base/site/use-frame"
import { proposalPath } from "~/effects/governance/proposals/paths"
import { isTransactionRequest, ruleAfter, ruleBefore } from "~/effects/treasury/multisig/approvalMessages"
import type { RequestView } from "~/effects/treasury/multisig/views"
import { noVoteWords } from "~/effects/treasury/payouts/voteRule"
import { StepFacts } from "./transaction-facts"

/** The reason for a request, and the vote or the rule it is about. */
export function RequestFacts({
  request: { number, payload },
  now
}: {
  readonly request: RequestView
  readonly now: number
}) {
  const { id: communityId } = useFrame()
  return (
    <Block id={`why-${number}`} title="Why">
      <dl className="facts">
        <Fact name="Reason">{payload.reason}</Fact>
        {isTransactionRequest(payload) && <StepFacts payload={payload} now={now} />}
        {(payload.kind === "rule" || payload.kind === "release") && (
          <>
            <Fact name="Rule now">
              <span className="digest">{ruleBefore(payload)}</span>
            </Fact>
            <Fact name="Rule after it">
              <span className="digest">{ruleAfter(payload)}</span>
            </Fact>
          </>
        )}
        {payload.kind === "payment" && (
          <Fact name="Vote">
            {payload.vote !== null && (
              <>
                <Link to={proposalPath(communityId, payload.vote.number)}>Vote {payload.vote.number}</Link>
                {payload.noVote === null ? " decided it." : " is named, but does not decide exactly this. "}
              </>
            )}
            {(payload.vote === null || payload.noVote !== null) && noVoteWords(payload.noVote)}
          </Fact>
        )}
      </dl>
    </Block>
  )
}
