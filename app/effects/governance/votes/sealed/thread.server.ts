/** The thread that opens ballots: does the one task it is begun with, answers, and ends. */
import { parentPort, workerData } from "node:worker_threads"
import { openOne, type ToOpen, type ToVerify, verifyRound } from "./openTask"

export type Task = { readonly verify: ToVerify } | { readonly open: ToOpen }

const task = workerData as Task // SealedThread.server.ts begins it with nothing else

parentPort?.postMessage(
  "verify" in task ? verifyRound(task.verify) : task.open.ballots.map((ballot) => openOne(ballot, task.open.signature))
)
