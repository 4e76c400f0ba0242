import { BallotStrip } from "~/components/base/charts/ballot-strip"
import { Histogram } from "~/components/base/charts/histogram"
import { LineChart } from "~/components/base/charts/line-chart"
import { MaturityTimeline } from "~/components/base/charts/maturity-timeline"
import { PaidBars } from "~/components/base/charts/paid-bars"
import { PaymentsChart } from "~/components/base/charts/payments-chart"
import { RankedRounds } from "~/components/base/charts/ranked-rounds"
import { StateProgress } from "~/components/base/charts/state-progress"
import { StepChart } from "~/components/base/charts/step-chart"
import { SmallVoteBar, VoteBar } from "~/components/base/charts/vote-bar"
import { BalanceLines } from "~/components/treasury/treasury/balance-lines"
import * as sample from "./chart-samples"
import { GuideSection, Specimen } from "./guide-section"

const vote = {
  name: "Yes 69.2 percent, passes; quorum met",
  parts: sample.votes,
  threshold: { at: 60, text: "60% needed" }
}
const turnout = { turnout: { share: 35, text: "35% of all members" }, quorum: { at: 20, text: "Quorum 20%" } }
const percentScale = { max: 100, words: ["100%", "50%", "0%"] } as const

function Votes() {
  return (
    <>
      <Specimen state="Vote, with threshold and quorum">
        <VoteBar
          {...vote}
          {...turnout}
          table={sample.voteTable}
          says="Yes has 69.2% of counted ballots, and 60% are needed. 14 of 40 members voted; the quorum is met."
        />
      </Specimen>
      <Specimen state="Vote, results hidden">
        <VoteBar
          {...turnout}
          name="Hidden"
          parts={null}
          table={{ caption: "Turnout", columns: ["What", "Members"], rows: [["Voted", "14"]] }}
          says="Results are hidden until the close. 14 of 40 members voted; the quorum is met."
        />
      </Specimen>
      <Specimen state="Vote on a card">
        <SmallVoteBar {...vote} />
      </Specimen>
      <Specimen state="Ballots in the order of the hash chain">
        <BallotStrip marks={sample.marks} foot="Audit hash after ballot 16: 51d0…aa93" />
      </Specimen>
      <Specimen state="Ranked count, first eliminated on top">
        <RankedRounds rounds={sample.rounds} />
      </Specimen>
    </>
  )
}

function People() {
  return (
    <>
      <Specimen state="Participation per closed vote">
        <LineChart
          says="In the last six closed votes between 50 and 85% of members voted."
          name="Participation in the last six closed votes: 57, 50, 64, 71, 85, 78 percent"
          points={sample.participation}
          scale={percentScale}
          table={{
            caption: "Participation",
            columns: ["Vote", "Eligible", "Voted"],
            rows: sample.participation.map(({ label, value }) => [label, "14", `${Math.round((value * 14) / 100)}`])
          }}
        />
      </Specimen>
      <Specimen state="Members over time">
        <StepChart
          says="From 3 members in March to 14 today."
          name="Members: 3 in March 2026, 14 in November 2026"
          steps={sample.members}
          until={sample.now}
          dates={["2 Mar 2026", "today"]}
          table={{
            caption: "Members",
            columns: ["Day", "Members"],
            rows: sample.members.map(({ date, value }) => [date, String(value)])
          }}
        />
      </Specimen>
      <Specimen state="Too little for a picture">
        <LineChart
          says="One vote has closed; 8 of 14 members took part."
          name="Participation"
          points={sample.participation.slice(0, 1)}
          scale={percentScale}
          table={{ caption: "Participation", columns: ["Vote", "Voted"], rows: [] }}
        />
      </Specimen>
    </>
  )
}

function Money() {
  return (
    <>
      <Specimen state="A token's balance over time">
        <BalanceLines lines={sample.balanceLines} now={sample.now} />
      </Specimen>
      <Specimen state="Bonds on a timeline">
        <MaturityTimeline
          says="The next payment is the coupon of SUN-2027A on 30 November."
          name="SUN-2027A pays four coupons and matures in November 2027. SUN-2028A is on sale and matures in November 2028."
          lanes={sample.lanes}
          now={sample.now}
          table={sample.laneTable}
        />
      </Specimen>
      <Specimen state="Payments by month">
        <PaymentsChart
          says="You pay 2,000 now and get 2,160 in all."
          name="2,000 out in November 2026; 40 in each quarter; 2,040 in November 2027"
          months={sample.months}
          totals={{ in: "2,160", out: "2,000" }}
        />
      </Specimen>
      <Specimen state="Paid and pending">
        <PaidBars
          says="80 XRD are paid, 3,080 are pending; the next payment is on 30 November."
          name="SUN-2027A: 80 paid, 2,080 pending. GRD-2027A: 0 paid, 1,000 pending."
          rows={sample.holdings}
          totals={{ paid: "80", toCome: "3,080" }}
        />
      </Specimen>
      <Specimen state="Amounts of a payout">
        <Histogram
          says="Most people get 40 GRD. Smallest 20, largest 40."
          name="63 people get 40, 24 get 35, 11 get 30, 2 get 20"
          unit="GRD"
          bins={sample.bins}
        />
      </Specimen>
      <Specimen state="Progress per state">
        <StateProgress says="116 of 187 are paid; 4 have to claim." states={sample.states} />
      </Specimen>
    </>
  )
}

export function Charts() {
  return (
    <GuideSection id="charts" title="Charts" rule="A sentence first, then the picture, then the table.">
      <Votes />
      <People />
      <Money />
    </GuideSection>
  )
}
