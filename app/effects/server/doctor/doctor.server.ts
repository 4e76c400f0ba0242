/**
 * `npm run doctor`: checks one by one what a site needs, and says what to do about each problem. Each check has a
 * timeout, and a failing check does not stop the others. Changes nothing except a test file that it removes again.
 */

import { resolveTxt } from "node:dns/promises"
import { existsSync } from "node:fs"
import { Cause, Clock, Context, Effect, Layer, Option, Redacted } from "effect"
import { backupInWords } from "~/effects/base/backup/scheduled/BackupState"
import { Backups } from "~/effects/base/backup/scheduled/Backups.server"
import { momentOf, STALE_MS } from "~/effects/base/backup/scheduled/names"
import { storeOf } from "~/effects/base/backup/scheduled/runScheduled.server"
import { NEWEST } from "~/effects/base/db/migrations/index.server"
import { readDatabase } from "~/effects/base/db/probe.server"
import { SqlLive } from "~/effects/base/db/Sql.server"
import { schemaNumber } from "~/effects/base/db/schemaFacts.server"
import type { Variables } from "~/effects/base/settings/environment.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { counted } from "~/effects/base/text/counted"
import { spanInWords } from "~/effects/base/text/moments"
import { waitingSignups } from "~/effects/people/signup/readings.server"
import { SignupModes } from "~/effects/people/signup/SignupModes.server"
import { modeWords } from "~/effects/people/signup/signupMode"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { storageProblem } from "../startProblem.server"
import {
  Ailment,
  clockCheck,
  definitionCheck,
  type Finding,
  gatewayCheck,
  type Named,
  originCheck,
  relayCheck,
  wellKnownCheck
} from "./ledgerChecks.server"

/** Opening a database of SQLite would create it. */
const lacksDatabase = Effect.map(
  Settings,
  ({ databaseUrl, dataDir }) => Option.isNone(databaseUrl) && !existsSync(`${dataDir}/commonhold.sqlite`)
)

/** Checks that the database and the store of uploads can be used. */
const databaseCheck = Effect.gen(function* () {
  const { databaseUrl, dataDir } = yield* Settings
  if (yield* lacksDatabase) {
    return yield* new Ailment({
      state: "advice",
      message: `There is no database in ${dataDir} yet. The first start creates one; if there should be one, check DATA_DIR.`
    })
  }
  const [takesWrites, schema] = yield* Effect.provide(
    Effect.all([readDatabase, schemaNumber]),
    Layer.orDie(SqlLive)
  ).pipe(Effect.orDie)
  if (schema > NEWEST) {
    return yield* new Ailment({
      message: `The database has schema ${schema}, and this release knows ${NEWEST}. Reinstall the newer release, or restore the backup from before the upgrade.`
    })
  }
  if (schema < NEWEST) {
    return yield* new Ailment({
      state: "advice",
      message: `The database has schema ${schema} of ${NEWEST}. Take a backup; the next start migrates it.`
    })
  }
  if (!takesWrites) {
    return yield* new Ailment({
      message:
        "The database accepts no writes: it is read-only or a standby. Check its disk, its owner and DATABASE_URL."
    })
  }
  return `${Option.isNone(databaseUrl) ? "SQLite" : "Postgres"} accepts writes and has schema ${schema}.`
})

/** Size and count of the newest run; none where the database has none of it, or cannot be read. */
const lastRun = Effect.flatMap(Backups, ({ state }) => state).pipe(
  Effect.provide(Backups.Default),
  Effect.provide(Layer.orDie(SqlLive)),
  Effect.catchAllCause(() => Effect.succeed(null))
)

