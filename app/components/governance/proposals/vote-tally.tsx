import type { ReactNode } from "react"
import { RankedRounds } from "~/components/base/charts/ranked-rounds"
import { VoteBar } from "~/components/base/charts/vote-bar"
import { Block } from "~/components/base/parts/block"
import { TimeName } from "~/components/governance/votes/time-name"
import { TimesTally } from "~/components/governance/votes/times-table"
import { thresholdWords } from "~/effects/access/threshold"
import { isOpenNow, turnoutWords } from "~/effects/governance/proposals/stateWords"
import type { Participation, ProposalView, Results } from "~/effects/governance/proposals/views"
import { hasTransfers, highestScore, sidesOf } from "~/effects/governance/votes/proposal/voteTypes"
import { basicParts, byVotes, labels, thresholdTick, votesOf, yesShare } from "./bar"
import { ChoiceBars } from "./choice-bars"
import { DelegatedTally } from "./delegated-tally"
import { DrawPart as Draw } from "./draw-part"
import { shownRounds } from "./rounds"
import { hasThreshold, quorumSentence, quorumWords, shownVotes, tieRuleOf, unitOf } from "./words"

type Props = { readonly proposal: ProposalView; readonly now: number; readonly live?: ReactNode }
type Shown = Extract<Results, { readonly shown: true }>
type Known = { readonly proposal: ProposalView; readonly participation: Participation; readonly results: Shown }

/** The tally or result of a vote as a sentence, a chart and a table; hidden results show only who took part. */
export function VoteTally(props: Props) {
  const { now, proposal } = props
  return (
    <>
      {proposal.draw?.signature === null && <Draw proposal={proposal} draw={proposal.draw} now={now} />}
      <CurrentResult {...props} />
      {typeof proposal.draw?.signature === "string" && <Draw proposal={proposal} draw={proposal.draw} now={now} />}
    </>
  )
}

function CurrentResult({ live, now, proposal }: Props) {
  const { participation, results } = proposal
  if (participation === null || results === null) return null
  if (proposal.status === "uncountable") return null
  if (proposal.status === "cancelled") {
    return (
      <Block id="tally" title="Turnout at cancellation">
        <div className="stack">
          <p className="status-line">The vote was cancelled before its close. Nothing was counted.</p>
          <Turnout proposal={proposal} participation={participation} says={null} />
        </div>
      </Block>
    )
  }
  const isOver = !isOpenNow(proposal, now)
  return (
    <>
      {results.shown && results.final !== null && <Verdict proposal={proposal} results={results} />}
      <Block id="tally" title={isOver ? "Final result" : "Current result"} more={isOver ? undefined : live}>
        <div className="stack">
          {results.shown ? (
            <>
              <ShownTally proposal={proposal} participation={participation} results={results} />
              {results.delegated !== null && (
                <>
                  <h3 className="h4">Delegated votes</h3>
                  <DelegatedTally
                    lent={results.delegated}
                    lines={results.lines}
                    unit={unitOf(proposal.weightMode, proposal.tokenSymbol)}
                  />
                </>
              )}
            </>
          ) : (
            <>
              <p className="status-line">{results.words}</p>
              <Turnout proposal={proposal} participation={participation} says={null} />
            </>
          )}
        </div>
      </Block>
    </>
  )
}

const tones = { passed: "ok", failed: "bad", noQuorum: "warn" } as const
const outcomes = { passed: "Passed", failed: "Not passed", noQuorum: "Failed: quorum not reached" } as const

function Verdict({ proposal, results }: { readonly proposal: ProposalView; readonly results: Shown }) {
  const { final, lines } = results
  if (final === null) return null
  const date = proposal.choices.find(({ key, start }) => start !== undefined && final.winners.includes(key))
  const isNamed = sidesOf(proposal.voteType) === null && final.winners.length > 0
  return (
    <section className="verdict" data-tone={tones[final.outcome]} aria-labelledby="result">
      <p className="eyebrow">Result</p>
      <h2 id="result">
        {!isNamed ? (
          outcomes[final.outcome]
        ) : date === undefined ? (
          labels(lines, final.winners)
        ) : (
          <TimeName choice={date} />
        )}
      </h2>
      {final.rounds.length === 0 ? (
        <p>{final.words}</p>
      ) : (
        <>
          {proposal.participation !== null && <p>{turnoutText(proposal, proposal.participation)}</p>}
          {final.spoilt !== null && <p>{final.spoilt}</p>}
          <details className="disclosure" data-kind="link">
            <summary>The count in words</summary>
            <p>{final.words}</p>
          </details>
        </>
      )}
      {proposal.outcomeNote !== null && (
        <p className="preserve-lines">
          <b>Note from the author:</b> {proposal.outcomeNote}
        </p>
      )}
    </section>
  )
}

const weightPart = ({
  snapshotUnit,
  participation
}: {
  readonly snapshotUnit: string
  readonly participation: Participation
}) => `${shownVotes(participation.weightCast)} of ${shownVotes(participation.eligibleWeight)} ${snapshotUnit}`

/** "4 of 5 eligible members voted: 80.0%", with the voting power if members do not all count the same. */
const votedText = (proposal: ProposalView, participation: Participation): string => {
  const weights =
    proposal.weightMode === "member"
      ? ""
      : `, with ${weightPart({ snapshotUnit: unitOf(proposal.weightMode, proposal.tokenSymbol), participation })}`
  return `${turnoutWords(participation)}${weights}: ${participation.pct}%`
}

