/** How a job stands, in a word. Pure: the page and the command line say the same. */
import type { JobReport } from "~/effects/base/jobs/JobReport"
import { spanInWords } from "~/effects/base/text/moments"

export type Tone = "ok" | "warn" | "bad"

export interface JobState {
  readonly word: "Runs now" | "Ran" | "Failed" | "Late" | "Wrong clock" | "Rests" | "Never ended"
  readonly tone: Tone
}

/** A job begins within its minute; only what is later than that is late. */
const IN_TIME = 60_000

export const isLate = ({ lagMs }: Pick<JobReport, "lagMs">): boolean => lagMs !== null && lagMs >= IN_TIME

/** It died, and has not come to its end since. */
const hasFailed = ({ lastDeathAt, lastEndAt }: Pick<JobReport, "lastDeathAt" | "lastEndAt">): boolean =>
  lastDeathAt !== null && (lastEndAt === null || lastDeathAt > lastEndAt)

/** While the site is read-only no job begins, and being late is as it should be. */
export const jobStateOf = (job: JobReport, isReadOnly: boolean): JobState => {
  if (job.aheadMs > 0) return { word: "Wrong clock", tone: "bad" }
  if (job.isRunning) return { word: "Runs now", tone: "ok" }
  if (hasFailed(job)) return { word: "Failed", tone: "bad" }
  if (isLate(job)) return isReadOnly ? { word: "Rests", tone: "ok" } : { word: "Late", tone: "warn" }
  if (job.lastEndAt === null) return { word: "Never ended", tone: "warn" }
  return { word: "Ran", tone: "ok" }
}

/** For the table of jobs. Times in the future are no lag, and not on time either. */
export const lagWords = (job: Pick<JobReport, "aheadMs" | "lagMs">): string => {
  if (job.aheadMs > 0) return `${spanInWords(job.aheadMs)} ahead`
  return isLate(job) ? spanInWords(job.lagMs ?? 0) : "none"
}
