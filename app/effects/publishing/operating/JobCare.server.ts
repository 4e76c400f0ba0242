/**
 * Runs a job before its time, and sets aside a work item that fails every time. All servers read these rows, so any
 * process may make the request.
 */
import { Effect } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { JobReports } from "~/effects/base/jobs/JobReports.server"
import { Leases } from "~/effects/base/jobs/Leases.server"
import { WorkItemRows } from "~/effects/base/jobs/WorkItemRows.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { AlreadySo, NothingFound } from "./errors"
import type { Order } from "./Operator"
import { OperatorLog } from "./OperatorLog.server"

export class JobCare extends Effect.Service<JobCare>()("publishing/operating/JobCare", {
  dependencies: [JobReports.Default, Leases.Default, WorkItemRows.Default, OperatorLog.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const leases = yield* Leases
    const log = yield* OperatorLog
    const reports = yield* JobReports
    const items = yield* WorkItemRows

    const runNow = Effect.fn("JobCare.runNow")(function* (name: string, order: Order) {
      const job = (yield* reports.jobs).find((each) => each.name === name)
      if (job === undefined) return yield* new NothingFound({ thing: "job", name })
      if (job.isRunning) return yield* new AlreadySo({ message: `The job ${name} is running.` })
      if (!(yield* leases.runAgain(name))) return yield* new NothingFound({ thing: "job", name })
      yield* log.record(order, "run-job", `Requested a run of “${name}”`, { type: "job", id: name, label: name })
      return { summary: `The job ${name} runs within a minute` }
    }, atomically(sql))

    const targetOf = (job: string, item: string) =>
      ({ type: "job", id: `${job} ${item}`, label: `${job} ${item}` }) as const

    /**
     * For a work item that fails every time because its stored data cannot be read: no job retries it and no alert
     * reports it any more.
     */
    const setAside = Effect.fn("JobCare.setAside")(function* (job: string, item: string, order: Order) {
      if (!(yield* items.setAside(job, item))) {
        return yield* new NothingFound({ thing: "item that was postponed", name: `${job} ${item}` })
      }
      yield* log.record(order, "set-aside", "Set a work item aside", targetOf(job, item))
      return { summary: `${job} ${item} is set aside: no job retries it until it is put back` }
    }, atomically(sql))

    const putBack = Effect.fn("JobCare.putBack")(function* (job: string, item: string, order: Order) {
      if (!(yield* items.putBack(job, item))) {
        return yield* new NothingFound({ thing: "item that was postponed or set aside", name: `${job} ${item}` })
      }
      yield* log.record(order, "put-back", "Put a work item back", targetOf(job, item))
      return { summary: `${job} ${item} is retried when its job runs next` }
    }, atomically(sql))

    return { setAside, putBack, list: reports.jobs, setBack: reports.setBack, runNow }
  })
}) {}
