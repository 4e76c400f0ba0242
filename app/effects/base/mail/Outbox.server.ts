/**
 * Outbox: emails that must not be lost. An email is a row, written in the same transaction as what it tells about;
 * the worker (jobs/OutboxWorker) sends what is due. A row is leased while it is sent, so that several servers, or a
 * server that died half-way, neither lose it nor send it twice side by side.
 */
import { Clock, Duration, Effect, Queue } from "effect"
import { emails, labelsOf } from "~/effects/base/metrics/counted.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomId } from "~/effects/base/text/random.server"
import { Bounces } from "./Bounces.server"
import { type Leased, OutboxRepo, type Posted } from "./OutboxRepo.server"

/**
 * Pauses after each failed try: 8 tries within 24 h (docs/product/safety.md, B18), quick at first, since a code lives
 * 10 minutes.
 */
const PAUSES = ["5 seconds", "30 seconds", "2 minutes", "15 minutes", "1 hour", "6 hours", "16 hours"] as const
export const MAX_TRIES = PAUSES.length + 1
const OUTCOMES = {
  sent: labelsOf({ outcome: "sent" }),
  later: labelsOf({ outcome: "put back" }),
  never: labelsOf({ outcome: "given up" })
}
const count = (outcome: keyof typeof OUTCOMES) => Effect.sync(() => emails.unsafeUpdate(1, OUTCOMES[outcome]))
/** Longer than any single try can take. */
const LEASE = Duration.seconds(60)
export interface NewEmail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Where one post ends emails of this kind (RFC 8058), for those that are not asked for one by one. */
  readonly leaveUrl?: string
  /** Its person asks for it at this moment: it is tried even where letters to the address came back. */
  readonly isAskedFor?: true
}

export class Outbox extends Effect.Service<Outbox>()("effects/Outbox", {
  dependencies: [Bounces.Default, OutboxRepo.Default],
  effect: Effect.gen(function* () {
    const repo = yield* OutboxRepo
    const bounces = yield* Bounces
    const { appOrigin } = yield* Settings
    const host = new URL(appOrigin).hostname
    const news = yield* Queue.sliding<void>(1)

    /**
     * Adds an email to the current transaction. Call `wake` when that is over. Nothing is written to an address whose
     * letters come back.
     */
    const write = Effect.fn("Outbox.write")(function* (email: NewEmail) {
      if (email.isAskedFor !== true && (yield* bounces.has(email.to))) return
      const now = yield* Clock.currentTimeMillis
      const id = yield* randomId(20)
      yield* repo.add({
        id,
        messageId: `${id}@${host}`,
        recipient: email.to,
        subject: email.subject.replace(/\s+/g, " "),
        body: email.text,
        leaveUrl: email.leaveUrl ?? null,
        createdAt: now,
        nextTryAt: now
      })
    })

    /** Tells this server's worker to look now instead of at its next round. */
    const wake = Queue.offer(news, undefined)
    const awaitNews = Queue.take(news)

    /** Takes what is due. No other server gets these emails until they are settled or the lease is over. */
    const take = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      return yield* repo.leaseDue(now, now + Duration.toMillis(LEASE))
    }).pipe(Effect.withSpan("Outbox.take"))

    /** Done: the address takes letters. */
    const settle = Effect.fn("Outbox.settle")(function* ({ id, recipient }: Posted) {
      yield* repo.markSent(id, yield* Clock.currentTimeMillis)
      yield* bounces.forget(recipient)
      yield* count("sent")
    })

    /** The address was refused for good: this letter ends, and with it what else waits to go there. */
    const bounce = Effect.fn("Outbox.bounce")(function* ({ id, recipient }: Posted, reason: string) {
      const now = yield* Clock.currentTimeMillis
      yield* repo.giveUp(id, now, reason)
      yield* repo.giveUpTo(recipient, now, reason)
      yield* bounces.add(recipient, reason)
      yield* count("never")
    })

    /** Not done: again after a pause, or never when the last try is over or none can help. */
    const putBack = Effect.fn("Outbox.putBack")(function* (
      { attempts, id }: Leased,
      reason: string,
      permanent: boolean
    ) {
      const now = yield* Clock.currentTimeMillis
      const pause = permanent ? undefined : PAUSES[attempts - 1]
      if (pause === undefined) yield* repo.giveUp(id, now, reason)
      else yield* repo.tryAgainAt(id, now + Duration.toMillis(pause), reason)
      yield* count(pause === undefined ? "never" : "later")
    })

    return { write, wake, awaitNews, take, find: repo.find, settle, bounce, putBack }
  })
}) {}
