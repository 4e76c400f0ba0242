/** Health summary of the operators' page, in words, from measured figures. Pure. */

import { type BackupState, backupInWords } from "~/effects/base/backup/scheduled/BackupState"
import type { Thrown } from "~/effects/base/feature-flags/flags"
import type { JobReport } from "~/effects/base/jobs/JobReport"
import { counted } from "~/effects/base/text/counted"
import { spanInWords } from "~/effects/base/text/moments"
import { isLate, jobStateOf, type Tone } from "./jobState"

/** Figures of this server process since its start. */
export interface ProcessFigures {
  readonly requests: number
  /** 95th percentile of response times in seconds; null without data, infinite above the highest bucket. */
  readonly slowestSeconds: number | null
  readonly ledger: { readonly answered: number; readonly refused: number; readonly failed: number }
  /** External services whose circuit breaker is open. */
  readonly leftAlone: ReadonlyArray<string>
}

export interface Measured {
  readonly now: number
  /** Why this server may not receive requests, or what is degraded, as /readyz reports; null while everything works. */
  readonly trouble: { readonly reason: string; readonly message: string } | null
  /** Duration of the page's own database query. */
  readonly databaseMs: number
  readonly figures: ProcessFigures
  readonly jobs: ReadonlyArray<JobReport>
  readonly stuckEmails: number
  readonly flags: ReadonlyArray<Thrown>
  /** Null if none are scheduled. */
  readonly backups: BackupState | null
}

export interface HealthLine {
  readonly name: string
  readonly words: string
  readonly tone: Tone
  /** Completes "… need attention: "; null if there is no problem. */
  readonly problem: string | null
}

const fine = (name: string, words: string): HealthLine => ({ name, words, tone: "ok", problem: null })
const LEDGER_JOB = "indexer"

const secondsInWords = (seconds: number) => (seconds < 1 ? `${Math.round(seconds * 1_000)} ms` : `${seconds} s`)

const site = ({ figures: { slowestSeconds }, trouble }: Measured): HealthLine => {
  if (trouble?.reason === "stopping") {
    return { name: "Site", words: "is stopping", tone: "warn", problem: "this server is stopping" }
  }
  if (slowestSeconds === null) return fine("Site", "answers")
  if (!Number.isFinite(slowestSeconds)) {
    return { name: "Site", words: "responds slowly", tone: "warn", problem: "many responses take longer than 10 s" }
  }
  return fine("Site", `95 of 100 responses within ${secondsInWords(slowestSeconds)}`)
}

/** Only shown if the clocks differ. */
const clocks = ({ trouble }: Measured): ReadonlyArray<HealthLine> =>
  trouble?.reason === "clock"
    ? [{ name: "Clock", words: "differs from the database's", tone: "bad", problem: "this machine's clock is wrong" }]
    : []

const database = ({ databaseMs, trouble }: Measured): HealthLine => {
  if (trouble?.reason === "database") {
    return {
      name: "Database",
      words: "cannot be written to",
      tone: "bad",
      problem: "the database cannot be written to"
    }
  }
  if (trouble?.reason === "silent") {
    return { name: "Database", words: "does not answer", tone: "bad", problem: "the database does not answer" }
  }
  return fine("Database", `${Math.max(1, Math.round(databaseMs))} ms`)
}

const ledger = ({ figures, jobs, now, flags }: Measured): HealthLine => {
  if (figures.leftAlone.includes("ledger")) {
    return { name: "Ledger", words: "does not answer", tone: "bad", problem: "the ledger does not answer" }
  }
  const reads = jobs.find(({ name }) => name === LEDGER_JOB)
  const readAt = reads?.lastEndAt ?? null
  if (reads === undefined || readAt === null) return fine("Ledger", "not read yet")
  const words = `read ${now - readAt < 60_000 ? "within the last minute" : `${spanInWords(now - readAt)} ago`}`
  const isOverdue = isLate(reads) && !reads.isRunning && !isReadOnly(flags)
  return isOverdue
    ? { name: "Ledger", words, tone: "warn", problem: `the ledger was last ${words}` }
    : fine("Ledger", words)
}

