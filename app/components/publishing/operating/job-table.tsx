import { Link } from "@remix-run/react"
import { Fragment } from "react"
import { Icon } from "~/components/base/parts/icon"
import { RowMore } from "~/components/base/parts/row-more"
import type { JobReport, SetBack } from "~/effects/base/jobs/JobReport"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { inUtc } from "~/effects/base/text/moments"
import { jobStateOf, lagWords } from "~/effects/publishing/operating/jobState"
import { ReasonForm, RequestRow, requestHref, useOpenRequest } from "./reason-form"

const PAGE = "/operator"
const RUN = "run-job"
const COLUMNS = 6

type Props = {
  readonly jobs: ReadonlyArray<JobReport>
  readonly isReadOnly: boolean
  readonly reply: PageReply | undefined
}

export function JobTable({ isReadOnly, jobs, reply }: Props) {
  const isOpen = useOpenRequest(reply)
  if (jobs.length === 0) return <p className="muted">No jobs have run yet. They start within a minute.</p>
  return (
    <table className="table operator-table" data-cards data-lines>
      <caption className="visually-hidden">Jobs</caption>
      <thead>
        <tr>
          <th scope="col">Job</th>
          <th scope="col" data-line="fact">
            State
          </th>
          <th scope="col" className="num">
            Lag
          </th>
          <th scope="col">Last end, UTC</th>
          <th scope="col">Last failure, UTC</th>
          <th scope="col">
            <span className="visually-hidden">Action</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <Fragment key={job.name}>
            <JobRow job={job} isReadOnly={isReadOnly} />
            {isOpen(RUN, job.name) && (
              <RequestRow columns={COLUMNS} title={`Run ${job.name} now`}>
                <ReasonForm
                  action={PAGE}
                  intent={RUN}
                  on={job.name}
                  button="Run now"
                  hint="The job starts within a minute and retries its postponed work items. The reason goes into the audit log."
                  cancel={PAGE}
                  reply={reply}
                />
              </RequestRow>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

function JobRow({ isReadOnly, job }: { readonly job: JobReport; readonly isReadOnly: boolean }) {
  const state = jobStateOf(job, isReadOnly)
  return (
    <tr>
      <th scope="row">
        <span>
          {job.name}
          <small data-line="rest">{job.periodMs > 60_000 ? "every hour" : "every minute"}</small>
        </span>
        <RowMore what={job.name} isOpen={state.tone === "bad"} />
      </th>
      <td data-label="State" data-line="fact">
        <span>
          <span className="state-line" data-tone={state.tone}>
            <Icon name={state.tone === "ok" ? "check" : "alert"} />
            {state.word}
          </span>
          {job.setBack > 0 && <small>{counted(job.setBack, "work item")} postponed</small>}
        </span>
      </td>
      <td className="num" data-label="Lag" data-line="rest">
        {lagWords(job)}
      </td>
      <td data-label="Last end, UTC" data-line="rest">
        {job.lastEndAt === null ? "never" : inUtc("moment", job.lastEndAt)}
      </td>
      <td data-label="Last failure, UTC" data-line="rest">
        {job.lastDeathAt === null ? (
          "none"
        ) : (
          <span>
            {inUtc("moment", job.lastDeathAt)}
            {job.reason !== null && <small>{job.reason}</small>}
          </span>
        )}
      </td>
      <td className="acts" data-line="rest">
        <Link
          className="button"
          data-size="s"
          to={requestHref(PAGE, RUN, job.name)}
          preventScrollReset
          aria-label={`Run now: ${job.name}`}
        >
          Run now
        </Link>
      </td>
    </tr>
  )
}

/** Lists the work items that jobs postponed or that operators set aside, each with its last error. */
export function SetBackList({ items }: { readonly items: ReadonlyArray<SetBack> }) {
  if (items.length === 0) return null
  return (
    <>
      <h3 className="h4 operator-part">Items postponed after an error, or set aside</h3>
      <ul className="entries small">
        {items.map(({ job, nextAt, item, reason, setAsideAt, tries }) => (
          <li key={`${job} ${item}`}>
            <p>
              <b>{job}</b> <span className="address">{item}</span>
            </p>
            <p className="muted">
              {counted(tries, "try", "tries")},{" "}
              {setAsideAt === null
                ? `next ${inUtc("moment", nextAt)} UTC`
                : `set aside since ${inUtc("moment", setAsideAt)} UTC`}
              : {reason}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
