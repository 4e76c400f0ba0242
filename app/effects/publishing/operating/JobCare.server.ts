/**
 * Running a job again before its time, and setting aside a piece of one that dies each time. The rows are looked at by all
 * servers, so it does not matter which process asks.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { JobReports } from "~/effects/base/jobs/JobReports.server"
import { Leases } from "~/effects/base/jobs/Leases.server"
import { PieceRows } from "~/effects/base/jobs/PieceRows.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { AlreadySo, NothingFound } from "./errors"
import type { Order } from "./Operator"
import { OperatorLog } from "./OperatorLog.server"

export class JobCare extends Effect.Service<JobCare>()("effects/JobCare", {
  dependencies: [JobReports.Default, Leases.Default, PieceRows.Default, OperatorLog.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const leases = yield* Leases
    const log = yield* OperatorLog
    const reports = yield* JobReports
    const pieces = yield* PieceRows

    const runNow = Effect.fn("JobCare.runNow")(function* (name: string, order: Order) {
      const job = (yield* reports.jobs).find((each) => each.name === name)
      if (job === undefined) return yield* new NothingFound({ thing: "job", name })
      if (job.isRunning) return yield* new AlreadySo({ message: `The job ${name} is running.` })
      if (!(yield* leases.runAgain(name))) return yield* new NothingFound({ thing: "job", name })
      yield* log.record(order, "run-job", `Ran “${name}”`, { type: "job", id: name, label: name })
      return { summary: `The job ${name} runs within a minute` }
    }, atomically(sql))

    const targetOf = (job: string, piece: string) =>
      ({ type: "job", id: `${job} ${piece}`, label: `${job} ${piece}` }) as const

    /** For a piece that dies each time because what is stored of it cannot be read: no job tries it, and no alert tells of it. */
    const setAside = Effect.fn("JobCare.setAside")(function* (job: string, piece: string, order: Order) {
      if (!(yield* pieces.setAside(job, piece))) {
        return yield* new NothingFound({ thing: "piece that was set back", name: `${job} ${piece}` })
      }
      yield* log.record(order, "set-aside", "Set a piece aside", targetOf(job, piece))
      return { summary: `${job} ${piece} is set aside: no job tries it until it is put back` }
    }, atomically(sql))

    const putBack = Effect.fn("JobCare.putBack")(function* (job: string, piece: string, order: Order) {
      if (!(yield* pieces.putBack(job, piece))) {
        return yield* new NothingFound({ thing: "piece that was set back or aside", name: `${job} ${piece}` })
      }
      yield* log.record(order, "put-back", "Put a piece back", targetOf(job, piece))
      return { summary: `${job} ${piece} is tried again when its job runs next` }
    }, atomically(sql))

    return { setAside, putBack, list: reports.jobs, setBack: reports.setBack, runNow }
  })
}) {}
