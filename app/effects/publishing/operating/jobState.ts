/** State of a job in a word. Pure, so that the page and the command line agree. */
import type { JobReport } from "~/effects/base/jobs/JobReport"
import { spanInWords } from "~/effects/base/text/moments"

export type Tone = "ok" | "warn" | "bad"

export interface JobState {
  readonly word: "Running" | "Ran" | "Failed" | "Late" | "Wrong clock" | "Paused" | "Never finished"
  readonly tone: Tone
}

/** A job may start within its minute; anything later counts as late. */
const IN_TIME = 60_000

export const isLate = ({ lagMs }: Pick<JobReport, "lagMs">): boolean => lagMs !== null && lagMs >= IN_TIME

/** Whether the job failed and has not finished since. */
const hasFailed = ({ lastDeathAt, lastEndAt }: Pick<JobReport, "lastDeathAt" | "lastEndAt">): boolean =>
  lastDeathAt !== null && (lastEndAt === null || lastDeathAt > lastEndAt)

/** While the site is read-only no job starts, so lateness is not reported. */
export const jobStateOf = (job: JobReport, isReadOnly: boolean): JobState => {
  if (job.aheadMs > 0) return { word: "Wrong clock", tone: "bad" }
  if (job.isRunning) return { word: "Running", tone: "ok" }
  if (hasFailed(job)) return { word: "Failed", tone: "bad" }
  if (isLate(job)) return isReadOnly ? { word: "Paused", tone: "ok" } : { word: "Late", tone: "warn" }
  if (job.lastEndAt === null) return { word: "Never finished", tone: "warn" }
  return { word: "Ran", tone: "ok" }
}

/** Lag for the table of jobs. A time in the future is shown as a wrong clock, not as no lag. */
export const lagWords = (job: Pick<JobReport, "aheadMs" | "lagMs">): string => {
  if (job.aheadMs > 0) return `${spanInWords(job.aheadMs)} ahead`
  return isLate(job) ? spanInWords(job.lagMs ?? 0) : "none"
}