/** Somebody has to decide about sign-ups that wait. */
const signupsCheck = Effect.gen(function* () {
  const { operators } = yield* Settings
  const unread = Effect.succeed('Who can sign up is in the database; see the check "database".')
  if (yield* lacksDatabase) return yield* unread
  const found = yield* Effect.all([Effect.flatMap(SignupModes, ({ current }) => current), waitingSignups]).pipe(
    Effect.provide(SignupModes.Default),
    Effect.provide(Layer.orDie(SqlLive)),
    Effect.asSome,
    Effect.catchAllCause(() => Effect.succeedNone)
  )
  if (Option.isNone(found)) return yield* unread
  const [{ mode }, waiting] = found.value
  const needed = mode === "approval" || waiting > 0
  if (needed && operators.length === 0) {
    return yield* new Ailment({
      state: "advice",
      message: `Sign-ups are ${modeWords[mode]}, ${counted(waiting, "sign-up")} ${waiting === 1 ? "waits" : "wait"}, and OPERATORS names nobody who gets an e-mail about it. Name an account, or decide with npm run admin -- approve-signups.`
    })
  }
  return `Sign-ups are ${modeWords[mode]}; ${counted(waiting, "sign-up")} ${waiting === 1 ? "waits" : "wait"} for approval.`
})

/** Looks at the place itself, because the newest run may be long ago. */
const backupsCheck = Effect.gen(function* () {
  const { backups, dataDir, ledger } = yield* Settings
  if (Option.isNone(backups)) {
    if (ledger === "local") return "None are scheduled."
    return yield* new Ailment({
      state: "advice",
      message:
        "No backups are scheduled: set BACKUP_FOLDER or the BACKUP_S3_ settings (docs/operations/backups.md), or take them by another program."
    })
  }
  const store = yield* storeOf(backups.value, dataDir)
  const names = yield* Effect.mapError(
    store.list,
    ({ message }) => new Ailment({ message: `Backups cannot be stored or found: ${message}` })
  )
  const run = yield* lastRun
  const failure = run?.failure == null ? "" : ` The newest run failed: ${run.failure.message}`
  const newest = momentOf(names.at(-1) ?? "")
  if (newest === undefined) {
    return yield* new Ailment({
      state: "advice",
      message: `There is no backup in ${store.words} yet; a running server takes the first one within the hour.${failure}`
    })
  }
  const now = yield* Clock.currentTimeMillis
  const isOfRun = run?.last?.at !== undefined && Math.abs(run.last.at - newest) < 1_000
  const words = isOfRun
    ? backupInWords({ place: store.words, last: run.last, failure: null, isStale: false }, now)
    : `${spanInWords(now - newest)} ago, in ${store.words} (${counted(names.length, "backup")})`
  if (failure !== "" || now - newest > STALE_MS) {
    const why = failure || " Look in the log for the job backups."
    return yield* new Ailment({ state: "advice", message: `The newest backup: ${words}.${why}` })
  }
  return `The newest backup: ${words}.`
})

const uploadsCheck = Effect.gen(function* () {
  const { dataDir, uploadBucket, uploadHost } = yield* Settings
  const folder = `${dataDir}/uploads`
  if (Option.isNone(uploadBucket) && !existsSync(folder)) {
    return yield* new Ailment({
      state: "advice",
      message: `There is no folder ${folder} yet. The first start creates it, as the user that the server runs as.`
    })
  }
  // Building the layer writes and removes a file.
  yield* Effect.provide(UploadStore, UploadStore.layer)
  if (Option.isSome(uploadHost)) return `New pictures go to ${uploadHost.value.url}; older ones are available.`
  return Option.match(uploadBucket, {
    onNone: () => `${folder} accepts files.`,
    onSome: ({ bucket }) => `The bucket ${bucket} accepts files.`
  })
})

// Checks that the mail server accepts our connection and log-in, and that receivers can verify our e-mails.

/** TXT records of a name; none if the name does not exist. */
export class TextRecords extends Context.Reference<TextRecords>()("server/doctor/TextRecords", {
  defaultValue: () => (name: string) =>
    Effect.tryPromise(() => resolveTxt(name)).pipe(
      Effect.map((records) => records.map((parts) => parts.join(""))),
      Effect.orElseSucceed((): ReadonlyArray<string> => [])
    )
}) {}

const words = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)).slice(0, 200)

/** Connects, greets and logs in; sends no e-mail. */
const greet = (url: string) =>
  Effect.tryPromise({
    try: async () => {
      const { default: nodemailer } = await import("nodemailer")
      const limits = { connectionTimeout: 3_000, greetingTimeout: 3_000, dnsTimeout: 3_000, socketTimeout: 3_000 }
      const transport = nodemailer.createTransport({ url, ...limits })
      await transport.verify().finally(() => transport.close())
    },
    catch: (cause) =>
      new Ailment({ message: `The mail server does not accept our e-mails: ${words(cause)}. Check SMTP_URL.` })
  })

