/** Services for operators: for their pages, and for the command line, which starts no jobs and sends no mail. */
import { existsSync } from "node:fs"
import { Effect, Layer, Logger, LogLevel, Option, Schema } from "effect"
import { WaitingColumnsLive } from "~/effects/activity/agenda/needRows.server"
import { Backups } from "~/effects/base/backup/scheduled/Backups.server"
import { clockOff, DatabaseClock } from "~/effects/base/db/DatabaseClock.server"
import { NEWEST } from "~/effects/base/db/migrations/index.server"
import { Revision } from "~/effects/base/db/Revision.server"
import { SqlLive } from "~/effects/base/db/Sql.server"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { coded } from "~/effects/base/failures/coded"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Moderation } from "~/effects/conversation/moderation/Moderation.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { AccountCare } from "~/effects/publishing/operating/AccountCare.server"
import { BulkActions } from "~/effects/publishing/operating/BulkActions.server"
import { ContentCare } from "~/effects/publishing/operating/ContentCare.server"
import { FlagCare } from "~/effects/publishing/operating/FlagCare.server"
import { FoundCommunities } from "~/effects/publishing/operating/FoundCommunities.server"
import { FoundPeople } from "~/effects/publishing/operating/FoundPeople.server"
import { FoundPosts } from "~/effects/publishing/operating/FoundPosts.server"
import { JobCare } from "~/effects/publishing/operating/JobCare.server"
import { MailCare } from "~/effects/publishing/operating/MailCare.server"
import type { Operator } from "~/effects/publishing/operating/Operator"
import { OperatorLog } from "~/effects/publishing/operating/OperatorLog.server"
import { OwnReadiness } from "~/effects/publishing/operating/OwnReadiness.server"
import { Closing } from "~/effects/publishing/operating/pages/Closing.server"
import { readCommandLine } from "~/effects/publishing/operating/pages/commands/commandLine.server"
import { SignupAdmission } from "~/effects/publishing/operating/SignupAdmission.server"
import { Takedowns } from "~/effects/publishing/operating/Takedowns.server"
import { Readiness } from "./http/Readiness.server"
import { NotificationLive } from "./layers/services.server"

/** Requires activity, people and mail. */
export const OperatingLive = Layer.mergeAll(
  Closing.Default,
  AccountCare.Default,
  BulkActions.Default,
  ContentCare.Default,
  JobCare.Default,
  MailCare.Default,
  FlagCare.Default,
  SignupAdmission.Default,
  Takedowns.Default,
  FoundPeople.Default,
  FoundCommunities.Default,
  FoundPosts.Default,
  OperatorLog.Default
)

const NO_FILES = { reason: "files", message: "The store of uploads accepts no files." }

/** What the page reads from the server itself. */
const OwnReadinessLive = Layer.effect(
  OwnReadiness,
  Effect.map(Readiness, ({ check }) => ({
    trouble: Effect.match(check, {
      onFailure: ({ message, reason }) => ({ message, reason }),
      onSuccess: (degraded) => (degraded.includes("uploads") ? NO_FILES : null)
    })
  }))
)

/** The operations of the operators' pages. */
export const OperatorsLive = Layer.mergeAll(OperatingLive, OwnReadinessLive, Backups.Default)

/** Why the command cannot run. */
export class NoDatabase extends coded("NoDatabase", "E-NOT-READY", 503, { fields: { message: Schema.String } }) {}

/** Commands neither create nor migrate a database: that is the server's task. */
const requirePresent = Effect.gen(function* () {
  const { databaseUrl, dataDir } = yield* Settings
  if (Option.isNone(databaseUrl) && !existsSync(`${dataDir}/commonhold.sqlite`)) {
    return yield* new NoDatabase({ message: `There is no database in ${dataDir}. Set DATA_DIR to its folder.` })
  }
})

const requireMigrated = Effect.gen(function* () {
  const sql = yield* Sql
  const newest = findOne({
    Request: Schema.Void,
    Result: Schema.Struct({ newest: Schema.NullOr(Schema.Number) }),
    execute: () => sql`SELECT MAX(migration_id) AS newest FROM migrations`
  })
  const found = Option.getOrUndefined(yield* Effect.orElseSucceed(newest(), () => Option.none()))
  if (found?.newest !== NEWEST) {
    return yield* new NoDatabase({
      message: "The database is of another release than this command. Start the server once, which migrates it."
    })
  }
})

/**
 * Commands also use the database's clock and warn if the machine's is off, because they are used to investigate such
 * problems.
 */
const CommandClockLive = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* (yield* DatabaseClock).follow
    yield* Effect.catchAll(clockOff, ({ message }) => Effect.logWarning(message))
  })
).pipe(Layer.provideMerge(DatabaseClock.layer))

const CommandLive = OperatingLive.pipe(
  Layer.provide(Moderation.Default),
  Layer.provideMerge(NotificationLive),
  Layer.provideMerge(Layer.mergeAll(Outbox.Default, Revision.Default, Sessions.Default)),
  Layer.provide(WaitingColumnsLive),
  Layer.provideMerge(CommandClockLive),
  Layer.provideMerge(SqlLive),
  Layer.orDie
)

/** Tells servers with cached pages that something may have changed. */
const andSay = <A, E, R>(command: Effect.Effect<A, E, R>) =>
  Effect.tap(
    command,
    Effect.flatMap(Revision, (revision) => revision.raise)
  )

/** The log goes to standard error: standard output is the command's result. */
const Quiet = Layer.merge(
  Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.stringLogger)),
  Logger.minimumLogLevel(LogLevel.Warning)
)

/** Returns lines to print; fails with a refusal's message. Wrong arguments are reported before anything is opened. */
export const operate = (words: ReadonlyArray<string>, by: Operator) =>
  Effect.flatMap(readCommandLine(words, by), (asked) =>
    Effect.isEffect(asked)
      ? requirePresent.pipe(
          Effect.zipRight(Effect.provide(Effect.zipRight(requireMigrated, andSay(asked)), CommandLive)),
          Effect.provide(Layer.merge(Settings.layer, Quiet))
        )
      : Effect.succeed(asked)
  )
