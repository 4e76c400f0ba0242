/**
 * The thread for pairings: opens ballots, or checks a posted file. Does the one task in its `workerData`, responds and
 * ends.
 */
import { parentPort, workerData } from "node:worker_threads"
import { checkWithin } from "../file/checkWithin"
import { openOne, type ToCheck, type ToOpen, type ToVerify, verifyRound } from "./openTask"

export type Task = { readonly verify: ToVerify } | { readonly open: ToOpen } | { readonly check: ToCheck }

const responseTo = (task: Task) => {
  if ("verify" in task) return verifyRound(task.verify)
  if ("check" in task) return checkWithin(task.check.text, task.check.most)
  return task.open.ballots.map((ballot) => openOne(ballot, task.open))
}

parentPort?.postMessage(await responseTo(workerData as Task)) // only SealedThread.server.ts starts it
