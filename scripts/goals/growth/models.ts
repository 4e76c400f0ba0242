/**
 * One row of everything that there will be a million of: a deployed community, its discussion, its vote, its money,
 * written as the services write them.
 */
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress, LockerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { templates } from "~/effects/communities/communities/templates"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { found, join } from "../../../tests/effects/communities/communities/world"
import { OPENS } from "../../../tests/effects/governance/votes/world"
import { money } from "./money"
import { COMMUNITY, ME, type ModelRows, SLUG, stamps, THREAD, TOKEN } from "./names"
import { vote } from "./vote"

const person = {
  accountAddress: ME,
  username: "Ada Main",
  usernameKey: "ada main",
  email: "ada@example.org",
  emailKey: "ada@example.org",
  bio: "I keep films.",
  displayImage: "/files/none/-/preview/1000x562/",
  tags: JSON.stringify(["Film", "Music"]),
  workHistory: "[]",
  newsletter: 0,
  lastSeenAt: OPENS,
  ...stamps
}

const talk: ModelRows = {
  threads: {
    id: THREAD,
    communityId: COMMUNITY,
    number: 1,
    author: ME,
    title: "What we show next",
    body: "A list, please.",
    mentions: "[]",
    searchText: "what we show next",
    category: "general",
    state: "open",
    shown: "visible",
    lastActivityAt: OPENS,
    ...stamps
  },
  conversations: { targetType: "thread", targetId: THREAD, communityId: COMMUNITY, lastAt: OPENS },
  comments: {
    id: "commentaaaaa",
    communityId: COMMUNITY,
    targetType: "thread",
    targetId: THREAD,
    seq: 1,
    rootSeq: 1,
    author: ME,
    body: "The one with the lighthouse.",
    mentions: "[]",
    shown: "visible",
    ...stamps
  },
  activity_events: {
    communityId: COMMUNITY,
    seq: 1,
    at: OPENS,
    actor: ME,
    type: "threadStarted",
    topic: "discussion",
    target: "/",
    data: JSON.stringify({ title: "What we show next" }),
    visibility: "members"
  },
  notifications: {
    accountAddress: ME,
    id: "a".repeat(20),
    type: "reply",
    communityId: COMMUNITY,
    target: "/",
    text: "Ben answered.",
    importance: "normal",
    mergeKey: "a",
    email: "none",
    createdAt: OPENS
  },
  announcements: {
    id: "announceaaaa",
    communityId: COMMUNITY,
    number: 1,
    issuer: ME,
    title: "The projector is back",
    body: "It was repaired.",
    importance: "normal",
    publishAt: OPENS,
    state: "published",
    ...stamps
  },
  moderation_actions: {
    id: "actionaaaaaa",
    communityId: COMMUNITY,
    actor: ME,
    action: "hide",
    targetType: "comment",
    targetId: "commentaaaaa",
    targetLabel: "A comment",
    reason: "Spam.",
    ...stamps
  },
  reports: {
    id: "reportaaaaaa",
    communityId: COMMUNITY,
    targetType: "comment",
    targetId: "commentaaaaa",
    targetAuthor: ME,
    targetLabel: "A comment",
    targetPath: "/",
    reporter: "account_tdx_2_ben",
    reason: "spam",
    note: "",
    status: "open",
    ...stamps
  }
}

export const writeModels = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO users ${sql.insert(person)}`
  yield* found({
    slug: SLUG,
    id: CommunityId.make(COMMUNITY),
    name: "Night Film Club",
    ownerAddress: ME,
    adminAccount: ME,
    treasuryAccount: AccountAddress.make("account_tdx_2_treasury"),
    lockerAddress: LockerAddress.make("locker_tdx_2_one"),
    ownerBadge: ResourceAddress.make("resource_tdx_2_badge"),
    tokenResource: TOKEN,
    tokenSymbol: "NFC",
    governance: templates.club.governance,
    stage: "deployed"
  })
  yield* join(COMMUNITY, ME, { role: "owner" })
  for (const rows of [talk, vote, money]) {
    for (const [table, row] of Object.entries(rows)) yield* sql`INSERT INTO ${sql(table)} ${sql.insert(row)}`
  }
}).pipe(Effect.provide(Layer.merge(CommunitiesRepo.Default, MembershipsRepo.Default)))

/** Opened last, since pages write to sessions that are some minutes old. Returns its token. */
export const signIn = Effect.flatMap(Sessions, (sessions) =>
  sessions.open({ account: ME, persona: null, userAgent: "a goal", replaces: Option.none() })
)
