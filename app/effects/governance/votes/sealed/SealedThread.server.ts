/**
 * Opens ballots and checks files that may contain some without blocking the server: in a thread of its own, which a
 * build has as a file next to the server. Without that file (development, tests) in this thread, ballot by ballot,
 * yielding in between.
 */
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { Worker } from "node:worker_threads"
import { Effect } from "effect"
import { othersTurn } from "~/effects/base/jobs/inParts"
import { checkWithin, type TooManySealed } from "../file/checkWithin"
import type { Report } from "../file/Report"
import { type Opened, openOne, type ToCheck, type ToOpen, type ToVerify, verifyRound } from "./openTask"
import type { Task } from "./thread.server"

/** The file name set in vite.config.ts. */
const FILE = "sealed-thread.js"

const fileBeside = (program: string | undefined): string | null => {
  const file = join(dirname(program ?? ""), FILE)
  return existsSync(file) ? file : null
}

/** A thread's result for one task. A thread that fails is a defect: the job reports it, and tries again. */
const inThread = <A>(file: string, task: Task): Effect.Effect<A> =>
  Effect.async((resume) => {
    const worker = new Worker(file, { workerData: task })
    worker.once("message", (response: A) => resume(Effect.succeed(response)))
    worker.once("error", (error) => resume(Effect.die(error)))
    worker.once("exit", (code) => resume(Effect.dieMessage(`the thread ended with ${code} and no answer`)))
    return Effect.promise(() => worker.terminate())
  })

export class SealedThread extends Effect.Service<SealedThread>()("governance/votes/SealedThread", {
  sync: () => {
    const file = fileBeside(process.argv[1])
    return {
      verify: (asked: ToVerify): Effect.Effect<boolean> =>
        file === null ? Effect.sync(() => verifyRound(asked)) : inThread<boolean>(file, { verify: asked }),
      /** In the order of the ballots. */
      open: (asked: ToOpen): Effect.Effect<ReadonlyArray<Opened>> =>
        file === null
          ? Effect.forEach(asked.ballots, (ballot) =>
              Effect.tap(
                Effect.sync(() => openOne(ballot, asked)),
                othersTurn
              )
            )
          : inThread<ReadonlyArray<Opened>>(file, { open: asked }),
      /** A file of any kind, which is known only after reading it. */
      check: (asked: ToCheck): Effect.Effect<Report | TooManySealed> =>
        file === null
          ? Effect.promise(() => checkWithin(asked.text, asked.most))
          : inThread<Report | TooManySealed>(file, { check: asked })
    }
  }
}) {}
