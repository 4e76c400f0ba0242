import { Icon } from "~/components/base/parts/icon"
import { nameOf } from "~/components/base/parts/person-line"
import { useZone } from "~/components/base/parts/time-pair"
import { momentIn } from "~/effects/base/text/moments"
import type { BallotLine, ProposalView, ResultLine } from "~/effects/governance/proposals/views"
import type { ProposalChoice } from "~/effects/governance/votes/proposal/Proposal"
import { spanOf } from "~/effects/governance/votes/proposal/pollTimes"
import { timeAnswers } from "~/effects/governance/votes/proposal/voteTypes"
import { readVotes, showVotes } from "~/effects/governance/votes/weight"
import { TimeName } from "./time-name"

type TallyProps = { readonly choices: ReadonlyArray<ProposalChoice>; readonly lines: ReadonlyArray<ResultLine> }

/** How many can make each time. */
export function TimesTally({ choices, lines }: TallyProps) {
  return (
    <table className="table times-tally">
      <caption className="visually-hidden">Answers to each time</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col" className="num">
            Yes
          </th>
          <th scope="col" className="num">
            If need be
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ ifNeedBe, key, shown, wins }) => {
          const choice = choices.find((one) => one.key === key)
          return (
            <tr key={key} data-wins={wins ? true : undefined}>
              <th scope="row">
                {choice !== undefined && <TimeName choice={choice} />}
                {wins && (
                  <span className="state-line" data-tone="ok">
                    <Icon name="check" />
                    Chosen
                  </span>
                )}
              </th>
              <td className="num">{shown}</td>
              <td className="num">{showVotes(readVotes(ifNeedBe ?? "0"))}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** "Thu 24 Dec, 19:00" in the reader's zone, "Thu 24 Dec 2026" of a whole day: short enough for a column's head. */
const headOf = (choice: ProposalChoice, zone: string): string => {
  const span = spanOf(choice)
  return span === null || span.isDays ? choice.label : momentIn("datedClock", span.from, zone)
}

const marks: Readonly<Record<number, string>> = { 2: "✓", 1: "(✓)", 0: "–" }

type TableProps = { readonly ballots: ReadonlyArray<BallotLine>; readonly proposal: ProposalView }

/** Who can make which time, of the ballots on this page that count. */
export function TimesTable({ ballots, proposal }: TableProps) {
  const zone = useZone()
  const rows = ballots.filter(
    ({ answers, isReplaced, spoilt }) => answers !== null && isReplaced !== true && spoilt === null
  )
  if (rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls inside its own box, which the keyboard must reach
    <section className="scroll" tabIndex={0} aria-label="Who can make which time">
      <table className="table times-table">
        <caption className="small muted">Times in {zone}. ✓ Yes, (✓) If need be, – No.</caption>
        <thead>
          <tr>
            <th scope="col">Voter</th>
            {proposal.choices.map((choice) => (
              <th key={choice.key} scope="col">
                {headOf(choice, zone)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ answers, seq, voter }) => (
            <tr key={seq}>
              <th scope="row">{voter === null ? "–" : nameOf(voter)}</th>
              {proposal.choices.map(({ key }) => (
                <Answer key={key} answer={answers?.[key] ?? 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Answer({ answer }: { readonly answer: number }) {
  return (
    <td data-answer={answer}>
      <span aria-hidden="true">{marks[answer]}</span>
      <span className="visually-hidden">{timeAnswers.find(({ value }) => value === answer)?.label}</span>
    </td>
  )
}
