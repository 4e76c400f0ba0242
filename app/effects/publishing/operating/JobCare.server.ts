/** Running a job again before its time. The row is looked at by all servers, so it does not matter which process asks. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { JobReports } from "~/effects/base/jobs/JobReports.server"
import { Leases } from "~/effects/base/jobs/Leases.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { AlreadySo, NothingFound } from "./errors"
import type { Order } from "./Operator"
import { OperatorLog } from "./OperatorLog.server"

export class JobCare extends Effect.Service<JobCare>()("effects/JobCare", {
  dependencies: [JobReports.Default, Leases.Default, OperatorLog.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const leases = yield* Leases
    const log = yield* OperatorLog
    const reports = yield* JobReports

    const runNow = Effect.fn("JobCare.runNow")(function* (name: string, order: Order) {
      const job = (yield* reports.jobs).find((each) => each.name === name)
      if (job === undefined) return yield* new NothingFound({ thing: "job", name })
      if (job.isRunning) return yield* new AlreadySo({ message: `The job ${name} is running.` })
      if (!(yield* leases.runAgain(name))) return yield* new NothingFound({ thing: "job", name })
      yield* log.record(order, "run-job", `Ran “${name}”`, { type: "job", id: name, label: name })
      return { summary: `The job ${name} runs within a minute` }
    }, atomically(sql))

    return { list: reports.jobs, setBack: reports.setBack, runNow }
  })
}) {}
