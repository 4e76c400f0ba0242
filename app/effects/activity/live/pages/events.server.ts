/**
 * GET /api/events?community=id: a community's events as they happen (docs/product/notifications.md).
 *
 * With `since` the response is JSON, for pages that cannot open a stream. Otherwise it is a stream of server-sent
 * events that resumes after `Last-Event-ID`. The listener's rights are checked when the stream begins, once a minute,
 * whenever a person's role in the community changes, and before anything is sent that not everybody may see. A stream
 * ends with its session.
 */

import { Chunk, Clock, Effect, Exit, Option, Schema, Scope, Stream } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Role } from "~/effects/access/Membership"
import { roleNow } from "~/effects/access/permissions"
import type { ActivityEvent, ActivityVisibility } from "~/effects/activity/activity/ActivityEvent"
import type { Topic } from "~/effects/activity/activity/catalogue"
import type { LiveKind } from "~/effects/activity/live/LiveEvent"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { NotThere } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { sessionToken } from "~/effects/people/wallet-session/visitor.server"
import { Connections } from "../Connections.server"
import { Live } from "../Live.server"
import { type LiveEvent, type LivePage, liveEventOf, MAX_BACKLOG, NO_SEQ } from "../LiveEvent"
import { LiveEvents } from "../LiveEvents.server"

// Who receives which events of a community.

/** What a person may read: events for everybody, for members, or for moderators. */
type Audience = ActivityVisibility

const RANK: Readonly<Record<ActivityVisibility, number>> = { public: 0, members: 1, moderators: 2 }

const audienceOf = (role: Role | null): Audience =>
  role === null ? "public" : role === "member" ? "members" : "moderators"

const hears = (audience: Audience, visibility: ActivityVisibility): boolean => RANK[audience] >= RANK[visibility]

const kinds: Readonly<Record<Topic, LiveKind>> = {
  discussion: "thread",
  votes: "ballot",
  bonds: "order",
  tokens: "chunk",
  people: "activity",
  announcements: "activity",
  moderation: "activity"
}
const kindOf = (topic: Topic): LiveKind => kinds[topic]

/** After an event of these topics a person's rights may have changed, so the listener is checked again. */
const changesAudience = (topic: Topic): boolean => topic === "people" || topic === "moderation"

/** Shorter than the idle timeouts of common proxies. */
const HEARTBEAT = "25 seconds"
const LOOK_EVERY = "1 minute"
/** A stream ends after this time; the browser reconnects with its last number. */
const LIFE = "15 minutes"
const RETRY_MS = 3_000

const toLive = ({ actor, at, data, seq, target, topic, type }: ActivityEvent): LiveEvent => ({
  seq,
  at,
  kind: kindOf(topic),
  type,
  actor,
  target,
  data
})

/** An event without a number sends no id, so a browser that reconnects resumes after the last numbered one. */
const message = (event: LiveEvent) =>
  `${event.seq === NO_SEQ ? "" : `id: ${event.seq}\n`}event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`

/** A whole number from outside; null for anything else. */
const whole = (text: string | null): number | null => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null)

interface Reader {
  /** Account of the session, while it is valid. */
  readonly account: AccountAddress | null
  readonly communityId: CommunityId
  readonly audience: Audience
  /** True if no event of the community is for everybody. */
  readonly isPrivate: boolean
}

/** Looks up the caller each time without counting as a visit: an open tab does not extend a session. */
const readNow = (id: string) =>
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const held = Option.map(yield* sessionToken, sessions.accountOf)
    const account = Option.getOrNull(Option.isNone(held) ? Option.none<AccountAddress>() : yield* held.value)
    const communities = yield* Communities
    const { community, membership } = yield* communities.byId(id, account)
    const audience = audienceOf(roleNow({ membership, now: yield* Clock.currentTimeMillis }))
    return {
      account,
      communityId: community.id,
      audience,
      isPrivate: community.visibility === "private"
    } satisfies Reader
  })

/** The session that a stream began with has ended. The browser reconnects with its current session. */
class SessionEnded extends Schema.TaggedError<SessionEnded>()("SessionEnded", {}) {}

const pageSince = (communityId: CommunityId, audience: Audience, since: number) =>
  Effect.gen(function* () {
    const live = yield* Live
    const last = yield* live.lastOf(communityId)
    const isCut = last - since > MAX_BACKLOG
    const events = yield* live.after(communityId, isCut ? last - MAX_BACKLOG : since)
    const liveEvents = yield* LiveEvents
    const page: LivePage = {
      events: events.filter(({ visibility }) => hears(audience, visibility)).map(toLive),
      last: events.at(-1)?.seq ?? last,
      isCut,
      far: yield* liveEvents.far(communityId)
    }
    return page
  })

