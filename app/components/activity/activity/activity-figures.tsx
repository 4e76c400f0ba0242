import { LineChart } from "~/components/base/charts/line-chart"
import { StepChart } from "~/components/base/charts/step-chart"
import { Block } from "~/components/base/parts/block"
import { type Figures, turnoutPct, turnoutText, VOTES_FOR_LINE } from "~/effects/activity/activity/figures"
import { counted } from "~/effects/base/text/counted"
import { grouped } from "~/effects/base/text/grouped"
import { inUtc } from "~/effects/base/text/moments"

type Props = { readonly figures: Figures; readonly now: number }

/** The charts of the activity page (docs/product/publishing.md). Each chart's numbers are in a sentence above it. */
export function ActivityFigures({ figures: { members, turnouts, weeks }, now }: Props) {
  const first = members[0]
  const last = members.at(-1)
  const posts = weeks.reduce((sum, week) => sum + week.posts, 0)
  const most = Math.max(1, ...weeks.map((week) => week.posts))
  const top = most % 2 === 0 ? most : most + 1
  const here = counted(last?.value ?? 0, "member")
  return (
    <>
      <Block id="participation" title="Participation">
        <Participation turnouts={turnouts} />
      </Block>
      <Block id="members-over-time" title="Members over time">
        <StepChart
          name={`Members over time, ${here} now`}
          says={
            first === undefined || first === last
              ? `${here}.`
              : `${here}; ${counted(first.value, "member")} on ${inUtc("day", first.at)}.`
          }
          steps={members}
          until={now}
          dates={[first === undefined ? "" : inUtc("shortDay", first.at), "today"]}
          table={{
            caption: "Members over time",
            columns: ["From", "Members"],
            rows: members.map(({ at, value }) => [inUtc("day", at), grouped(value)] as const)
          }}
        />
      </Block>
      <Block id="posts" title="Posts per week">
        <LineChart
          name={`Posts per week, ${posts} in ${counted(weeks.length, "week")}`}
          says={`${counted(posts, "post")} in the last ${counted(weeks.length, "week")}.`}
          points={weeks.map(({ monday, posts: count }) => ({
            label: inUtc("shortDay", monday),
            value: count,
            text: String(count),
            detail: `Week of ${inUtc("day", monday)}: ${counted(count, "post")}`
          }))}
          scale={{ max: top, words: [String(top), String(top / 2), "0"] }}
          table={{
            caption: "Posts per week",
            columns: ["Week of", "Posts"],
            rows: weeks.map(({ monday, posts: count }) => [inUtc("day", monday), String(count)] as const)
          }}
        />
      </Block>
    </>
  )
}

/** Turnout of each of the latest votes. */
function Participation({ turnouts }: Pick<Figures, "turnouts">) {
  const last = turnouts.at(-1)
  if (last === undefined) {
    return <p className="chart-says">No vote has closed yet. Participation is shown from the third vote on.</p>
  }
  const took = ({ eligible, voters }: typeof last) => `${voters} of ${counted(eligible, "eligible member")} voted`
  const says = `${turnoutText(last)} in the last vote: ${took(last)}.`
  if (turnouts.length < VOTES_FOR_LINE) return <p className="chart-says">{says}</p>
  return (
    <LineChart
      name={`Participation in the last ${turnouts.length} votes that closed`}
      says={says}
      points={turnouts.map((turnout) => ({
        label: `No. ${turnout.number}`,
        value: turnoutPct(turnout),
        text: turnoutText(turnout),
        detail: `No. ${turnout.number}: ${took(turnout)}`
      }))}
      scale={{ max: 100, words: ["100%", "50%", "0%"] }}
      table={{
        caption: "Participation in closed votes",
        columns: ["Vote", "Voting closed", "Voted", "Share"],
        rows: turnouts.map(
          (turnout) =>
            [
              `No. ${turnout.number}`,
              inUtc("day", turnout.at),
              `${turnout.voters} of ${turnout.eligible}`,
              turnoutText(turnout)
            ] as const
        )
      }}
    />
  )
}
