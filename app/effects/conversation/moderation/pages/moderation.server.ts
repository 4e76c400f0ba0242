/**
 * The moderation view of a community's activity (docs/product/conversation.md): the public log for everybody who may
 * read the community, and the open reports for those who decide them. The activity route shows it for
 * `?view=moderation`.
 */
import { Effect, Schema } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed } from "~/effects/access/must"
import { permissions } from "~/effects/access/permissions"
import { explain } from "~/effects/access/rules"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { InvalidFields, MalformedBody } from "~/effects/base/failures/failures"
import { checkForm } from "~/effects/base/remix/form"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { FIRST_POST_RULES } from "~/effects/conversation/discussion/firstPosts"
import { ReasonForm } from "~/effects/conversation/discussion/forms"
import { Posting } from "~/effects/conversation/discussion/Posting.server"
import { mayModerate } from "~/effects/conversation/discussion/rights"
import type { ModerationPage } from "~/effects/conversation/moderation/Moderation"
import { type QueueRow, ReportsRepo } from "~/effects/conversation/moderation/ReportsRepo.server"
import { otherPersonOf, personOf } from "~/effects/people/users/people.server"
import { OwnReport } from "../errors"
import { FirstPostDecisions } from "../FirstPostDecisions.server"
import { FirstPosts } from "../FirstPosts.server"
import type { ReportCard, ReportQueue } from "../Moderation"
import { Reports } from "../Reports.server"

/** Commands of the report queue's buttons, for `pageAction` of the activity page. */
const decide = (decision: "upheld" | "dismissed") => (form: FormData) =>
  Effect.gen(function* () {
    const who = yield* inside
    const { reason } = yield* Effect.mapError(
      checkForm(ReasonForm, { reason: textOf(form, "reason") }),
      (fields) => new InvalidFields({ fields })
    )
    const reports = yield* Reports
    yield* reports.decide(who, textOf(form, "report"), decision, reason)
    return { to: `/community/detail/${who.community.id}/activity?view=moderation` }
  })

const decideFirst = (decision: "approve" | "refuse") => (form: FormData) =>
  Effect.gen(function* () {
    const who = yield* inside
    yield* requireAllowed(who, "moderate")
    const decisions = yield* FirstPostDecisions
    const [id, version] = [textOf(form, "post"), Number(textOf(form, "version"))]
    if (!Number.isSafeInteger(version)) return yield* new MalformedBody({})
    if (decision === "approve") yield* decisions.approve(who, id, version)
    else {
      const { reason } = yield* Effect.mapError(
        checkForm(ReasonForm, { reason: textOf(form, "reason") }),
        (fields) => new InvalidFields({ fields })
      )
      yield* decisions.refuse(who, id, version, reason)
    }
    return { to: `/community/detail/${who.community.id}/activity?view=moderation` }
  })

const isRule = Schema.is(Schema.Literal(...FIRST_POST_RULES))

const setRule = (form: FormData) =>
  Effect.gen(function* () {
    const who = yield* inside
    yield* requireAllowed(who, "moderate")
    const text = textOf(form, "firstPosts")
    const rule = text === "" ? undefined : Number(text)
    if (!isRule(rule)) {
      return yield* new InvalidFields({ fields: { firstPosts: "Choose how many first posts wait." } })
    }
    yield* (yield* FirstPosts).setRule(who, rule)
    return { message: rule === 0 ? "First posts no longer wait." : "First posts now wait for a moderator." }
  })

export const firstPostCommands = {
  "approve-post": decideFirst("approve"),
  "refuse-post": decideFirst("refuse"),
  "first-posts": setRule
}

export const reportCommands = { uphold: decide("upheld"), dismiss: decide("dismissed") }

const PAGE_SIZE = 20

const readKey = (text: string | null) => {
  const found = /^(\d{1,15})~([a-z2-7]{12})$/.exec(text ?? "")
  return found === null ? null : { at: Number(found[1]), id: found[2] ?? "" }
}

const refusalFor = (who: Inside, row: QueueRow): string | null => {
  if (row.ownReport !== null) return new OwnReport().message
  const verdict = mayModerate(who.communityRole, { author: row.targetAuthor, authorRole: row.authorRole })
  return verdict.ok ? null : explain(verdict)
}

/** The open reports for this moderator; null for everybody else. */
export const reportQueue = Effect.fn("reportQueue")(function* (who: Inside, after: string | null) {
  const { account } = who.communityRole
  if (account === null || !permissions.moderate(who.communityRole).ok) return null
  const reports = yield* ReportsRepo
  const posting = yield* Posting
  const rows = yield* reports.waiting(who.community.id, account, readKey(after), PAGE_SIZE + 1)
  const shown = rows.slice(0, PAGE_SIZE)
  const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined
  const toTree = posting.toTrees()
  const queue: ReportQueue = {
    reports: shown.map(
      (row): ReportCard => ({
        id: row.id,
        target: { type: row.targetType, id: row.targetId, path: row.targetPath, title: row.targetLabel },
        author: otherPersonOf(row.targetAuthor, row),
        text: row.body === null ? [] : toTree(row.body, row.mentions ?? [], `r-${row.id}-`),
        reporter: personOf(row.reporter, row),
        reason: row.reason,
        note: row.note,
        at: row.createdAt,
        refusal: refusalFor(who, row)
      })
    ),
    next: last === undefined ? null : `${last.createdAt}~${last.id}`
  }
  return queue
})

export const moderationPage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const who = yield* inside
  const { searchParams } = new URL(request.url)
  const log = yield* ModerationLog
  const page: ModerationPage = {
    log: yield* log.page(who.community.id, searchParams.get("after")),
    queue: yield* reportQueue(who, searchParams.get("reports")),
    first: yield* (yield* FirstPostDecisions).queue(who)
  }
  return page
})
