/**
 * The daily digest, sent at 08:00 in the reader's time zone if it has entries (docs/product/notifications.md).
 *
 * A row in `digests` means that entries wait for an account; the job computes its next morning, and once that has come
 * writes one e-mail with all of them and deletes the row, in one transaction.
 */
import { Array as Arr, Clock, Effect, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { othersTurn } from "~/effects/base/jobs/othersTurn"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { SecretLinks } from "~/effects/people/account/SecretLinks.server"
import { DigestsRepo, type WaitingDigest, WRITING_DIGESTS } from "./DigestsRepo.server"
import { digestEmail, MAX_IN_DIGEST } from "./emails"
import { leaveUrl } from "./leaveUrl"
import { nextMorning } from "./morning"

/** Mornings computed in one statement. */
const MANY = 500

export class Digests extends Effect.Service<Digests>()("activity/notifications/Digests", {
  dependencies: [DigestsRepo.Default, WorkQueue.Default, SecretLinks.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* DigestsRepo
    const queue = yield* WorkQueue
    const outbox = yield* Outbox
    const links = yield* SecretLinks
    const { appOrigin } = yield* Settings

    const writeOne = ({ accountAddress, dueAt, email, newsletter, timezone, username }: WaitingDigest) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        if (dueAt > now) return
        if (dueAt === 0 && timezone !== null) {
          return yield* repo.putOff([accountAddress], nextMorning(now, timezone))
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

    const writeOf = (account: string) =>
      Effect.flatMap(repo.waitingOf(account), Option.match({ onNone: () => Effect.void, onSome: writeOne }))

    /**
     * Computes the missing mornings, in bulk: many readers share one, and a busy conversation can notify thousands
     * within a minute.
     */
    const timeAll = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      for (let found = MANY; found === MANY; ) {
        const rows = yield* repo.untimed(MANY)
        const mornings = Arr.groupBy(rows, ({ timezone }) => String(nextMorning(now, timezone)))
        for (const [at, readers] of Object.entries(mornings)) {
          yield* repo.putOff(
            readers.map(({ accountAddress }) => accountAddress),
            Number(at)
          )
        }
        found = rows.length
        yield* othersTurn
      }
    })

    const write = queue.workThrough({
      job: WRITING_DIGESTS,
      due: (limit) => Effect.flatMap(Clock.currentTimeMillis, (now) => repo.due(now, limit)),
      keyOf: (account) => account,
      work: (account) => Effect.zipRight(writeOf(account), outbox.wake)
    })
    /** Writes every digest whose morning has come. */
    const writeDue = Effect.zipRight(timeAll, write)

    return { writeDue }
  })
}) {}

export const digestJob = Effect.map(
  Digests,
  ({ writeDue }): Job => ({ name: "digests", every: "minute", isShared: true, run: writeDue })
)
