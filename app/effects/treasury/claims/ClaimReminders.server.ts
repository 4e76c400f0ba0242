/**
 * Reminds everybody who has not claimed, once, fourteen days before the treasury can withdraw unclaimed tokens
 * (docs/product/notifications.md).
 */
import { Clock, Effect, Option, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { inUtc } from "~/effects/base/text/moments"
import { claimsHref } from "~/effects/communities/communities/hrefs"
import { PayeeNotices } from "~/effects/communities/communities/PayeeNotices.server"
import { Distribution } from "~/effects/treasury/payouts/Distribution"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"

const AHEAD_MS = 14 * 86_400_000
/** Name of the job; its work items are payouts (docs/operations.md, "Jobs"). */
const REMINDING = "claims.remind"

export const makeClaimReminders = Effect.gen(function* () {
  const sql = yield* Sql
  const repo = yield* DistributionsRepo
  const news = yield* PayeeNotices
  const queue = yield* WorkQueue

  const due = findAll({
    Request: Schema.Struct({ now: Schema.Number, limit: Schema.Int }),
    Result: Schema.Struct({ id: Schema.String }),
    execute: ({ limit, now }) => sql`SELECT id FROM distributions
        WHERE reminded = 0 AND recover_after IS NOT NULL AND recover_after <= ${now + AHEAD_MS}
          AND ${queue.isFree(REMINDING, sql`distributions.id`, now)}
        ORDER BY recover_after, id LIMIT ${limit}`
  })
  const find = findOne({
    Request: Schema.String,
    Result: Distribution,
    execute: (id) => sql`SELECT * FROM distributions WHERE id = ${id}`
  })
  const waiting = findAll({
    Request: Schema.String,
    Result: Schema.Struct({ account: AccountAddress }),
    execute: (id) => sql`SELECT account FROM distribution_rows WHERE distribution_id = ${id} AND state = 'claimable'`
  })

  const remind = Effect.fnUntraced(function* ({ communityId, id, recoverAfter, symbol, title }: Distribution) {
    if (!(yield* repo.markReminded(id))) return
    const until = `After ${inUtc("day", recoverAfter ?? 0)} this site lets the treasury withdraw it.`
    yield* news.notify({
      to: (yield* waiting(id)).map(({ account }) => account),
      type: "claim",
      communityId,
      target: claimsHref(communityId),
      text: `${symbol} still waits for you: ${title}. ${until}`,
      outside: { text: `${symbol} still waits for you in a locker. ${until}` },
      importance: "important"
    })
  }, atomically(sql))

  const remindOf = (id: string) => Effect.flatMap(find(id), Option.match({ onNone: () => Effect.void, onSome: remind }))

  const hour = queue.workThrough({
    job: REMINDING,
    due: (limit) => Effect.flatMap(Clock.currentTimeMillis, (now) => due({ now, limit })),
    keyOf: ({ id }) => id,
    work: ({ id }) => remindOf(id)
  })
  return { hour }
})

export const remindersJob = Effect.map(
  makeClaimReminders,
  ({ hour }): Job => ({ name: "claim-reminders", every: "hour", isShared: true, run: hour })
)
