/**
 * Outbox: e-mails that must not be lost. An e-mail is a row, written in the same transaction as the change it reports;
 * the worker (jobs/OutboxWorker) sends due ones. A row is leased while it is sent, so that neither several servers nor
 * a crash lose it or send it twice at the same time.
 */
import { Clock, Duration, Effect, Queue } from "effect"
import { emails, labelsOf } from "~/effects/base/metrics/counted.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomId } from "~/effects/base/text/random.server"
import { Bounces } from "./Bounces.server"
import { type Leased, OutboxRepo, type Posted } from "./OutboxRepo.server"

/**
 * Delays after each failed try: 8 tries within 24 h (docs/product/safety.md), the first ones short, because a code is
 * valid for 10 minutes.
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
  /**
   * Address that unsubscribes from this kind of e-mail with one POST (RFC 8058), for e-mails that are not requested one
   * by one.
   */
  readonly leaveUrl?: string
  /** The person requests it at this moment, so it is sent even if earlier e-mails to the address bounced. */
  readonly isAskedFor?: true
}

export class Outbox extends Effect.Service<Outbox>()("base/mail/Outbox", {
  dependencies: [Bounces.Default, OutboxRepo.Default],
  effect: Effect.gen(function* () {
    const repo = yield* OutboxRepo
    const bounces = yield* Bounces
    const { appOrigin } = yield* Settings
    const host = new URL(appOrigin).hostname
    const news = yield* Queue.sliding<void>(1)

    /**
     * Adds an e-mail to the current transaction and returns its ID. Call `wake` after the commit. Nothing is written to
     * an address whose e-mails bounce: then the result is null.
     */
    const write = Effect.fn("Outbox.write")(function* (email: NewEmail) {
      if (email.isAskedFor !== true && (yield* bounces.has(email.to))) return null
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
      return id
    })

    /** Makes this server's worker poll now instead of at its next round. */
    const wake = Queue.offer(news, undefined)
    const awaitNews = Queue.take(news)

    /** Leases due e-mails. No other server gets them until their outcome is recorded or the lease expires. */
    const take = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      return yield* repo.leaseDue(now, now + Duration.toMillis(LEASE))
    }).pipe(Effect.withSpan("Outbox.take"))

    /** Delivered: the address accepts e-mails. */
    const settle = Effect.fn("Outbox.settle")(function* ({ id, recipient }: Posted) {
      yield* repo.markSent(id, yield* Clock.currentTimeMillis)
      yield* bounces.forget(recipient)
      yield* count("sent")
    })

    /** The address was rejected permanently: discards this e-mail and all others that wait for it. */
    const bounce = Effect.fn("Outbox.bounce")(function* ({ id, recipient }: Posted, reason: string) {
      const now = yield* Clock.currentTimeMillis
      yield* repo.giveUp(id, now, reason)
      yield* repo.giveUpTo(recipient, now, reason)
      yield* bounces.add(recipient, reason)
      yield* count("never")
    })

    /** Failed: tries again after a delay, or never if this was the last try or none can help. */
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
