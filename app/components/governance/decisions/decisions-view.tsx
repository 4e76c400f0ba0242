import { Link } from "@remix-run/react"
import { CheckCode, PaperButtons, PaperHead } from "~/components/base/parts/paper"
import { useFrame } from "~/components/base/site/use-frame"
import { counted } from "~/effects/base/text/counted"
import { inUtc } from "~/effects/base/text/moments"
import type { Decision } from "~/effects/governance/decisions/register"
import type { DecisionsPage } from "~/effects/governance/decisions/view"
import { decisionsPath, proposalPath, proposalsPath } from "~/effects/governance/proposals/paths"
import { AgendaView } from "./agenda-view"

type Register = Extract<DecisionsPage, { readonly state: "register" }>

/** What a community decided in a year, on the page, as a file and for printing; or the agenda of a meeting. */
export function DecisionsView({ page }: { readonly page: DecisionsPage }) {
  return page.state === "agenda" ? <AgendaView page={page} /> : <RegisterView page={page} />
}

function RegisterView({ page }: { readonly page: Register }) {
  const { id } = useFrame()
  const { checked, code, year } = page
  return (
    <div className="stack" data-gap="l">
      <RegisterTools page={page} />
      <RegisterSheet page={page} />
      {code !== null && (
        <CheckCode
          document="register"
          code={code}
          checked={checked}
          period={["year", year]}
          same="the printed decisions match today's."
          other="The paper may be of another year or community, it may have been changed, or a decision may have been carried out since."
        />
      )}
      <p className="row no-print">
        <Link to={proposalsPath(id)}>Proposals</Link>
        <Link to={decisionsPath(id, "view=agenda")}>Agenda of a meeting</Link>
      </p>
    </div>
  )
}

function RegisterTools({ page: { earlier, later, slug, year } }: { readonly page: Register }) {
  const { id } = useFrame()
  const file = `/api/exports/decisions?community=${slug}&year=${year}&format=`
  return (
    <div className="row no-print" data-apart>
      <nav className="row small" aria-label="Other years">
        {earlier !== null && <Link to={decisionsPath(id, `year=${earlier}`)}>‹ {earlier}</Link>}
        {later !== null && <Link to={decisionsPath(id, `year=${later}`)}>{later} ›</Link>}
      </nav>
      <PaperButtons file={file} />
    </div>
  )
}

function RegisterSheet({ page: { code, decisions, now, slug, year } }: { readonly page: Register }) {
  const isRunning = code === null
  return (
    <article className="sheet statement" data-lay="page" aria-labelledby="register">
      <PaperHead kind="Register of decisions" name={`D-${slug}-${year}`} />
      <h1 id="register" className="h2">
        Decisions of {year}
      </h1>
      {decisions.length === 0 ? (
        <p className="muted">No vote was counted in {year}.</p>
      ) : (
        <>
          <p>
            {counted(decisions.length, "vote")} counted, in the order in which {decisions.length === 1 ? "it" : "they"}{" "}
            ended.{isRunning && " The year has not ended."}
          </p>
          <DecisionTable decisions={decisions} />
        </>
      )}
      <p className="small muted statement__foot">
        {code !== null && (
          <>
            Check code <b className="digest">{code}</b>: made from everything in this register. The JSON file has the
            whole checksum and can be checked on the page Verify.{" "}
          </>
        )}
        Made on {inUtc("moment", now)} UTC. All times are UTC.
      </p>
    </article>
  )
}

function DecisionTable({ decisions }: { readonly decisions: ReadonlyArray<Decision> }) {
  const { id } = useFrame()
  return (
    <table className="table" data-cards>
      <caption className="visually-hidden">Decisions, the first first</caption>
      <thead>
        <tr>
          <th scope="col">Ended</th>
          <th scope="col">Decision</th>
          <th scope="col">Result</th>
          <th scope="col" className="num">
            Voted
          </th>
        </tr>
      </thead>
      <tbody>
        {decisions.map(({ closedAt, eligible, number, result, state, title, transaction, voters }) => (
          <tr key={number}>
            <td data-label="Ended">{inUtc("day", Date.parse(closedAt))}</td>
            <th scope="row" data-label="Decision">
              <span>
                <Link to={proposalPath(id, number)}>
                  {number}. {title}
                </Link>
                {transaction !== null && <small className="digest">{transaction}</small>}
              </span>
            </th>
            <td data-label="Result">
              <span>
                <b>{state}</b>
                {result !== "" && <small className="statement__sum">{result}</small>}
              </span>
            </td>
            <td className="num" data-label="Voted">
              {voters} of {eligible}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
