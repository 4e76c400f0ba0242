/** The loaders of the announcement pages (docs/product/conversation.md). */

import { Clock, Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { requireAllowed } from "~/effects/access/must"
import { permissions, roleNow } from "~/effects/access/permissions"
import { NotThere } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { randomId } from "~/effects/base/text/random.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { AttachmentsRepo } from "~/effects/conversation/attachments/AttachmentsRepo.server"
import type { CommentTarget } from "~/effects/conversation/discussion/CommentTarget"
import { conversation } from "~/effects/conversation/discussion/pages/conversation.server"
import { type Announcement, AnnouncementId } from "../Announcement"
import { type After, AnnouncementCardsRepo } from "../AnnouncementCardsRepo.server"
import { AnnouncementsRepo } from "../AnnouncementsRepo.server"
import { cardOf, viewOf } from "../view.server"
import type { IssuePage } from "../views"

const PAGE = 20 // docs/product/communities.md
const PINNED_MAX = 10
const WAITING_MAX = 50

export const isId = Schema.is(AnnouncementId)

/** `time~id`; anything else returns the first page. */
const afterOf = (text: string | null): After | null => {
  const match = /^(\d{1,16})~([a-z2-7]{12})$/.exec(text ?? "")
  return match === null ? null : { at: Number(match[1]), id: match[2] ?? "" }
}

export const numberOf = (text: string | null): number | null =>
  /^[1-9]\d{0,8}$/.test(text ?? "") ? Number(text) : null

const listOf = Effect.fn("announcements.listOf")(function* (url: URL) {
  const { community, communityRole } = yield* inside
  const cards = yield* AnnouncementCardsRepo
  const now = yield* Clock.currentTimeMillis
  const reader = { communityId: community.id, account: communityRole.account }
  const after = afterOf(url.searchParams.get("after"))
  const pinned = after === null ? yield* cards.pinned(reader, now, PINNED_MAX) : []
  const rows = yield* cards.page(reader, now, after, PAGE + 1)
  const last = rows[PAGE - 1]
  return {
    view: "list" as const,
    now,
    cards: [...pinned, ...rows.slice(0, PAGE)].map((row) => cardOf(row, now)),
    next: rows.length > PAGE && last !== undefined ? `${last.publishAt}~${last.id}` : null,
    isFirstPage: after === null,
    mayIssue: permissions.announce(communityRole).ok,
    isMember: roleNow(communityRole) !== null
  }
})

const CLOSED = { code: "E-STATE", message: "This announcement has been withdrawn, so you can no longer comment on it." }

/** An announcement as a target of comments. Withdrawn ones accept none, even if withdrawn in the same moment. */
export const targetOf = ({ communityId, id, number, title }: Announcement): CommentTarget => ({
  type: "announcement",
  id,
  title,
  path: `/community/detail/${communityId}/annissued?a=${number}`
})

const attachmentsOf = (id: string) => Effect.flatMap(AttachmentsRepo, (repo) => repo.of({ type: "announcement", id }))

/** One announcement. Its page reports that it was read (api/read), because a GET must not change anything. */
const singleOf = Effect.fn("announcements.singleOf")(function* (number: number, url: URL) {
  const here = yield* inside
  const { community, communityRole } = here
  const cards = yield* AnnouncementCardsRepo
  const repo = yield* AnnouncementsRepo
  const now = yield* Clock.currentTimeMillis
  const found = yield* cards.byNumber({ communityId: community.id, account: communityRole.account }, number)
  if (Option.isNone(found)) return yield* new NotThere({})
  const row = found.value
  const corrections = row.correctedAt === null ? [] : yield* repo.corrections(row.id)
  return {
    view: "single" as const,
    now,
    item: row.title,
    announcement: viewOf(row, corrections, now),
    attachments: yield* attachmentsOf(row.id),
    mayChange: permissions.announce(communityRole).ok,
    conversation: yield* conversation(here, targetOf(row), url.searchParams, row.state === "withdrawn" ? CLOSED : null)
  }
})

export const annissuedPage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const url = new URL(request.url)
  const wanted = url.searchParams.get("a")
  if (wanted === null) return yield* listOf(url)
  const number = numberOf(wanted)
  return number === null ? yield* new NotThere({}) : yield* singleOf(number, url)
})

/** Where an unsent form is stored: one new announcement for each community, and one for each draft. */
export const draftPlace = (communityId: CommunityId, id: string | undefined): string =>
  `announcement/${communityId}${id === undefined ? "" : `/${id}`}`

const blank = Effect.map(randomId(), (id) => ({
  id,
  title: "",
  body: "",
  importance: "normal" as const,
  pinnedUntil: null,
  publishAt: null,
  isNew: true
}))

/** The form, with the chosen draft in it, and the author's other drafts and scheduled announcements. */
export const annissuePage = Effect.gen(function* () {
  const here = yield* inside
  const account = yield* requireAllowed(here, "announce")
  const { community } = here
  const { request } = yield* RouteArgs
  const waitingRepo = yield* AnnouncementsRepo
  const now = yield* Clock.currentTimeMillis
  const waiting = yield* waitingRepo.of(community.id, account, WAITING_MAX)
  const wanted = new URL(request.url).searchParams.get("draft") ?? ""
  const chosen = isId(wanted) ? waiting.find(({ id }) => id === wanted) : undefined
  if (wanted !== "" && chosen === undefined) return yield* new NotThere({})
  const fresh = yield* blank
  const drafts = yield* Drafts
  const page: IssuePage = {
    now,
    communityId: community.id,
    account,
    members: community.memberCount,
    storedDraft: Option.getOrNull(yield* drafts.get(account, draftPlace(community.id, chosen?.id))),
    form:
      chosen === undefined
        ? fresh
        : {
            id: chosen.id,
            title: chosen.title,
            body: chosen.body,
            importance: chosen.importance,
            pinnedUntil: chosen.pinnedUntil,
            publishAt: chosen.state === "scheduled" ? chosen.publishAt : null,
            isNew: false
          },
    attachments: chosen === undefined ? [] : yield* attachmentsOf(chosen.id),
    waiting: waiting.map(({ id, importance, publishAt, signed, state, title, updatedAt }) => ({
      id,
      title,
      importance,
      publishAt: state === "scheduled" ? publishAt : null,
      isSigned: signed !== null,
      updatedAt
    }))
  }
  return page
})