const turnoutText = (proposal: ProposalView, participation: Participation): string =>
  `${votedText(proposal, participation)}; ${quorumWords(participation)}.`

function Turnout({ participation, proposal, says }: Omit<Known, "results"> & { readonly says: ReactNode }) {
  return (
    <VoteBar
      name="Turnout"
      says={says ?? turnoutText(proposal, participation)}
      parts={null}
      {...turnoutOf(participation)}
      table={{
        caption: "Turnout",
        columns: ["", "Voted", "Eligible"],
        rows: [
          ["Members", String(participation.voters), String(participation.eligibleCount)],
          ["Weight", shownVotes(participation.weightCast), shownVotes(participation.eligibleWeight)]
        ]
      }}
    />
  )
}

const turnoutOf = ({ pct, quorumPct, quorumReached }: Participation) => ({
  turnout: { share: Number(pct), text: `${pct} percent of all voting power` },
  ...(quorumPct === 0 ? {} : { quorum: { at: quorumPct, text: `Quorum ${quorumPct}%${quorumReached ? ", met" : ""}` } })
})

function ShownTally({ participation, proposal, results }: Known) {
  // In a poll for a date nobody may have said Yes.
  const isEmpty =
    participation.voters === 0 || (proposal.voteType !== "dates" && results.lines.every(({ voters }) => voters === 0))
  if (isEmpty) return <Turnout proposal={proposal} participation={participation} says="No votes yet." />
  const sides = sidesOf(proposal.voteType)
  if (sides !== null) return <TwoSides {...{ participation, proposal, results, sides }} />
  const unit = unitOf(proposal.weightMode, proposal.tokenSymbol)
  const nameOf = (key: string) => labels(results.lines, [key])
  const rounds = results.final?.rounds ?? []
  return (
    <>
      <Turnout proposal={proposal} participation={participation} says={null} />
      {rounds.length > 0 ? (
        <>
          {typeof results.final?.quota === "string" && (
            <p className="small muted">The quota: {shownVotes(results.final.quota)} votes elect a choice.</p>
          )}
          <RankedRounds rounds={shownRounds(rounds, results.final, nameOf)} />
          <p className="small muted">{tieRuleOf(proposal, proposal.tieRule ?? "soon")}</p>
        </>
      ) : (
        <>
          <h3 className="h4">{votesTitle(proposal.voteType)}</h3>
          {proposal.voteType === "dates" ? (
            <TimesTally choices={proposal.choices} lines={results.lines} />
          ) : isInPoints(proposal.voteType) ? (
            <ChoiceBars lines={byVotes(results.lines)} unit="points" caption="Points for each choice, most first" />
          ) : (
            <ChoiceBars lines={results.lines} unit={unit} caption="Votes for each choice" />
          )}
          {proposal.voteType === "ranked" && (
            <p className="small muted">
              {hasTransfers(proposal) ? "Votes are transferred" : "The run-off is counted"} at the close; first choices
              alone do not decide.
            </p>
          )}
        </>
      )}
    </>
  )
}

const votesTitle = (voteType: ProposalView["voteType"]) =>
  voteType === "ranked" ? "First choices" : voteType === "dates" ? "Answers" : isInPoints(voteType) ? "Points" : "Votes"

/** Whether results are points instead of votes. */
const isInPoints = (voteType: ProposalView["voteType"]) => voteType === "quadratic" || highestScore(voteType) !== null

type Sides = NonNullable<ReturnType<typeof sidesOf>>

/** Yes against No, or consent against objections. */
function TwoSides({ participation, proposal, results, sides }: Known & { readonly sides: Sides }) {
  const { thresholdPct } = proposal
  const unit = unitOf(proposal.weightMode, proposal.tokenSymbol)
  const counted = votesOf(results.lines, sides.for.key) + votesOf(results.lines, sides.against.key)
  const passes = participation.quorumReached && results.isOver
  const share = yesShare(results, sides, thresholdPct)
  const parts = basicParts(results, sides)
  const says =
    counted === 0n ? (
      `Nobody has voted ${sides.for.label} or ${sides.against.label} yet.`
    ) : (
      <>
        {sides.for.label} is <b>{share}</b> of the counted votes; {thresholdWords(thresholdPct)}{" "}
        {results.final === null ? "is" : "was"} needed. {quorumSentence(participation, results.final !== null)}{" "}
        {results.final === null && (passes ? "As it stands, it would pass." : "As it stands, it would fail.")}
      </>
    )
  return (
    <>
      <VoteBar
        name={`${sides.for.label} ${share.replace("%", "percent")}, ${passes ? "passes" : "does not pass"}; ${quorumWords(participation)}`}
        says={<span className="status-line">{says}</span>}
        parts={parts}
        {...(hasThreshold(proposal.voteType) && { threshold: thresholdTick(thresholdPct) })}
        {...turnoutOf(participation)}
        table={{
          caption: "Count",
          columns: ["Choice", "Voters", unit === "votes" ? "Votes" : `Voting power, ${unit}`],
          rows: results.lines.map(({ label, shown, voters }) => [label, String(voters), shown])
        }}
      />
      <p className="small muted">{votedText(proposal, participation)}. Abstentions count for the quorum only.</p>
    </>
  )
}
