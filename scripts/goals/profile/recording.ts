/** Records a running server during some work (docs/contributing.md, "Where the time goes"). */
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { join, resolve } from "node:path"
import { setTimeout as pause } from "node:timers/promises"

const BETWEEN_LOOKS_MS = 20

/** Where recordings go; without it nothing is recorded. */
const FOLDER = process.env.PROFILE === undefined ? undefined : resolve(process.env.PROFILE)

/** Node's flags before the server's own file, and the settings that go with them. */
export const recorderOf = (): {
  readonly flags: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
} =>
  FOLDER === undefined
    ? { flags: [], env: {} }
    : { flags: ["--import", resolve("scripts/goals/profile/record.mjs")], env: { PROFILE: FOLDER } }

const appears = async (file: string) => {
  while (!existsSync(file)) await pause(BETWEEN_LOOKS_MS)
}

/** Writes NAME.cpuprofile and NAME.heapprofile into the folder. */
export const recordingOf = async (pid: number, name: string, work: () => Promise<unknown>): Promise<void> => {
  if (FOLDER === undefined) return
  mkdirSync(FOLDER, { recursive: true })
  const at = (file: string) => join(FOLDER, file)
  rmSync(at("recording"), { force: true })
  process.kill(pid, "SIGUSR2")
  await appears(at("recording"))
  await work()
  process.kill(pid, "SIGUSR2")
  await appears(at("last.cpuprofile"))
  for (const kind of ["cpuprofile", "heapprofile"]) renameSync(at(`last.${kind}`), at(`${name}.${kind}`))
  rmSync(at("recording"))
}