interface Asked {
  readonly reader: Reader
  /** The last event that the browser has. */
  readonly resume: number | null
  /** The server's clock when the page was made, in Unix milliseconds. */
  readonly from: number | null
}

/** The stream for one listener. It ends with the listener, the server, its maximal time, or the right to read. */
const stream = ({ from, reader: first, resume }: Asked) =>
  Effect.gen(function* () {
    const { request } = yield* RouteArgs
    const live = yield* Live
    const { communityId } = first
    let reader = first

    // The feed opens before past events are read: events in between arrive twice and are sent once.
    const feed = yield* live.listen(communityId)
    const last = yield* live.lastOf(communityId)
    const start = resume ?? (from === null ? last : yield* live.seqAt(communityId, from))
    const isCut = last - start > MAX_BACKLOG
    const past = yield* live.after(communityId, isCut ? last - MAX_BACKLOG : start)
    const known = past.at(-1)?.seq ?? start

    const readAgain = Effect.flatMap(readNow(communityId), (now) => {
      if (now.account !== first.account) return new SessionEnded()
      reader = now
      return Effect.void
    })
    /** A chunk needs one check, made after all of it was written. */
    const readBefore =
      <A>(matters: (item: A) => boolean) =>
      <E, R>(items: Stream.Stream<A, E, R>) =>
        Stream.mapChunksEffect(items, (chunk) =>
          Effect.as(Chunk.some(chunk, (item) => reader.isPrivate || matters(item)) ? readAgain : Effect.void, chunk)
        )
    const fresh = Stream.filter(Stream.fromQueue(feed), ({ seq }) => seq > known)
    const events = Stream.concat(Stream.fromIterable(past), fresh).pipe(
      readBefore(({ topic, visibility }) => visibility !== "public" || changesAudience(topic)),
      Stream.filter(({ visibility }) => hears(reader.audience, visibility)),
      Stream.map((event) => message(toLive(event)))
    )
    const liveEvents = yield* LiveEvents
    const moves = Stream.fromQueue(yield* liveEvents.listen(communityId, first.account)).pipe(
      readBefore(({ kind }) => kind === "notification"),
      Stream.mapEffect(({ far, kind, thing }) =>
        Effect.map(Clock.currentTimeMillis, (at) => message(liveEventOf(kind, thing, far, at)))
      )
    )
    const beats = Stream.map(Stream.drop(Stream.tick(HEARTBEAT), 1), () => ": still here\n\n")
    const checks = Stream.drain(Stream.mapEffect(Stream.drop(Stream.tick(LOOK_EVERY), 1), () => readAgain))

    const left = Effect.async<void>((resolve) => {
      if (request.signal.aborted) return resolve(Effect.void)
      request.signal.addEventListener("abort", () => resolve(Effect.void), { once: true })
    })
    const over = Effect.raceAll([left, live.closed, Effect.sleep(LIFE)])
    const hello = `retry: ${RETRY_MS}\n${isCut ? "event: cut\ndata: {}\n" : ""}: hello\n\n`
    return Stream.make(hello).pipe(
      Stream.concat(Stream.mergeAll([events, moves, beats, checks], { concurrency: "unbounded" })),
      // A listener who may no longer read gets nothing more.
      Stream.catchTags({
        NotThere: () => Stream.make("event: closed\ndata: {}\n\n"),
        SessionEnded: () => Stream.empty
      }),
      Stream.interruptWhen(over)
    )
  })

export const events = Effect.gen(function* () {
  const { context, request } = yield* RouteArgs
  const { searchParams } = new URL(request.url)
  const reader = yield* readNow(searchParams.get("community") ?? "")
  const { account, audience, communityId } = reader

  if (searchParams.has("since")) {
    const since = whole(searchParams.get("since"))
    return since === null ? yield* new NotThere({}) : yield* pageSince(communityId, audience, since)
  }
  const headers = {
    "Content-Type": "text/event-stream; charset=utf-8",
    // Proxies must not compress or buffer it.
    "Cache-Control": "no-store, no-transform",
    "X-Accel-Buffering": "no"
  }
  // Nobody would read the stream of a HEAD request, so nothing would end it.
  if (request.method === "HEAD") return new Response(null, { headers })
  const connections = yield* Connections
  const scope = yield* Scope.make()
  yield* connections
    .take(account === null ? { kind: "address", name: context.address } : { kind: "account", name: account })
    .pipe(Scope.extend(scope))
  const body = yield* stream({
    reader,
    // A browser that reconnects itself sends the header; a page that opens a new stream has it in the address.
    resume: whole(request.headers.get("Last-Event-ID")) ?? whole(searchParams.get("after")),
    from: whole(searchParams.get("from"))
  }).pipe(
    Stream.unwrapScoped,
    Stream.ensuring(Scope.close(scope, Exit.void)),
    Stream.encodeText,
    Stream.toReadableStreamEffect()
  )
  return new Response(body, { headers })
})
