import { Form, Link } from "@remix-run/react"
import { NothingYet } from "~/components/base/parts/nothing-yet"
import { PaperHead, PrintButton } from "~/components/base/parts/paper"
import { useFrame } from "~/components/base/site/use-frame"
import { inUtc } from "~/effects/base/text/moments"
import type { DecisionsPage } from "~/effects/governance/decisions/view"
import { decisionsPath, proposalPath } from "~/effects/governance/proposals/paths"

type Agenda = Extract<DecisionsPage, { readonly state: "agenda" }>

/** Choosing proposals and their order, and the agenda to print. Its address contains it, and can be sent to others. */
export function AgendaView({ page }: { readonly page: Agenda }) {
  const { id } = useFrame()
  return (
    <div className="stack" data-gap="l">
      {page.items.length > 0 && (
        <>
          <p className="row no-print">
            <PrintButton />
          </p>
          <AgendaSheet page={page} />
        </>
      )}
      {page.proposals.length === 0 ? (
        <section aria-labelledby="agenda-form">
          <h1 id="agenda-form">Agenda of a meeting</h1>
          <NothingYet>
            <p>An agenda is made of proposals that are open or in review, and there are none now.</p>
          </NothingYet>
        </section>
      ) : (
        <AgendaForm page={page} />
      )}
      <p className="no-print">
        <Link to={decisionsPath(id)}>Decisions</Link>
      </p>
    </div>
  )
}

function AgendaSheet({ page: { agenda, items, now, slug } }: { readonly page: Agenda }) {
  const { title, when, where } = agenda
  return (
    <article className="sheet statement" data-lay="page" aria-labelledby="agenda">
      <PaperHead kind="Agenda" name={slug} />
      <h1 id="agenda" className="h2">
        {title === "" ? "Agenda" : title}
      </h1>
      {(when !== "" || where !== "") && (
        <dl className="facts">
          {when !== "" && (
            <div>
              <dt>When</dt>
              <dd>{when}</dd>
            </div>
          )}
          {where !== "" && (
            <div>
              <dt>Where</dt>
              <dd>{where}</dd>
            </div>
          )}
        </dl>
      )}
      <ol className="stack">
        {items.map(({ author, closesAt, number, opensAt, state, summary, title: name }, index) => (
          <li key={number}>
            <p>
              <b>
                {index + 1}. {name}
              </b>{" "}
              (proposal {number}
              {author === null ? "" : `, by ${author}`})
            </p>
            {summary !== "" && <p>{summary}</p>}
            <p className="small muted">
              {state}. Voting from {inUtc("moment", opensAt)} to {inUtc("moment", closesAt)} UTC.
            </p>
          </li>
        ))}
      </ol>
      <p className="small muted statement__foot">Made on {inUtc("moment", now)} UTC. All times are UTC.</p>
    </article>
  )
}

function AgendaForm({ page: { agenda, items, proposals } }: { readonly page: Agenda }) {
  const { id } = useFrame()
  const Heading = items.length > 0 ? "h2" : "h1"
  return (
    <Form className="stack no-print" method="get" aria-labelledby="agenda-form" preventScrollReset>
      <Heading id="agenda-form">{items.length > 0 ? "Change the agenda" : "Agenda of a meeting"}</Heading>
      <input type="hidden" name="view" value="agenda" />
      <label className="field">
        <span className="label">Title</span>
        <input className="input" name="title" defaultValue={agenda.title} maxLength={120} />
        <small className="hint">For example: Annual general meeting 2027.</small>
      </label>
      <div className="columns" data-even>
        <label className="field">
          <span className="label">When</span>
          <input className="input" name="when" defaultValue={agenda.when} maxLength={120} />
        </label>
        <label className="field">
          <span className="label">Where</span>
          <input className="input" name="where" defaultValue={agenda.where} maxLength={120} />
        </label>
      </div>
      <fieldset className="stack">
        <legend className="label">Proposals, with their place on the agenda</legend>
        <p className="hint">Leave the place empty for a proposal that is not on the agenda.</p>
        {proposals.map(({ number, state, title }, index) => (
          <div className="row" key={number}>
            <label className="row">
              <input
                className="input agenda__place"
                name={`place${number}`}
                inputMode="numeric"
                pattern="[1-9][0-9]{0,3}"
                title="A whole number from 1"
                aria-label={`Place of proposal ${number}`}
                defaultValue={agenda.places[number] ?? (items.length === 0 ? index + 1 : "")}
              />
              <span>
                {number}. {title}
              </span>
            </label>
            <Link className="small" to={proposalPath(id, number)}>
              {state}
            </Link>
          </div>
        ))}
      </fieldset>
      <button className="button" data-kind="primary" type="submit">
        Show the agenda
      </button>
    </Form>
  )
}
