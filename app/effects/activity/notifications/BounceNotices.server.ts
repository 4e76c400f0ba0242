/** Notifies people in the app that e-mails to them bounce, once for each address. */
import { Effect, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { type Bounce, Bounces } from "~/effects/base/mail/Bounces.server"
import { Notifications } from "./Notifications.server"

const BATCH = 100

export class BounceNotices extends Effect.Service<BounceNotices>()("activity/notifications/BounceNotices", {
  dependencies: [Bounces.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const bounces = yield* Bounces
    const notifications = yield* Notifications

    const accountsAt = findAll({
      Request: Schema.String,
      Result: Schema.Struct({ accountAddress: AccountAddress }),
      execute: (address) => sql`SELECT account_address FROM users WHERE email_key = ${address} AND status = 'active'`
    })

    const notify = ({ address }: Bounce) =>
      Effect.gen(function* () {
        const accounts = yield* accountsAt(address)
        yield* notifications.notify({
          to: accounts.map(({ accountAddress }) => accountAddress),
          type: "mail",
          communityId: null,
          target: "/userDashboard/edit?tab=e-mail",
          text: `E-mails to ${address} bounce. Please check your e-mail address: until then we send none.`,
          importance: "normal"
        })
        yield* bounces.markNotified(address)
      }).pipe(atomically(sql))

    return { notifyAll: Effect.flatMap(bounces.unnotified(BATCH), Effect.forEach(notify, { discard: true })) }
  })
}) {}

export const bouncesJob = Effect.map(
  BounceNotices,
  ({ notifyAll }): Job => ({ name: "bounces", every: "minute", run: Effect.withSpan(notifyAll, "BounceNotices") })
)
