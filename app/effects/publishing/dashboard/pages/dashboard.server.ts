/**
 * Loader and actions of the dashboard (docs/product/notifications.md): to-dos, communities, holdings, dates and
 * activity; the inbox at `?tab=notifications`, the votes with receipts at `?tab=votes`, the private calendar link at
 * `?tab=calendar`. The number of statements does not depend on how much there is to show.
 */
import { Clock, Effect, Option } from "effect"
import { ActivityRepo } from "~/effects/activity/activity/ActivityRepo.server"
import { Agenda } from "~/effects/activity/agenda/Agenda.server"
import { Inbox } from "~/effects/activity/notifications/Inbox.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { pageAction, textOf } from "~/effects/base/remix/pageAction.server"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import type { DelegatedVotePage } from "~/effects/governance/votes/delegated/DelegatedVoteLine"
import { OwnVotes } from "~/effects/governance/votes/OwnVotes.server"
import { SecretLinks } from "~/effects/people/account/SecretLinks.server"
import { requireAccount, waiting } from "~/effects/people/wallet-session/visitor.server"
import { ownHoldings } from "~/effects/treasury/bonds/pages/ownHoldings.server"
import { OwnClaims } from "~/effects/treasury/claims/OwnClaims.server"

const COOKIE = "checklist"
const DISMISSED = "dismissed"
const YEAR_S = 31_536_000
const AHEAD = "30 days"
const DEEDS = 10
const VOTES = 20 // lifetime of the cookie (docs/product/communities.md)

const isDismissed = (cookies: string | null): boolean =>
  (cookies ?? "").split(";").some((pair) => pair.trim() === `${COOKIE}=${DISMISSED}`)

/** Six statements including the session's: to-dos, communities, activity, holdings, claims. */
const start = (account: AccountAddress, cookies: string | null) =>
  Effect.gen(function* () {
    const own = yield* Agenda
    const activity = yield* ActivityRepo
    const { dates, needs, taken } = yield* own.today(account, AHEAD)
    const { more, rows } = yield* own.communities(account)
    const open = rows.reduce((sum, { openProposals, openSales }) => sum + openProposals + openSales, 0)
    return {
      tab: "start" as const,
      now: yield* Clock.currentTimeMillis,
      needs,
      open,
      communities: rows,
      hasMore: more,
      dates,
      deeds: yield* activity.ofPerson(account, DEEDS),
      holdings: yield* ownHoldings(account),
      waiting: yield* (yield* OwnClaims).waiting(account),
      /** First steps that a new member has taken; null once the list is dismissed. */
      taken: isDismissed(cookies) ? null : taken
    }
  })

const inbox = (account: AccountAddress, query: URLSearchParams) =>
  Effect.gen(function* () {
    const { page } = yield* Inbox
    const onlyUnread = query.get("show") === "unread"
    return {
      tab: "notifications" as const,
      now: yield* Clock.currentTimeMillis,
      onlyUnread,
      after: query.get("after"),
      unread: (yield* waiting).unread,
      ...(yield* page(account, { after: query.get("after"), unread: onlyUnread }))
    }
  })

/** Delegated votes on the first page; the exported files contain all of them. */
const LENT = 20
const NOTHING_LENT: DelegatedVotePage = { lines: [], next: null }

/** `votedAt~proposal` of the last vote of the previous page. */
const afterVote = (text: string | null) => {
  const [, at, id] = /^(\d{1,16})~([a-z2-7]{12})$/.exec(text ?? "") ?? []
  return at === undefined || id === undefined ? null : { at: Number(at), id }
}

const votes = (account: AccountAddress, query: URLSearchParams) =>
  Effect.gen(function* () {
    const { delegatedBy, delegatedTo, page } = yield* OwnVotes
    const after = query.get("after")
    const lines = yield* page(account, afterVote(after), VOTES + 1)
    const now = yield* Clock.currentTimeMillis
    const asked = { account, community: null, now, limit: LENT, after: null }
    const last = lines.length > VOTES ? lines[VOTES - 1] : undefined
    return {
      tab: "votes" as const,
      now,
      byMe: after === null ? yield* delegatedBy(asked) : NOTHING_LENT,
      toMe: after === null ? yield* delegatedTo(asked) : NOTHING_LENT,
      votes: lines.slice(0, VOTES),
      isFirst: after === null,
      next: last === undefined ? null : `${last.at}~${last.proposal}`
    }
  })

const calendar = (account: AccountAddress) =>
  Effect.gen(function* () {
    const own = yield* Agenda
    const links = yield* SecretLinks
    const { appOrigin } = yield* Settings
    const secret = yield* links.find(account, "calendar")
    return {
      tab: "calendar" as const,
      now: yield* Clock.currentTimeMillis,
      dates: yield* own.dates(account, AHEAD),
      address: Option.getOrNull(Option.map(secret, (text) => `${appOrigin}/calendar/${text}`))
    }
  })

export const dashboard = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const who = yield* requireAccount("see your dashboard")
  const { searchParams } = new URL(request.url)
  const { operators } = yield* Settings
  const isOperator = operators.includes(who.account)
  if (who.profile === null) return { visitor: who, name: "", isOperator, page: null }
  const own = { visitor: who, name: who.profile.username, isOperator }
  switch (searchParams.get("tab")) {
    case "notifications":
      return { ...own, page: yield* inbox(who.account, searchParams) }
    case "votes":
      return { ...own, page: yield* votes(who.account, searchParams) }
    case "calendar":
      return { ...own, page: yield* calendar(who.account) }
    default:
      return { ...own, page: yield* start(who.account, request.headers.get("cookie")) }
  }
})

/** The first page of the list that the form was on. */
const listPath = (form: FormData) =>
  textOf(form, "show") === "unread"
    ? "/userDashboard?tab=notifications&show=unread"
    : "/userDashboard?tab=notifications"

const read = (form: FormData) =>
  Effect.gen(function* () {
    const { account } = yield* requireAccount("mark it as read")
    const { markRead } = yield* Inbox
    yield* markRead(account, textOf(form, "id"))
    return { to: listPath(form) }
  })

const readAll = (form: FormData) =>
  Effect.gen(function* () {
    const { account } = yield* requireAccount("mark them as read")
    const { markAllRead } = yield* Inbox
    yield* markAllRead(account)
    return { to: listPath(form) }
  })

/** Stored in a cookie of this browser. */
const putAway = () =>
  Effect.gen(function* () {
    yield* requireAccount("dismiss the checklist")
    const headers = yield* ReplyHeaders
    headers.append("Set-Cookie", `${COOKIE}=${DISMISSED}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax; HttpOnly`)
    return { to: "/userDashboard" }
  })

const CALENDAR = { to: "/userDashboard?tab=calendar" }

const makeAddress = () =>
  Effect.gen(function* () {
    const { account } = yield* requireAccount("create a calendar link")
    const { secretOf } = yield* SecretLinks
    yield* secretOf(account, "calendar")
    return CALENDAR
  })

/** Deletes the link; a separate button creates a new one. */
const endAddress = () =>
  Effect.gen(function* () {
    const { account } = yield* requireAccount("delete the calendar link")
    const { revoke } = yield* SecretLinks
    yield* revoke(account, "calendar")
    return CALENDAR
  })

export const dashboardAction = pageAction({
  read,
  "read-all": readAll,
  "put-away": putAway,
  "make-address": makeAddress,
  "end-address": endAddress
})
