import { Link } from "@remix-run/react"
import { useZone } from "~/components/base/parts/time-pair"
import { publicProposalHref } from "~/components/governance/proposals/paths"
import { chipOf } from "~/components/governance/proposals/state-words"
import { absoluteTime, momentIn } from "~/effects/base/text/moments"
import type { ProposalStatus } from "~/effects/governance/votes/proposal/Proposal"

interface Line {
  readonly ref: string
  readonly title: string
  readonly slug: string
  readonly community: string
  readonly at: number
}
interface VoteLine extends Line {
  readonly state: ProposalStatus
  readonly closesAt: number
}

export interface PersonRecord {
  readonly voted: ReadonlyArray<VoteLine>
  readonly authored: ReadonlyArray<VoteLine>
  readonly issued: ReadonlyArray<Line>
  readonly turnout: { readonly voted: number; readonly asked: number }
}

type Props = { readonly record: PersonRecord; readonly now: number; readonly isOwn: boolean }

/**
 * What a person did in public communities: where they voted (never how), what they proposed, and the bonds they issued.
 */
export function PublicRecord({ isOwn, now, record: { authored, issued, turnout, voted } }: Props) {
  const stateOf = ({ closesAt, state }: VoteLine) => chipOf({ status: state, closesAt, isDelayed: false }, now).word
  return (
    <>
      <section className="block" aria-labelledby="voted">
        <h2 id="voted" className="h3 block__head">
          Votes
        </h2>
        <p className={turnout.asked === 0 ? "muted" : undefined}>{turnoutWords(turnout, isOwn)}</p>
        <Lines lines={voted} hrefOf={({ ref, slug }) => publicProposalHref(slug, Number(ref))} noteOf={stateOf} />
      </section>
      {authored.length > 0 && (
        <section className="block" aria-labelledby="authored">
          <h2 id="authored" className="h3 block__head">
            Proposals
          </h2>
          <Lines lines={authored} hrefOf={({ ref, slug }) => publicProposalHref(slug, Number(ref))} noteOf={stateOf} />
        </section>
      )}
      {issued.length > 0 && (
        <section className="block" aria-labelledby="issued">
          <h2 id="issued" className="h3 block__head">
            Bonds issued
          </h2>
          <Lines lines={issued} hrefOf={({ ref, slug }) => `/explore/${slug}/bonds/${ref}`} noteOf={({ ref }) => ref} />
        </section>
      )}
    </>
  )
}

/** Rounded down, like every percentage on the site. */
const turnoutWords = ({ asked, voted }: PersonRecord["turnout"], isOwn: boolean): string => {
  if (asked === 0) return `No vote that ${isOwn ? "you" : "they"} could take part in has closed yet.`
  const share = Math.floor((voted * 100) / asked)
  return `Took part in ${voted} of ${asked} closed ${asked === 1 ? "vote" : "votes"} in public communities: ${share}%.`
}

interface LinesProps<L extends Line> {
  readonly lines: ReadonlyArray<L>
  readonly hrefOf: (line: L) => string
  readonly noteOf: (line: L) => string
}

function Lines<L extends Line>({ hrefOf, lines, noteOf }: LinesProps<L>) {
  const zone = useZone()
  if (lines.length === 0) return null
  return (
    <ul className="dated">
      {lines.map((line) => (
        <li key={`${line.slug}-${line.ref}`}>
          <time dateTime={new Date(line.at).toISOString()} title={absoluteTime(line.at, zone)}>
            {momentIn("shortDay", line.at, zone)}
          </time>
          <span>
            <Link to={hrefOf(line)}>{line.title}</Link>{" "}
            <span className="muted">
              · {noteOf(line)} · {line.community}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
