/**
 * Sends queued deliveries (docs/product/webhooks.md). Each hook is a work item: one server at a time sends its
 * deliveries in order, and a hook that does not respond does not delay others.
 */
import { Clock, Effect, Layer, Option } from "effect"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { Sql } from "~/effects/base/db/statements.server"
import { logDied } from "~/effects/base/db/storageFailure.server"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { labelsOf, webhookTries } from "~/effects/base/metrics/counted.server"
import { Seal } from "~/effects/base/settings/Seal.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { DAY_MS, DeliveriesRepo, type Due, pauseAfter, type Tried } from "./DeliveriesRepo.server"
import { eventsIn, factsOf, type HookEvent, namesAccount, TEST } from "./events"
import type { Problem } from "./Webhook"
import { NotSent, signedHeaders, type WebhookResponse, WebhookSender } from "./WebhookSender.server"
import { HOOK_SECRETS, WebhookNotices, WebhooksRepo } from "./WebhooksRepo.server"

/** Parallel deliveries to one host from this server, because hooks of several communities may share a host. */
const AT_ONE_HOST = 2

const makeHostLocks = Effect.sync(() => {
  const hosts = new Map<string, { readonly turns: Effect.Semaphore; users: number }>()
  const inTurn = <A, E, R>(host: string, program: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const held = hosts.get(host) ?? { turns: Effect.unsafeMakeSemaphore(AT_ONE_HOST), users: 0 }
      hosts.set(host, held)
      held.users += 1
      const leave = Effect.sync(() => {
        held.users -= 1
        if (held.users === 0) hosts.delete(host)
      })
      return Effect.ensuring(held.turns.withPermits(1)(program), leave)
    })
  return { inTurn }
})

/** Sends deliveries that this server queued, immediately. */
export const WebhookWorkerLive = Layer.scopedDiscard(
  Effect.gen(function* () {
    const { awaitNews } = yield* WebhookNotices
    const { isReadOnly } = yield* FeatureFlags
    const { sendDue } = yield* Deliveries
    const round = Effect.catchAllCause(Effect.unlessEffect(sendDue, isReadOnly), logDied("a webhook round failed"))
    yield* Effect.forkScoped(Effect.forever(Effect.zipRight(awaitNews, round)))
  })
)

/** Body of a webhook message (docs/product/webhooks.md): JSON of a stable shape with links to the details. */
export interface Happened {
  readonly event: HookEvent
  /** Increases within the community. */
  readonly seq: number
  /** Unix milliseconds. */
  readonly at: number
  readonly actor: string | null
  /** A path of our own router. */
  readonly target: string
  readonly data: Readonly<Record<string, string | number>>
}

interface Place {
  readonly id: string
  readonly slug: string
  readonly name: string
  /** Whether the community is public, so that the read API serves the details. */
  readonly isPublic: boolean
}

interface Body {
  readonly schema: "webhook/1"
  /** The same for every delivery of this event to any address, so that receivers can detect repeats. */
  readonly id: string
  readonly type: HookEvent | typeof TEST
  readonly at: string
  readonly community: { readonly id: string; readonly slug: string; readonly name: string }
  readonly data: Readonly<Record<string, string | number>>
  readonly links: { readonly page: string; readonly api: string | null }
}

const base = (place: Place) => ({ id: place.id, slug: place.slug, name: place.name })

const apiPath = ({ slug }: Place, { data, event }: Happened): string => {
  const community = `/api/v1/communities/${slug}`
  if (event.startsWith("proposal.") && data.number !== undefined) return `${community}/proposals/${data.number}`
  return event.startsWith("bond.") && data.code !== undefined ? `${community}/bonds/${data.code}` : community
}

export const bodyOf = (place: Place, happened: Happened, origin: string): Body => {
  const { actor, at, data, event, seq, target } = happened
  return {
    schema: "webhook/1",
    id: `${place.id}-${seq}`,
    type: event,
    at: new Date(at).toISOString(),
    community: base(place),
    data: { ...factsOf(event, data), ...(namesAccount(event) && actor !== null && { account: actor }) },
    links: { page: `${origin}${target}`, api: place.isPublic ? `${origin}${apiPath(place, happened)}` : null }
  }
}

/** @param id id of the delivery */
export const testBody = (place: Place, id: string, at: number, origin: string): Body => ({
  schema: "webhook/1",
  id,
  type: TEST,
  at: new Date(at).toISOString(),
  community: base(place),
  data: {},
  links: {
    page: `${origin}/community/detail/${place.id}`,
    api: place.isPublic ? `${origin}/api/v1/communities/${place.slug}` : null
  }
})

export const JOB = "webhooks"
/** Hooks served in parallel. */
const AT_ONCE = 8
/**
 * Limits of one turn of a hook, in deliveries and milliseconds, so that slow receivers do not take time from others.
 */
const IN_A_ROW = 50
const TURN_MS = 15_000
const OUTCOMES = {
  delivered: labelsOf({ outcome: "delivered" }),
  waiting: labelsOf({ outcome: "put back" }),
  failed: labelsOf({ outcome: "given up" })
}

/** Null if the delivery succeeded. */
const problemOf = ({ status }: WebhookResponse): Problem | null => {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? "redirect" : "status"
}
/** Postgres does not store NUL in text. */
const shown = (answer: string): string => answer.replace(/\p{C}/gu, " ").trim()

