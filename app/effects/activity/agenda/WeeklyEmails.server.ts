/**
 * "Your week": at 07:00 on the day that the reader chose, in their time zone, one e-mail with their to-do items, if there
 * are any (docs/product/notifications.md).
 *
 * `users.weekly_at` is when the next one is due. The job moves it to the next week and writes the e-mail to the outbox in
 * one transaction, so neither a crash nor a second server sends it twice. Weeks in which no server ran are left out.
 */
import { Clock, DateTime, Effect, Option, Schema } from "effect"
import { type EmailText, foot, leaveUrl, type Reader } from "~/effects/activity/notifications/emails"
import { weekDayName } from "~/effects/activity/notifications/kinds"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import { APP_NAME } from "~/effects/base/settings/product"
import { Settings } from "~/effects/base/settings/Settings.server"
import { counted } from "~/effects/base/text/counted"
import { isZone, momentIn } from "~/effects/base/text/moments"
import { SecretLinks } from "~/effects/people/account/SecretLinks.server"
import { UsersRepo } from "~/effects/people/users/UsersRepo.server"
import { Agenda } from "./Agenda.server"
import type { Need } from "./needs"

interface WeekReader extends Reader {
  /** Of the times in the e-mail. */
  readonly zone: string
  /** 1 is Monday, 7 Sunday. */
  readonly weeklyDay: number
}

const lineOf = ({ site, zone }: WeekReader, { at, community, path, time, title }: Need) => [
  community === "" ? title : `${community}: ${title}`,
  `  ${time} ${momentIn("zoned", at, zone)}`,
  `  ${site}${path}`,
  ""
]

/** @param needs at least one. */
const weekEmail = (needs: ReadonlyArray<Need>, reader: WeekReader): EmailText => ({
  subject: `${APP_NAME}: your week, ${counted(needs.length, "thing")} to do`,
  text: [
    `Hello ${reader.username},`,
    "",
    `${needs.length === 1 ? "This waits" : "These wait"} for you. Deadlines come first.`,
    "",
    ...needs.flatMap((need) => lineOf(reader, need)),
    `The same list: ${reader.site}/userDashboard`,
    "",
    ...foot(
      reader,
      `You get this e-mail on ${weekDayName(reader.weeklyDay)}s at 7 in the morning, if there is anything to do.`
    )
  ].join("\n")
})

const HOUR = 7
const SIX_DAYS = 6 * 24 * 3_600_000

interface WeekPlan {
  /** An unknown zone is UTC. */
  readonly timezone: string
  /** 1 is Monday, 7 Sunday. */
  readonly weeklyDay: number
}

/** The chosen day's 07:00 before or at `now`, and the one after it. */
export const weekSlots = (now: number, { timezone, weeklyDay }: WeekPlan): { last: number; next: number } => {
  const here = DateTime.unsafeMakeZoned(now, { timeZone: isZone(timezone) ? timezone : "UTC" })
  // `weekDay` of Sunday is 0.
  const days = (weeklyDay + 7 - DateTime.getPart(here, "weekDay")) % 7
  const slotIn = (more: number) =>
    DateTime.toEpochMillis(
      DateTime.setParts(DateTime.add(here, { days: more }), { hours: HOUR, minutes: 0, seconds: 0, millis: 0 })
    )
  const first = slotIn(days)
  return first > now ? { last: slotIn(days - 7), next: first } : { last: first, next: slotIn(days + 7) }
}

/** The next one is due at least six days after the last. @param last when the last one was due; 0 if there was none. */
const nextWeekly = (now: number, last: number, plan: WeekPlan): number =>
  weekSlots(Math.max(now, last + SIX_DAYS - 1), plan).next

/** Name of the job whose work items are weekly e-mails (docs/operations.md, "Jobs"). */
const WRITING = "weekly.write"

const ReaderRow = Schema.Struct({
  username: Schema.String,
  email: Schema.String,
  timezone: Schema.String,
  weeklyDay: Schema.Int,
  weeklyAt: Schema.Number,
  weeklyLastAt: Schema.Number
})

export class WeeklyEmails extends Effect.Service<WeeklyEmails>()("activity/agenda/WeeklyEmails", {
  dependencies: [Agenda.Default, UsersRepo.Default, SecretLinks.Default, WorkQueue.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const agenda = yield* Agenda
    const users = yield* UsersRepo
    const links = yield* SecretLinks
    const outbox = yield* Outbox
    const queue = yield* WorkQueue
    const { appOrigin } = yield* Settings

    const wanted = sql`weekly = 1 AND status = 'active'`
    const unplanned = findAll({
      Request: Schema.Void,
      Result: Schema.Struct({ timezone: Schema.String, weeklyDay: Schema.Int, weeklyLastAt: Schema.Number }),
      execute: () => sql`SELECT DISTINCT timezone, weekly_day, weekly_last_at FROM users
        WHERE ${wanted} AND weekly_at = 0`
    })
    const due = findAll({
      Request: Schema.Struct({ now: Schema.Number, limit: Schema.Int }),
      Result: Schema.Struct({ accountAddress: AccountAddress }),
      execute: ({ limit, now }) => sql`SELECT account_address FROM users
        WHERE ${wanted} AND weekly_at > 0 AND weekly_at <= ${now}
        AND ${queue.isFree(WRITING, sql`users.account_address`, now)}
        ORDER BY weekly_at, account_address LIMIT ${limit}`
    })
    const readerOf = findOne({
      Request: Schema.String,
      Result: ReaderRow,
      execute: (account) => sql`SELECT username, email, timezone, weekly_day, weekly_at, weekly_last_at FROM users
        WHERE account_address = ${account} AND ${wanted}`
    })

    const plan = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      for (const group of yield* unplanned()) {
        yield* users.planWeekly(group, nextWeekly(now, group.weeklyLastAt, group))
      }
    })

    const writeOf = Effect.fn("WeeklyEmails.writeOf")(function* (account: AccountAddress) {
      const found = Option.getOrUndefined(yield* readerOf(account))
      if (found === undefined) return
      const { email, timezone, username, weeklyAt, weeklyDay, weeklyLastAt } = found
      const now = yield* Clock.currentTimeMillis
      if (weeklyAt === 0 || weeklyAt > now) return
      const needs = yield* agenda.needs(account)
      const { last, next } = weekSlots(now, { timezone, weeklyDay })
      const isWritten = needs.length > 0
      if (!(yield* users.moveWeekly(account, weeklyAt, { last: isWritten ? last : weeklyLastAt, next }))) return
      if (!isWritten) return
      const leave = leaveUrl(appOrigin, yield* links.secretOf(account, "leave"), "week")
      const zone = isZone(timezone) ? timezone : "UTC"
      const reader = { username, site: appOrigin, leaveUrl: leave, zone, weeklyDay }
      yield* outbox.write({ to: email, ...weekEmail(needs, reader), leaveUrl: leave })
    }, atomically(sql))

    const write = queue.workThrough({
      job: WRITING,
      due: (limit) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.map(due({ now, limit }), (rows) => rows.map(({ accountAddress }) => accountAddress))
        ),
      keyOf: (account) => account,
      work: (account) => Effect.zipRight(writeOf(account), outbox.wake)
    })

    return { writeDue: Effect.zipRight(plan, write) }
  })
}) {}

export const weeklyJob = Effect.map(
  WeeklyEmails,
  ({ writeDue }): Job => ({ name: "weekly", every: "minute", isShared: true, run: writeDue })
)
