import { Link } from "@remix-run/react"
import { BallotStrip, type Mark } from "~/components/base/charts/ballot-strip"
import { FilterChoice, FilterForm, FilterSearch } from "~/components/base/forms/filter-form"
import { Block } from "~/components/base/parts/block"
import { Icon } from "~/components/base/parts/icon"
import { nameOf } from "~/components/base/parts/person-line"
import { TimePair } from "~/components/base/parts/time-pair"
import { shortHash } from "~/components/wallet/signing/ask-signature"
import { counted } from "~/effects/base/text/counted"
import type { BallotLine, BallotsPage, ProposalView } from "~/effects/governance/proposals/views"
import { readVotes, showVotes } from "~/effects/governance/votes/weight"
import { Proof } from "./ballot-proof"
import { TimesTable } from "./times-table"

type Props = {
  readonly page: BallotsPage
  readonly proposal: ProposalView
  readonly now: number
  /** The page's own address, to which filters and pages are added. */
  readonly path: string
}

const withSearch = (path: string, search: Readonly<Record<string, string>>): string => {
  const url = new URL(path, "http://page")
  for (const [name, value] of Object.entries(search)) if (value !== "") url.searchParams.set(name, value)
  return `${url.pathname}${url.search}#ballots`
}

/** Every ballot in the order of the chain: voter, choice, voting power and proof. */
export function BallotsTable({ now, page, path, proposal }: Props) {
  const { ballots, choice, q, total } = page
  const { isSealed } = proposal
  const isHidden = proposal.results?.shown === false
  const isNarrowed = choice !== "" || q !== ""
  return (
    <Block
      id="ballots"
      title="Ballots"
      more={
        <span className="row small">
          <a href={proposal.files.csv}>CSV</a>
          {proposal.files.election !== null && (
            <>
              <a href={proposal.files.election.blt}>BLT</a>
              <a href={proposal.files.election.records}>Vote records</a>
            </>
          )}
          <a href={proposal.files.json}>Ballot file</a>
          <Link to="/verify">Verify</Link>
        </span>
      }
    >
      {total === 0 ? (
        <p className="muted">No votes yet.</p>
      ) : (
        <div className="stack">
          <Strip page={page} proposal={proposal} />
          {isHidden && !isSealed && (
            <p className="small muted">
              Until the close the operator of this site can see the choices. Hashes and places in the chain are public
              immediately.
            </p>
          )}
          {!isHidden && <Filters page={page} path={path} proposal={proposal} />}
          {ballots.length === 0 ? (
            <p className="muted">
              {isNarrowed ? "No ballot matches. " : "There are no later ballots."}
              <Link to={path}>Show all ballots</Link>
            </p>
          ) : (
            <>
              {proposal.voteType === "dates" && <TimesTable ballots={ballots} proposal={proposal} />}
              <Ballots ballots={ballots} isHidden={isHidden && !isSealed} now={now} />
            </>
          )}
          <Pages page={page} path={path} />
        </div>
      )}
    </Block>
  )
}

type BallotsProps = { readonly ballots: ReadonlyArray<BallotLine>; readonly isHidden: boolean; readonly now: number }

function Ballots({ ballots, isHidden, now }: BallotsProps) {
  return (
    <table className="table ballots" data-cards>
      <caption className="visually-hidden">Ballots</caption>
      <thead>
        <tr>
          <th scope="col">No.</th>
          {!isHidden && (
            <>
              <th scope="col">Voter</th>
              <th scope="col">Choice</th>
              <th scope="col" className="num">
                Weight
              </th>
              <th scope="col">Reason</th>
              <th scope="col">Time</th>
            </>
          )}
          <th scope="col">Proof</th>
        </tr>
      </thead>
      <tbody>
        {ballots.map((ballot) => (
          <Line key={ballot.seq} ballot={ballot} isHidden={isHidden} now={now} />
        ))}
      </tbody>
    </table>
  )
}