const mail = ({ stuckEmails: stuck }: Measured): HealthLine =>
  stuck === 0
    ? fine("Mail", "nothing stuck")
    : {
        name: "Mail",
        words: `${counted(stuck, "e-mail")} stuck`,
        tone: "warn",
        problem: `${counted(stuck, "e-mail")} could not be sent`
      }

const uploads = ({ flags, trouble }: Measured): HealthLine => {
  if (trouble?.reason === "files") {
    return { name: "Uploads", words: "cannot be stored", tone: "bad", problem: "uploaded files cannot be stored" }
  }
  return isThrown(flags, "uploads")
    ? { name: "Uploads", words: "off", tone: "bad", problem: "uploads are turned off" }
    : fine("Uploads", "on")
}

const backupLine = ({ backups, now }: Measured): HealthLine => {
  if (backups === null) return fine("Backups", "none are scheduled")
  const words = backupInWords(backups, now)
  if (backups.failure !== null) {
    const problem = `the last scheduled backup failed: ${backups.failure.message.replace(/\.$/, "")}`
    return { name: "Backups", words, tone: "bad", problem }
  }
  return backups.isStale
    ? { name: "Backups", words, tone: "warn", problem: "the newest backup is more than a day old" }
    : fine("Backups", words)
}

const isThrown = (flags: ReadonlyArray<Thrown>, name: Thrown["name"]) => flags.some((each) => each.name === name)
const isReadOnly = (flags: ReadonlyArray<Thrown>) => isThrown(flags, "readOnly")

/** Uploads have their own line. */
const OTHERS = [
  ["communities", "creating communities is turned off"],
  ["bonds", "bonds are turned off"],
  ["webhooks", "webhooks are turned off"],
  ["signups", "sign-ups are closed"],
  ["readOnly", "the site is read-only"]
] as const

const flagLine = ({ flags }: Measured): HealthLine => {
  const problems = OTHERS.flatMap(([name, words]) => (isThrown(flags, name) ? [words] : []))
  if (problems.length === 0) return fine("Feature flags", "as usual")
  return {
    name: "Feature flags",
    words: isReadOnly(flags) ? "read-only" : `${problems.length} off`,
    tone: "bad",
    problem: problems.join(" and ")
  }
}

export const healthOf = (seen: Measured): ReadonlyArray<HealthLine> => [
  site(seen),
  ...clocks(seen),
  database(seen),
  ledger(seen),
  mail(seen),
  uploads(seen),
  backupLine(seen),
  flagLine(seen)
]

/** The indexer is reported in the line of the ledger. */
const jobProblems = ({ jobs, flags }: Measured): ReadonlyArray<string> =>
  jobs.flatMap((job) => {
    const { word } = jobStateOf(job, isReadOnly(flags))
    if (word === "Failed") return [`the job ${job.name} failed`]
    if (word === "Wrong clock")
      return [`the job ${job.name} is ${spanInWords(job.aheadMs)} ahead, so a server's clock was wrong`]
    if (word === "Late" && job.name !== LEDGER_JOB)
      return [`the job ${job.name} is ${spanInWords(job.lagMs ?? 0)} late`]
    return job.setBack > 0 ? [`the job ${job.name} postponed ${counted(job.setBack, "work item")}`] : []
  })

const listed = (parts: ReadonlyArray<string>): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`

const NUMBERS = ["", "One thing needs", "Two things need", "Three things need", "Four things need", "Five things need"]

/** One sentence: what needs attention, or that nothing does. */
export const headlineOf = (seen: Measured): string => {
  const problems = [...healthOf(seen).flatMap(({ problem }) => problem ?? []), ...jobProblems(seen)]
  if (problems.length === 0) return "All is well: jobs run on time, and e-mails are sent."
  return `${NUMBERS[problems.length] ?? `${problems.length} things need`} attention: ${listed(problems)}.`
}
