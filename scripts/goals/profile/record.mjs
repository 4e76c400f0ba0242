/**
 * Loaded ahead of a server (`node --import`): the signal USR2 begins to record where processor time goes and what is
 * allocated, the next one writes both into the folder that PROFILE names (docs/contributing.md, "Where the time goes").
 * What a start takes is no part of it, as it would be with `node --cpu-prof`.
 */
import { renameSync, writeFileSync } from "node:fs"
import { Session } from "node:inspector"
import { join } from "node:path"

/** Microseconds between samples, and bytes. */
const INTERVAL = 250
const ALLOCATED = 16_384

const folder = process.env.PROFILE ?? "."
const session = new Session()
session.connect()

/** @param {string} method @param {object} [parameters] @returns {Promise<any>} */
const post = (method, parameters = {}) =>
  new Promise((resolve, reject) =>
    session.post(method, parameters, (error, answer) => (error === null ? resolve(answer) : reject(error)))
  )

/** Who waits for the file finds it whole. @param {string} name @param {object} profile */
const write = (name, profile) => {
  writeFileSync(join(folder, `${name}.part`), JSON.stringify(profile))
  renameSync(join(folder, `${name}.part`), join(folder, name))
}

let isRecording = false
process.on("SIGUSR2", async () => {
  isRecording = !isRecording
  if (isRecording) {
    await post("Profiler.enable")
    await post("Profiler.setSamplingInterval", { interval: INTERVAL })
    // What was collected meanwhile counts, too: it is what the collector has to do.
    await post("HeapProfiler.startSampling", {
      samplingInterval: ALLOCATED,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true
    })
    await post("Profiler.start")
    write("recording", {})
    return
  }
  const { profile } = await post("Profiler.stop")
  const { profile: heap } = await post("HeapProfiler.stopSampling")
  write("last.heapprofile", heap)
  write("last.cpuprofile", profile)
})
