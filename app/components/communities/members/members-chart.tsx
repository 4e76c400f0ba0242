import { StepChart } from "~/components/base/charts/step-chart"
import { dayInWords } from "~/components/base/parts/day"
import { counted } from "~/effects/base/text/counted"
import type { MembersAt } from "~/effects/communities/members/page"

const wordsOf = (at: number): string => dayInWords(new Date(at).toISOString().slice(0, 10))

/** Members over time, with a point for each day on which something happened. */
export function MembersChart({ now, points }: { readonly now: number; readonly points: ReadonlyArray<MembersAt> }) {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined) return null
  const says = `${counted(last.value, "member")} now; ${first.value} on ${wordsOf(first.at)}.`
  return (
    <section className="block" aria-labelledby="over-time">
      <div className="block__head">
        <h2 className="h3" id="over-time">
          Members over time
        </h2>
      </div>
      <StepChart
        says={says}
        name={says}
        steps={points}
        until={Math.max(now, last.at)}
        dates={[wordsOf(first.at), wordsOf(now)]}
        table={{
          caption: "Members over time",
          columns: ["Day", "Members"],
          rows: points.map(({ at, value }) => [wordsOf(at), String(value)] as const)
        }}
      />
    </section>
  )
}