const mailCheck = Effect.gen(function* () {
  const { mailFrom, smtpUrl } = yield* Settings
  if (Option.isNone(smtpUrl)) return "E-mails go to /local/mailbox."
  yield* greet(Redacted.value(smtpUrl.value))
  const domain = /@([^\s<>@]+?)>?$/.exec(mailFrom.trim())?.[1] ?? ""
  const records = yield* TextRecords
  const [spf, dmarc] = yield* Effect.all([records(domain), records(`_dmarc.${domain}`)], { concurrency: "unbounded" })
  const missing = [
    ...(spf.some((record) => /^v=spf1\b/i.test(record)) ? [] : ["SPF"]),
    ...(dmarc.some((record) => /^v=DMARC1\b/i.test(record)) ? [] : ["DMARC"])
  ]
  if (missing.length > 0) {
    return yield* new Ailment({
      state: "advice",
      message: `The mail server accepts our e-mails, but ${domain} has no ${missing.join(" and no ")} record, so that others may take them for spam. See docs/operations/stokenet.md, "Mail".`
    })
  }
  return `The mail server accepts our e-mails; ${domain} has SPF and DMARC.`
})

const LIMIT = "10 seconds"

type Check = Effect.Effect<string, Ailment, Settings>
export type Checks = Readonly<Record<string, Check>>

export const CHECKS: Checks = {
  database: databaseCheck,
  uploads: uploadsCheck,
  backups: backupsCheck,
  mail: mailCheck,
  signups: signupsCheck,
  origin: originCheck,
  "well-known": wellKnownCheck,
  gateway: gatewayCheck,
  definition: definitionCheck,
  clock: clockCheck,
  relay: relayCheck
}

/** Message of a crashed check: the storage's own sentence, or the whole cause. */
const wordsOf = (cause: Cause.Cause<unknown>): string =>
  storageProblem(cause) ?? `This check itself failed: ${Cause.pretty(cause).split("\n")[0]}`

const read = (check: Check): Effect.Effect<Finding, never, Settings> =>
  check.pipe(
    // A service that does not respond may not be cancellable either.
    Effect.disconnect,
    Effect.timeoutFail({
      duration: LIMIT,
      onTimeout: () =>
        new Ailment({
          message: "No answer within ten seconds. Check the service in question and the network path to it."
        })
    }),
    Effect.matchCause({
      onSuccess: (message): Finding => ({ state: "well", message }),
      onFailure: (cause): Finding => {
        const ailment = Option.getOrUndefined(Cause.failureOption(cause))
        return ailment === undefined
          ? { state: "wrong", message: wordsOf(cause) }
          : { state: ailment.state, message: ailment.message }
      }
    })
  )

/** Local mode stores secrets that it creates at its first start; the doctor creates none. */
const withoutMaking = (variables: Variables): Variables =>
  variables.LEDGER === "stokenet"
    ? variables
    : {
        ...variables,
        SESSION_SECRET: variables.SESSION_SECRET || "-".repeat(32),
        RELAYER_KEY: variables.RELAYER_KEY || variables.SETTLER_KEY || "0".repeat(64)
      }

/** One finding for each check, the settings first. */
export const examine = (variables: Variables, checks: Checks = CHECKS): Effect.Effect<ReadonlyArray<Named>> =>
  Settings.load(withoutMaking(variables)).pipe(
    Effect.matchEffect({
      onFailure: ({ message }) =>
        Effect.succeed([
          { check: "settings", state: "wrong" as const, message },
          ...Object.keys(checks).map((check) => ({
            check,
            state: "skipped" as const,
            message: "Fix the settings first."
          }))
        ]),
      onSuccess: (settings) =>
        Effect.forEach(
          Object.entries(checks),
          ([name, check]) => Effect.map(read(check), (finding) => ({ check: name, ...finding })),
          { concurrency: "unbounded" }
        ).pipe(
          Effect.provide(Layer.succeed(Settings, settings)),
          Effect.map((found) => [
            {
              check: "settings",
              state: "well" as const,
              message: `Everything that LEDGER=${settings.ledger} needs is set.`
            },
            ...found
          ])
        )
    })
  )
