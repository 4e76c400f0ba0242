/**
 * The outbox's worker sends e-mails that are due: immediately when this server has written one, and every few seconds
 * for those that other servers or earlier tries left.
 */
import { type Cause, Duration, Effect, Layer, Option } from "effect"
import { logDied } from "~/effects/base/db/storageFailure.server"
import { reasonOf } from "~/effects/base/failures/reasonOf"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { type Email, Mailer } from "~/effects/base/mail/Mailer.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import type { Leased, Posted } from "~/effects/base/mail/OutboxRepo.server"
import { isOwnFault } from "./WorkQueue.server"

const ROUND = Duration.seconds(3)
const AT_ONCE = 4

const toSend = ({ body, leaveUrl, messageId, recipient, subject }: Posted): Email => ({
  messageId,
  to: recipient,
  subject,
  text: body,
  ...(leaveUrl !== null && { leaveUrl })
})

/** One round tries every e-mail that is due once. An unreadable one does not stop the others. */
export const sendDue = Effect.gen(function* () {
  const outbox = yield* Outbox
  const mailer = yield* Mailer

  // Sending and recording belong together: an interruption in between would send the e-mail again at the next start.
  const deliver = (email: Posted) =>
    mailer.send(toSend(email)).pipe(
      Effect.zipRight(outbox.settle(email)),
      Effect.catchTag("MailNotSent", ({ isBounce, permanent, reason }) =>
        Effect.zipRight(
          isBounce ? outbox.bounce(email, reason) : outbox.putBack(email, reason, permanent),
          Effect.logWarning("an e-mail was not sent").pipe(
            Effect.annotateLogs({ emailId: email.id, attempt: email.attempts, reason })
          )
        )
      ),
      Effect.uninterruptible
    )

  const setBack = (leased: Leased) => (cause: Cause.Cause<never>) =>
    isOwnFault(cause)
      ? Effect.zipRight(
          Effect.annotateLogs(logDied("an e-mail died")(cause), { emailId: leased.id }),
          outbox.putBack(leased, reasonOf(cause), false)
        )
      : Effect.failCause(cause)
  const deliverOne = (leased: Leased) =>
    outbox
      .find(leased.id)
      .pipe(
        Effect.flatMap(Option.match({ onNone: () => Effect.void, onSome: deliver })),
        Effect.catchAllCause(setBack(leased))
      )

  const emails = yield* outbox.take
  yield* Effect.forEach(emails, deliverOne, { concurrency: AT_ONCE, discard: true })
  return emails.length
}).pipe(Effect.withSpan("OutboxWorker.round"))

/** Runs rounds until nothing is due. A crash of one round does not prevent the next. */
const rounds = sendDue.pipe(
  Effect.repeat({ while: (sent) => sent > 0 }),
  Effect.catchAllCause(logDied("an outbox round died"))
)

export const OutboxWorkerLive = Layer.scopedDiscard(
  Effect.gen(function* () {
    const outbox = yield* Outbox
    const { isReadOnly } = yield* FeatureFlags
    const pause = Effect.race(outbox.awaitNews, Effect.sleep(ROUND))
    yield* Effect.forkScoped(Effect.forever(Effect.zipRight(pause, Effect.unlessEffect(rounds, isReadOnly))))
  })
).pipe(Layer.provide(FeatureFlags.Default))