export class Deliveries extends Effect.Service<Deliveries>()("publishing/webhooks/Deliveries", {
  dependencies: [
    DeliveriesRepo.Default,
    WebhooksRepo.Default,
    WorkQueue.Default,
    Seal.Default,
    FeatureFlags.Default,
    Notifications.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const deliveries = yield* DeliveriesRepo
    const hooks = yield* WebhooksRepo
    const queue = yield* WorkQueue
    const notifications = yield* Notifications
    const seal = yield* Seal
    const flags = yield* FeatureFlags
    const sender = yield* WebhookSender
    const { inTurn } = yield* makeHostLocks
    const { appOrigin } = yield* Settings

    const secretsOf = ({ formerSecret, formerUntil, hookId, secret }: Due, now: number) => {
      const inUse = formerSecret !== null && (formerUntil ?? 0) > now ? [secret, formerSecret] : [secret]
      return Effect.forEach(inUse, (sealed) =>
        Effect.map(seal.decrypt(HOOK_SECRETS, hookId, sealed), (bytes) => Buffer.from(bytes).toString())
      )
    }

    /** Null if the event no longer exists. */
    const saidBy = (due: Due) => {
      const place = { id: due.communityId, slug: due.slug, name: due.name, isPublic: due.isPublic === 1 }
      if (due.event === TEST) return testBody(place, due.id, due.createdAt, appOrigin)
      const [event] = eventsIn(due.event)
      const { actor, at, data, seq, target } = due
      if (event === undefined || seq === null || at === null || data === null || target === null) return undefined
      return bodyOf(place, { event, seq, at, actor, target, data }, appOrigin)
    }

    const stop = Effect.fn("Deliveries.stop")(function* (due: Due, now: number) {
      yield* hooks.pause(due.communityId, due.hookId, now, "failing")
      yield* notifications.notify({
        to: [due.owner],
        type: "webhook",
        communityId: due.communityId,
        target: `/community/detail/${due.communityId}?panel=settings&part=webhooks`,
        text: `No delivery to ${new URL(due.url).host} has succeeded for a day, so its webhook is paused.`,
        importance: "important"
      })
    })

    const note = Effect.fn("Deliveries.note")(function* (due: Due, tried: Tried) {
      yield* deliveries.tried(due.id, tried)
      yield* Effect.sync(() => webhookTries.unsafeUpdate(1, OUTCOMES[tried.state]))
      if (tried.state === "delivered") yield* hooks.arrived(due.hookId)
      // Test deliveries do not affect the failure streak.
      else if (due.event !== TEST) {
        const since = yield* hooks.failed(due.hookId, tried.triedAt)
        if (tried.triedAt - since >= DAY_MS) yield* stop(due, tried.triedAt)
      }
    }, atomically(sql))

    const endOf = (due: Due, began: number, now: number, answer: WebhookResponse | NotSent): Tried => {
      const problem = answer instanceof NotSent ? answer.problem : problemOf(answer)
      const pause = problem === null || due.event === TEST ? undefined : pauseAfter(due.tries + 1)
      return {
        state: problem === null ? "delivered" : pause === undefined ? "failed" : "waiting",
        nextAt: now + (pause ?? 0),
        triedAt: began,
        tookMs: now - began,
        status: answer instanceof NotSent ? null : answer.status,
        problem,
        answer: answer instanceof NotSent ? null : shown(answer.answer)
      }
    }

    /** One try: sends and records the result, uninterruptibly. Returns whether it succeeded. */
    const deliver = (due: Due) =>
      Effect.gen(function* () {
        const began = yield* Clock.currentTimeMillis
        const body = saidBy(due)
        if (body === undefined) return yield* Effect.dieMessage("a delivery of an event that does not exist")
        const text = JSON.stringify(body)
        const headers = {
          "Content-Type": "application/json",
          "User-Agent": "Commonhold-Webhooks/1",
          ...signedHeaders(yield* secretsOf(due, began), body.id, Math.floor(began / 1_000), text)
        }
        const answer = yield* inTurn(
          new URL(due.url).host,
          Effect.merge(sender.send({ url: due.url, headers, body: text }))
        )
        const tried = endOf(due, began, yield* Clock.currentTimeMillis, answer)
        yield* note(due, tried)
        return tried.state === "delivered"
      }).pipe(Effect.uninterruptible)

    /** Sends a hook's queued deliveries until one fails or its turn is over. */
    const work = Effect.fn("Deliveries.work")(function* (hookId: string) {
      const began = yield* Clock.currentTimeMillis
      for (let n = 0; n < IN_A_ROW; n++) {
        const now = yield* Clock.currentTimeMillis
        if (now - began >= TURN_MS) return
        const due = yield* deliveries.nextOf(hookId, now)
        if (Option.isNone(due) || !(yield* deliver(due.value))) return
      }
    })

    const all = queue.workThrough({
      job: JOB,
      due: (limit) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          deliveries.dueHooks(now, limit, queue.isFree(JOB, sql`d.hook_id`, now))
        ),
      keyOf: (hookId: string) => hookId,
      work,
      atOnce: AT_ONCE
    })

    /** Paused while operators have turned webhooks off; events stay queued. */
    const sendDue = Effect.flatMap(flags.thrown("webhooks"), (off) => (off === undefined ? all : Effect.void))

    return { sendDue }
  })
}) {}

/** Sends deliveries that other servers queued, and retries failed ones. */
export const webhooksJob = Effect.map(
  Deliveries,
  ({ sendDue }): Job => ({ name: JOB, every: "minute", run: sendDue, isShared: true })
)
