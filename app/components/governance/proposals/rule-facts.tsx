import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { Block } from "~/components/base/parts/block"
import { EnforcedBy, EnforcedByKey } from "~/components/base/parts/enforced-by"
import { Help } from "~/components/base/parts/help"
import { Term } from "~/components/base/parts/term"
import { TimePair } from "~/components/base/parts/time-pair"
import { kindNames } from "~/effects/access/proposalKinds"
import { thresholdWords } from "~/effects/access/threshold"
import { counted } from "~/effects/base/text/counted"
import { grouped } from "~/effects/base/text/grouped"
import { endOf } from "~/effects/governance/proposals/stateWords"
import type { ProposalView } from "~/effects/governance/proposals/views"
import { sidesOf, voteTypeNames } from "~/effects/governance/votes/proposal/voteTypes"
import { countingOf, hasThreshold, shownVotes, tieRuleOf, unitOf, visibilityWords, weightWords } from "./words"

/** Name of the end of voting, which is not the moment of the count. */
const closeName = ({ closesAt, status }: ProposalView, now: number): string => {
  if (status === "cancelled") return "Was to close"
  return status === "review" || now < closesAt ? "Closes" : "Voting closed"
}

type Props = { readonly proposal: ProposalView; readonly now: number }

/** All rules by which this vote is counted, locked at its opening. */
export function RuleFacts({ now, proposal }: Props) {
  const { participation, snapshot, voteType } = proposal
  const sides = sidesOf(voteType)
  const end = endOf(proposal)
  const hasOpened = snapshot !== null
  const quorum = proposal.quorumPct === 0 ? "At least one ballot" : `${proposal.quorumPct}% of all voting power`
  const all =
    participation === null || proposal.weightMode === "member"
      ? ""
      : `, ${shownVotes(participation.eligibleWeight)} ${unitOf(proposal.weightMode, proposal.tokenSymbol)} in all`
  return (
    <Block id="rules" title="Rules of this vote">
      <dl className="facts">
        <Fact name="Kind">{kindNames[proposal.kind]}</Fact>
        <Fact name="Vote">{voteTypeNames[voteType]}</Fact>
        <Fact name={hasOpened ? "Opened" : "Opens"}>
          <TimePair at={proposal.opensAt} now={now} short />
        </Fact>
        <Fact name={closeName(proposal, now)}>
          <TimePair at={proposal.closesAt} now={now} short />
        </Fact>
        {end !== null && (
          <Fact name={end.name}>
            <TimePair at={end.at} now={now} short />
          </Fact>
        )}
        <Fact isRule name={<Term of="quorum">Quorum</Term>}>
          {quorum}
        </Fact>
        {hasThreshold(voteType) && (
          <Fact isRule name="To pass">
            {sides !== null
              ? `${sides.for.label} ${thresholdWords(proposal.thresholdPct)} of ${sides.for.label} and ${sides.against.label}`
              : `The first, ${thresholdWords(proposal.thresholdPct)}`}
          </Fact>
        )}
        {proposal.seats !== null && proposal.seats > 1 && <Fact name="Seats">{proposal.seats}</Fact>}
        <Fact isRule name="Voting power">
          {weightWords[proposal.weightMode]}
        </Fact>
        {proposal.minMembershipHours > 0 && (
          <Fact isRule name="Membership">
            At least {proposal.minMembershipHours} h before the opening
          </Fact>
        )}
        {participation !== null && (
          <Fact name="Eligible">
            {counted(participation.eligibleCount, "account")}
            {all}
          </Fact>
        )}
        {snapshot !== null && (
          <Fact
            name={<Help term="Snapshot">The list of members and their voting power, fixed when voting opened.</Help>}
          >
            ledger version {grouped(snapshot.stateVersion)}
          </Fact>
        )}
        <Fact isRule name="Results">
          {visibilityWords[proposal.resultsVisibility]}
        </Fact>
        {proposal.sealed !== null && (
          <>
            <Fact name={<Help term="Opens to all">The first moment at which anybody can read the ballots.</Help>}>
              <TimePair at={proposal.sealed.until} now={now} short />
            </Fact>
            <Fact name={<Help term="Round">The signature of a public beacon that opens the ballots.</Help>}>
              {grouped(proposal.sealed.beacon.round)}
            </Fact>
          </>
        )}
      </dl>
      <div className="stack" data-gap="s">
        <EnforcedByKey />
        <p className="small muted">
          {countingOf(proposal)} <Link to="/resources/ways-to-count">Ways to count</Link>
        </p>
        {proposal.tieRule !== null && <p className="small muted">{tieRuleOf(proposal, proposal.tieRule)}</p>}
      </div>
    </Block>
  )
}

type FactProps = { readonly name: ReactNode; readonly isRule?: boolean; readonly children: ReactNode }

function Fact({ children, isRule = false, name }: FactProps) {
  return (
    <div>
      <dt>
        {name} {isRule && <EnforcedBy enforcer="site" />}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
