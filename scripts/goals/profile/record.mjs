/**
 * Preloaded into a server (`node --import`): the signal USR2 starts to record processor time and allocations, the next
 * one writes both into the folder that PROFILE names (docs/contributing.md, "Where the time goes"). Unlike `node
 * --cpu-prof`, the recording leaves out the start.
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

/**
 * Writes by renaming, so that a process that waits for the file finds it complete. @param {string} name @param {object}
 * profile
 */
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
    // Includes what was collected meanwhile, since that is the garbage collector's work.
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