/** Links to the ballots before and after. */
function Pages({ page: { after, before, choice, q, total }, path }: Pick<Props, "page" | "path">) {
  return (
    <nav className="pager" aria-label="Pages of ballots">
      <span className="muted">{counted(total, "ballot")} recorded</span>
      {before !== null && (
        <Link to={withSearch(path, { choice, bq: q, until: String(before) })} preventScrollReset rel="prev">
          Previous ballots
        </Link>
      )}
      {after !== null && (
        <Link to={withSearch(path, { choice, bq: q, seq: String(after) })} preventScrollReset rel="next">
          Next ballots
        </Link>
      )}
    </nav>
  )
}

const marks: Readonly<Record<string, Mark>> = { Yes: "yes", No: "no", Abstain: "abstain" }

/** A strip of all ballots of a basic vote; for a page of a longer vote only the hash of the last ballot. */
function Strip({ page: { ballots, total }, proposal }: Pick<Props, "page" | "proposal">) {
  const foot =
    proposal.headHash === null ? undefined : `Audit hash after ballot ${total}: ${shortHash(proposal.headHash)}`
  const shown = ballots.flatMap(({ choice }) => {
    const mark = marks[choice ?? ""]
    return mark === undefined ? [] : [mark]
  })
  const isWhole = proposal.voteType === "basic" && shown.length === total
  return <BallotStrip marks={isWhole ? shown : []} {...(foot !== undefined && { foot })} />
}

function Filters({ page, path, proposal }: Omit<Props, "now">) {
  const url = new URL(path, "http://page")
  return (
    <FilterForm
      name="Ballots"
      action={url.pathname}
      asked={`${page.choice}${page.q}`}
      submit="Filter"
      lay="choices"
      staysHere
    >
      {[...url.searchParams].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {proposal.voteType !== "dates" && (
        <FilterChoice
          id="ballots-choice"
          name="choice"
          label="Choice"
          any="Any"
          options={proposal.choices.map(({ key, label }) => [key, label] as const)}
          value={page.choice}
        />
      )}
      <FilterSearch id="ballots-q" name="bq" label="Voter or reason" length={{ max: 60 }} value={page.q} />
    </FilterForm>
  )
}

type LineProps = { readonly ballot: BallotLine; readonly isHidden: boolean; readonly now: number }

function Line({ ballot, isHidden, now }: LineProps) {
  return (
    <tr id={`ballot-${ballot.seq}`} data-replaced={ballot.isReplaced === true ? true : undefined}>
      <td data-label="No.">{ballot.seq}</td>
      {!isHidden && (
        <>
          <th scope="row" data-head>
            {ballot.voter === null ? "–" : nameOf(ballot.voter)}
          </th>
          <td data-label="Choice" data-beside>
            <Said ballot={ballot} />
            {ballot.isReplaced === true && <span className="small muted"> (replaced later)</span>}
          </td>
          <td className="num" data-label="Weight">
            {ballot.weight ?? "–"}
            {ballot.delegated !== null && ballot.delegated !== "0" && (
              <span className="small muted"> + {showVotes(readVotes(ballot.delegated))} delegated</span>
            )}
          </td>
          <td data-label="Reason" className="reason">
            {ballot.spoilt === null ? (ballot.reason ?? "") : `Not counted. ${ballot.spoilt}`}
            {ballot.isSealed && ballot.isReplaced === true && (
              <>
                Not opened because it was replaced. Hash <span className="digest">{shortHash(ballot.digest)}</span>
              </>
            )}
          </td>
          <td data-label="Time" className="nowrap">
            {ballot.castAt === null ? "–" : <TimePair at={Date.parse(ballot.castAt)} now={now} short />}
          </td>
        </>
      )}
      <td data-label="Proof">
        <Proof ballot={ballot} />
      </td>
    </tr>
  )
}

function Said({ ballot: { choice, isSealed, spoilt } }: { readonly ballot: BallotLine }) {
  if (isSealed) {
    return (
      <span className="state-line muted">
        <Icon name="lock" />
        Sealed
      </span>
    )
  }
  return spoilt === null ? (choice ?? "–") : "Spoilt"
}
