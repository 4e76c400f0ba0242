/** What the operators' page says of the site at a glance: from what is measured, in words. Pure. */
import type { JobReport } from "~/effects/base/jobs/JobReport"
import type { Thrown } from "~/effects/base/switches/switches"
import { counted } from "~/effects/base/text/counted"
import { spanInWords } from "~/effects/base/text/moments"
import { isLate, jobStateOf, type Tone } from "./jobState"

/** What this server's process counted since its start. */
export interface ProcessFigures {
  readonly requests: number
  /** Seconds within which 95 of 100 answers were complete; null before there are some, infinite beyond what is told apart. */
  readonly slowestSeconds: number | null
  readonly ledger: { readonly answered: number; readonly refused: number; readonly failed: number }
  /** Services outside that are left alone because they failed often. */
  readonly leftAlone: ReadonlyArray<string>
}

export interface Measured {
  readonly now: number
  /** Why this server may not be given requests, or what is degraded, as /readyz says; null while all is well. */
  readonly trouble: { readonly reason: string; readonly message: string } | null
  /** How long the page's own look into the database took. */
  readonly databaseMs: number
  readonly figures: ProcessFigures
  readonly jobs: ReadonlyArray<JobReport>
  readonly stuckLetters: number
  readonly switches: ReadonlyArray<Thrown>
}

export interface HealthLine {
  readonly name: string
  readonly words: string
  readonly tone: Tone
  /** Completes "… need a look: "; null where nothing does. */
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
    return { name: "Site", words: "answers slowly", tone: "warn", problem: "many answers take longer than 10 s" }
  }
  return fine("Site", `95 of 100 answers within ${secondsInWords(slowestSeconds)}`)
}

/** Nothing to say where the clocks agree. */
const clocks = ({ trouble }: Measured): ReadonlyArray<HealthLine> =>
  trouble?.reason === "clock"
    ? [{ name: "Clock", words: "is not the database's", tone: "bad", problem: "this machine's clock is wrong" }]
    : []

const database = ({ databaseMs, trouble }: Measured): HealthLine => {
  if (trouble?.reason === "database") {
    return { name: "Database", words: "takes no writes", tone: "bad", problem: "the database takes no writes" }
  }
  if (trouble?.reason === "silent") {
    return { name: "Database", words: "does not answer", tone: "bad", problem: "the database does not answer" }
  }
  return fine("Database", `${Math.max(1, Math.round(databaseMs))} ms`)
}

const ledger = ({ figures, jobs, now, switches }: Measured): HealthLine => {
  if (figures.leftAlone.includes("ledger")) {
    return { name: "Ledger", words: "does not answer", tone: "bad", problem: "the ledger does not answer" }
  }
  const reads = jobs.find(({ name }) => name === LEDGER_JOB)
  const readAt = reads?.lastEndAt ?? null
  if (reads === undefined || readAt === null) return fine("Ledger", "not read yet")
  const words = `read ${now - readAt < 60_000 ? "within the last minute" : `${spanInWords(now - readAt)} ago`}`
  const isOverdue = isLate(reads) && !reads.isRunning && !isReadOnly(switches)
  return isOverdue
    ? { name: "Ledger", words, tone: "warn", problem: `the ledger was last ${words}` }
    : fine("Ledger", words)
}

const mail = ({ stuckLetters: stuck }: Measured): HealthLine =>
  stuck === 0
    ? fine("Mail", "nothing stuck")
    : {
        name: "Mail",
        words: `${counted(stuck, "e-mail")} stuck`,
        tone: "warn",
        problem: `${counted(stuck, "e-mail")} did not go out`
      }

const uploads = ({ switches, trouble }: Measured): HealthLine => {
  if (trouble?.reason === "files") {
    return { name: "Uploads", words: "cannot be stored", tone: "bad", problem: "the store of uploads takes no files" }
  }
  return isThrown(switches, "uploads")
    ? { name: "Uploads", words: "off", tone: "bad", problem: "uploads are switched off" }
    : fine("Uploads", "on")
}

const isThrown = (switches: ReadonlyArray<Thrown>, name: Thrown["name"]) => switches.some((each) => each.name === name)
const isReadOnly = (switches: ReadonlyArray<Thrown>) => isThrown(switches, "readOnly")

/** Uploads have a line of their own. */
const OTHERS = [
  ["communities", "founding communities is switched off"],
  ["bonds", "bonds are switched off"],
  ["webhooks", "webhooks are switched off"],
  ["signups", "sign-ups are closed"],
  ["readOnly", "the site is read-only"]
] as const

const switchLine = ({ switches }: Measured): HealthLine => {
  const problems = OTHERS.flatMap(([name, words]) => (isThrown(switches, name) ? [words] : []))
  if (problems.length === 0) return fine("Switches", "as usual")
  return {
    name: "Switches",
    words: isReadOnly(switches) ? "read-only" : `${problems.length} off`,
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
  switchLine(seen)
]

/** The ledger's own job is told of with the ledger. */
const jobProblems = ({ jobs, switches }: Measured): ReadonlyArray<string> =>
  jobs.flatMap((job) => {
    const { word } = jobStateOf(job, isReadOnly(switches))
    if (word === "Failed") return [`the job ${job.name} failed`]
    if (word === "Wrong clock")
      return [`the job ${job.name} is ${spanInWords(job.aheadMs)} ahead, so a server's clock was wrong`]
    if (word === "Late" && job.name !== LEDGER_JOB)
      return [`the job ${job.name} is ${spanInWords(job.lagMs ?? 0)} late`]
    return job.setBack > 0 ? [`the job ${job.name} set back ${counted(job.setBack, "piece")}`] : []
  })

const listed = (parts: ReadonlyArray<string>): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`

const NUMBERS = ["", "One thing needs", "Two things need", "Three things need", "Four things need", "Five things need"]

/** One sentence: what needs a look, or that nothing does. */
export const headlineOf = (seen: Measured): string => {
  const problems = [...healthOf(seen).flatMap(({ problem }) => problem ?? []), ...jobProblems(seen)]
  if (problems.length === 0) return "All is well: jobs run on time, and e-mails are sent."
  return `${NUMBERS[problems.length] ?? `${problems.length} things need`} a look: ${listed(problems)}.`
}
