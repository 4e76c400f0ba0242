/**
 * The daily digest: at 08:00 in the reader's zone, and only when something is in it (docs/product/notifications.md,
 * 3.5.9). A row in `digests` says that something waits for an account; the job works out its next morning, and when
 * that has come writes one e-mail about all of it and takes the row away, in one transaction.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { SecretLinks } from "~/effects/people/account/SecretLinks.server"
import { DigestsRepo, type WaitingDigest } from "./DigestsRepo.server"
import { digestEmail, MAX_IN_DIGEST } from "./emails"
import { leaveUrl } from "./leaveUrl"
import { nextMorning } from "./morning"

const BATCH = 100

export class Digests extends Effect.Service<Digests>()("effects/Digests", {
  dependencies: [DigestsRepo.Default, SecretLinks.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const repo = yield* DigestsRepo
    const outbox = yield* Outbox
    const links = yield* SecretLinks
    const { appOrigin } = yield* Settings

    const write = ({ accountAddress, dueAt, email, newsletter, timezone, username }: WaitingDigest) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        if (dueAt === 0 && timezone !== null) {
          return yield* repo.putOff(accountAddress, nextMorning(now, timezone))
        }
        if (!(yield* repo.take(accountAddress, dueAt))) return
        const told = yield* repo.entries(accountAddress)
        yield* repo.markWritten(accountAddress, now)
        if (told.length === 0 || email === null || username === null || newsletter !== 1) return
        const leave = leaveUrl(appOrigin, yield* links.secretOf(accountAddress, "leave"), "digest")
        const reader = { username, site: appOrigin, leaveUrl: leave }
        yield* outbox.write({
          to: email,
          ...digestEmail(told.slice(0, MAX_IN_DIGEST), told.length, reader),
          leaveUrl: leave
        })
      }).pipe(atomically(sql))

    const round = Effect.gen(function* () {
      const waiting = yield* repo.due(yield* Clock.currentTimeMillis, BATCH)
      yield* Effect.forEach(waiting, write, { discard: true })
      if (waiting.length > 0) yield* outbox.wake
      return waiting.length
    })
    /** Writes every digest whose morning has come. */
    const writeDue = round.pipe(
      Effect.repeat({ while: (done) => done === BATCH }),
      Effect.asVoid,
      Effect.withSpan("Digests.writeDue")
    )

    return { writeDue }
  })
}) {}

export const digestJob = Effect.map(
  Digests,
  ({ writeDue }): Job => ({ name: "digests", every: "minute", run: writeDue })
)
