import { AsTable } from "~/components/base/charts/chart-frame"
import type { ResultLine } from "~/effects/governance/proposals/views"
import type { DelegatedWeight } from "~/effects/governance/votes/Tally"
import { formatVotes, readVotes } from "~/effects/governance/votes/weight"
import { DelegatedBars } from "./delegated-bars"
import { shownVotes } from "./words"

type Props = { readonly lent: DelegatedWeight; readonly lines: ReadonlyArray<ResultLine>; readonly unit: string }

/** How much of a count was delegated, by choice, and what stayed unused. */
export function DelegatedTally({ lent: delegated, lines, unit }: Props) {
  const parts = lines.map(({ key, label, votes }) => {
    const part = delegated.perChoice.find((line) => line.key === key)?.votes ?? "0"
    return { label, part, own: formatVotes(readVotes(votes) - readVotes(part)), votes }
  })
  const said = parts.filter(({ votes }) => readVotes(votes) > 0n)
  return (
    <div className="stack" data-gap="s">
      <p className="status-line">
        {said.length === 0
          ? "No delegated vote has been used yet."
          : said
              .map(({ label, own, part }) => `${label}: ${shownVotes(own)} own and ${shownVotes(part)} delegated.`)
              .join(" ")}
      </p>
      <DelegatedBars parts={parts} />
      <dl className="facts">
        <Fact name="Delegated when the vote opened" value={`${shownVotes(delegated.given)} ${unit}`} />
        <Fact name="Of those, voted themselves" value={shownVotes(delegated.voted)} />
        <Fact name="Used" value={shownVotes(delegated.used)} />
        <Fact name="Unused, above the limit per delegate" value={shownVotes(delegated.over)} />
        <Fact name="Unused, the delegate cast no ballot that counts" value={shownVotes(delegated.idle)} />
        {delegated.excluded !== undefined && (
          <Fact
            name="Unused, the delegator was suspended or had left when their delegate voted"
            value={shownVotes(delegated.excluded)}
          />
        )}
      </dl>
      <AsTable
        caption="Own and delegated"
        columns={["Choice", "Own", "Delegated", "Together"]}
        rows={parts.map(({ label, own, part, votes }) => [label, shownVotes(own), shownVotes(part), shownVotes(votes)])}
      />
    </div>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
