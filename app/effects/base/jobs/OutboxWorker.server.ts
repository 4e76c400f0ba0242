/**
 * The worker behind the outbox: as long as the server runs, it sends what is due, at once when a letter is written
 * here and every few seconds for what other servers or earlier tries left behind.
 */
import { Duration, Effect, Layer } from "effect"
import { logDied } from "~/effects/base/db/storageLog.server"
import { type Email, Mailer } from "~/effects/base/mail/Mailer.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import type { Posted } from "~/effects/base/mail/OutboxRepo.server"

const ROUND = Duration.seconds(3)
const AT_ONCE = 4

const toSend = ({ body, leaveUrl, messageId, recipient, subject }: Posted): Email => ({
  messageId,
  to: recipient,
  subject,
  text: body,
  ...(leaveUrl !== null && { leaveUrl })
})

/** One round: every letter that is due is tried once. */
export const sendDue = Effect.gen(function* () {
  const outbox = yield* Outbox
  const mailer = yield* Mailer

  // Sending and noting it belong together: a stop in between would send the letter again at the next start.
  const deliver = (letter: Posted) =>
    mailer.send(toSend(letter)).pipe(
      Effect.zipRight(outbox.settle(letter)),
      Effect.catchTag("MailNotSent", ({ permanent, reason }) =>
        Effect.zipRight(
          outbox.putBack(letter, reason, permanent),
          Effect.logWarning("a letter was not sent").pipe(
            Effect.annotateLogs({ letter: letter.id, attempt: letter.attempts, reason })
          )
        )
      ),
      Effect.uninterruptible
    )

  const letters = yield* outbox.take
  yield* Effect.forEach(letters, deliver, { concurrency: AT_ONCE, discard: true })
  return letters.length
}).pipe(Effect.withSpan("OutboxWorker.round"))

/** Rounds until nothing is due. Whatever a round dies of, the next one comes. */
const rounds = sendDue.pipe(
  Effect.repeat({ while: (sent) => sent > 0 }),
  Effect.catchAllCause(logDied("an outbox round died"))
)

export const OutboxWorkerLive = Layer.scopedDiscard(
  Effect.gen(function* () {
    const outbox = yield* Outbox
    const pause = Effect.race(outbox.awaitNews, Effect.sleep(ROUND))
    yield* Effect.forkScoped(Effect.forever(Effect.zipRight(pause, rounds)))
  })
)
