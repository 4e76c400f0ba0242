/** Commands that hide and show posts, and manage e-mails and jobs. */
import { Effect } from "effect"
import type { JobReport } from "~/effects/base/jobs/JobReport"
import type { Unsent } from "~/effects/base/mail/Unsent"
import { counted } from "~/effects/base/text/counted"
import { inUtc, spanInWords } from "~/effects/base/text/moments"
import { onAccount } from "../../AccountCare.server"
import { BulkActions } from "../../BulkActions.server"
import { progressOf } from "../../bulkAction"
import { ContentCare } from "../../ContentCare.server"
import { FoundPeople } from "../../FoundPeople.server"
import { FoundPosts } from "../../FoundPosts.server"
import { JobCare } from "../../JobCare.server"
import { isLate } from "../../jobState"
import { MailCare } from "../../MailCare.server"
import { orderOf } from "../../Operator"
import { OperatorLog } from "../../OperatorLog.server"
import { Takedowns } from "../../Takedowns.server"
import { daysOf } from "./accountCommands.server"
import { act, actOnMany, type Call, type Said, table } from "./Command.server"

interface Listing {
  readonly limit: number
}

const sinceOf = (at: number) => `since ${inUtc("moment", at)} UTC`

export const contentCommands = {
  hide: act(
    "ADDRESS",
    "hides a thread or a reply, by the address of its page; the reason is public",
    (address, order) => Effect.flatMap(ContentCare, (care) => care.hide(address, order))
  ),
  show: act("ADDRESS", "shows it again; the reason is public", (address, order) =>
    Effect.flatMap(ContentCare, (care) => care.show(address, order))
  ),
  posts: {
    takes: "PERSON",
    what: "threads and replies of a person in any community, newest first, with their addresses",
    words: [1, 1],
    needsReason: true,
    run: ({ by, limit, reason, words }: Pick<Call, "by" | "limit" | "reason" | "words">) =>
      Effect.gen(function* () {
        const order = yield* orderOf(by, reason ?? "")
        const person = yield* (yield* FoundPeople).one(words[0] ?? "")
        yield* (yield* OperatorLog).recordView(order, "Viewed their posts", onAccount(person))
        const all = yield* (yield* FoundPosts).by(person.account, limit)
        const lines = table(
          all.map(({ communityName, createdAt, post }) => [
            `${inUtc("moment", createdAt)} UTC`,
            post.type === "thread" ? "thread" : "reply",
            post.shown,
            communityName,
            `“${post.title}”`,
            post.path
          ])
        )
        return { lines: lines.length === 0 ? ["No posts."] : lines, data: all } satisfies Said
      })
  },
  "hide-posts": actOnMany(
    "PERSON… [--preview]",
    "hides all threads and replies of some people in any community; the reason is public",
    (people, order) => Effect.flatMap(BulkActions, (bulk) => bulk.hideAllOf(people, order))
  ),
  "show-posts": actOnMany(
    "PERSON… [--preview]",
    "shows again what operators hid of some people; posts that moderators hid stay hidden",
    (people, order) => Effect.flatMap(BulkActions, (bulk) => bulk.showAllOf(people, order))
  ),
  "take-down": actOnMany(
    "PERSON… [--days N] [--preview]",
    "suspends accounts, all or none, ends their sessions and hides their posts; the reason is public",
    (people, order, call) =>
      Effect.gen(function* () {
        const days = yield* daysOf(call.days)
        return yield* (yield* Takedowns).takeDown(people, days, order)
      })
  ),
  "undo-takedown": actOnMany(
    "PERSON… [--preview]",
    "undoes take-down: shows what it hid, and lifts its suspensions; what others hid stays hidden",
    (people, order) => Effect.flatMap(Takedowns, (takedowns) => takedowns.undo(people, order))
  ),
  takedowns: {
    takes: "",
    what: "authors whose takedown can be undone, and how far the server is with hiding and showing many posts",
    words: [0, 0],
    needsReason: false,
    run: ({ limit }: Listing) =>
      Effect.gen(function* () {
        const { open, running } = yield* (yield* Takedowns).lists(limit)
        const lines = table([
          ...running.map((action) => [
            action.name,
            `${progressOf(action)} so far`,
            sinceOf(action.startedAt),
            action.reason
          ]),
          ...open.map(({ at, name, posts, reason }) => [
            name,
            `taken down, ${counted(posts, "post")} hidden`,
            sinceOf(at),
            reason
          ])
        ])
        return {
          lines: lines.length === 0 ? ["No author is taken down."] : lines,
          data: { running, open }
        } satisfies Said
      })
  },
  "close-community": act(
    "COMMUNITY",
    "archives a community on behalf of its owner, by its address or id; the reason is public",
    (address, order) => Effect.flatMap(ContentCare, (care) => care.close(address, order))
  ),
  "reopen-community": act(
    "COMMUNITY",
    "reopens a community that operators closed; the reason is public",
    (address, order) => Effect.flatMap(ContentCare, (care) => care.reopen(address, order))
  )
} as const

const stateOf = ({ attempts, failedAt, lastError, nextTryAt }: Unsent): string => {
  const tries = `${attempts} ${attempts === 1 ? "try" : "tries"}`
  const why = lastError === null ? "" : `, ${lastError}`
  return failedAt === null ? `waits until ${inUtc("moment", nextTryAt)} UTC, ${tries}${why}` : `failed, ${tries}${why}`
}

export const emailCommands = {
  emails: {
    takes: "",
    what: "e-mails that have not been sent, newest first, with the id that resend and drop take",
    words: [0, 0],
    needsReason: false,
    run: ({ limit }: Listing) =>
      Effect.gen(function* () {
        const all = yield* (yield* MailCare).list(limit)
        const lines = table(
          all.map((email) => [
            email.id,
            `${inUtc("moment", email.createdAt)} UTC`,
            email.recipient,
            `“${email.subject}”`,
            stateOf(email)
          ])
        )
        return { lines: lines.length === 0 ? ["All e-mails have been sent."] : lines, data: all } satisfies Said
      })
  },
  resend: act("ID", "sends an e-mail immediately, counting its tries from the first", (id, order) =>
    Effect.flatMap(MailCare, (care) => care.resend(id, order))
  ),
  drop: act("ID", "never sends an e-mail; its recipient is notified in the app", (id, order) =>
    Effect.flatMap(MailCare, (care) => care.drop(id, order))
  ),
  bounces: {
    takes: "",
    what: "blocked e-mail addresses: nothing is sent to them",
    words: [0, 0],
    needsReason: false,
    run: ({ limit }: Listing) =>
      Effect.gen(function* () {
        const all = yield* (yield* MailCare).bounced(limit)
        const lines = table(all.map(({ address, reason, since }) => [address, inUtc("day", since), reason]))
        return { lines: lines.length === 0 ? ["No address."] : lines, data: all } satisfies Said
      })
  },
  bounce: act("E-MAIL", "blocks an e-mail address that bounces e-mails later", (address, order) =>
    Effect.flatMap(MailCare, (care) => care.bounce(address, order))
  ),
  unbounce: act("E-MAIL", "unblocks an e-mail address", (address, order) =>
    Effect.flatMap(MailCare, (care) => care.unbounce(address, order))
  )
} as const

const lagOf = (job: JobReport): string => {
  if (job.aheadMs > 0) return `wrong: finishes ${spanInWords(job.aheadMs)} in the future`
  return isLate(job) ? `${spanInWords(job.lagMs ?? 0)} late` : "on time"
}
const endOf = ({ isRunning, lastEndAt }: JobReport): string => {
  if (isRunning) return "running"
  return lastEndAt === null ? "never finished" : `finished ${inUtc("moment", lastEndAt)} UTC`
}

export const jobCommands = {
  jobs: {
    takes: "",
    what: "jobs: how late each one is, its last failure, and which work items were postponed or set aside",
    words: [0, 0],
    needsReason: false,
    run: ({ limit }: Listing) =>
      Effect.gen(function* () {
        const care = yield* JobCare
        const [jobs, setBack] = [yield* care.list, yield* care.setBack(limit)]
        const lines = [
          ...table(
            jobs.map((job) => [job.name, lagOf(job), endOf(job), job.reason === null ? "" : `failed: ${job.reason}`])
          ),
          ...table(
            setBack.map(({ job, nextAt, item, reason, setAsideAt, tries }) => [
              `${setAsideAt === null ? "postponed" : "set aside"}: ${job} ${item}`,
              `${tries} ${tries === 1 ? "try" : "tries"}`,
              setAsideAt === null ? `next ${inUtc("moment", nextAt)} UTC` : `since ${inUtc("moment", setAsideAt)} UTC`,
              reason
            ])
          )
        ]
        return { lines: lines.length === 0 ? ["No jobs have run yet."] : lines, data: { jobs, setBack } } satisfies Said
      })
  },
  "jobs set-aside": {
    ...act(
      "JOB ITEM",
      "sets a postponed work item aside: no job retries it, and no alert reports it, until it is put back",
      (_, order, { words: [job = "", item = ""] }) => Effect.flatMap(JobCare, (care) => care.setAside(job, item, order))
    ),
    words: [2, 2] as const
  },
  "jobs put-back": {
    ...act(
      "JOB ITEM",
      "puts a postponed work item, or one that was set aside, back: it is retried when its job runs next",
      (_, order, { words: [job = "", item = ""] }) => Effect.flatMap(JobCare, (care) => care.putBack(job, item, order))
    ),
    words: [2, 2] as const
  },
  "run-job": act(
    "JOB",
    "runs a job within a minute, and retries the work items it postponed: proposals also retries proposals.close",
    (name, order) => Effect.flatMap(JobCare, (care) => care.runNow(name, order))
  )
} as const
