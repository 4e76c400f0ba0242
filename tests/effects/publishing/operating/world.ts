/** Operators' actions over a database, with e-mails in a list. */

import { Effect, Layer, TestClock } from "effect"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { BounceNotices } from "~/effects/activity/notifications/BounceNotices.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Backups } from "~/effects/base/backup/scheduled/Backups.server"
import { Revision } from "~/effects/base/db/Revision.server"
import { Leases } from "~/effects/base/jobs/Leases.server"
import { Bounces } from "~/effects/base/mail/Bounces.server"
import { Mailer, SentEmails } from "~/effects/base/mail/Mailer.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import type { SettingsShape } from "~/effects/base/settings/Settings.server"
import { Moderation } from "~/effects/conversation/moderation/Moderation.server"
import { AccountSuspensions } from "~/effects/people/suspension/AccountSuspensions.server"
import { OperatorLog } from "~/effects/publishing/operating/OperatorLog.server"
import { OwnReadiness } from "~/effects/publishing/operating/OwnReadiness.server"
import { NotificationLive } from "~/effects/server/layers/services.server"
import { OperatingLive } from "~/effects/server/operating.server"
import { asAccount } from "../../../addresses"
import type { Database } from "../../../databases"
import { world as activity, person, TODAY } from "../../activity/activity/world"
import { settings } from "../../people/signup/world"

export const ANA = asAccount("account_tdx_2_ana11111111")
export const BEN = asAccount("account_tdx_2_ben22222222")
/** An operator. */
export const OLU = asAccount("account_tdx_2_olu33333333")

const Mail = Layer.mergeAll(Mailer.layerMemory.pipe(Layer.provideMerge(SentEmails.layer)), Outbox.Default)

const Ready = Layer.succeed(OwnReadiness, { trouble: Effect.succeed(null) })

export const world = (database: Database, changes: Partial<SettingsShape> = {}) =>
  Layer.mergeAll(OperatingLive, Backups.Default, BounceNotices.Default, Leases.Default, Ready).pipe(
    Layer.provideMerge(
      Layer.mergeAll(AccountSuspensions.Default, Bounces.Default, Moderation.Default, ModerationLog.Default)
    ),
    Layer.provideMerge(Layer.merge(NotificationLive, Revision.Default)),
    Layer.provideMerge(Mail),
    Layer.provideMerge(activity(database)),
    Layer.provideMerge(settings({ operators: [OLU], ...changes }))
  )

/** A program in a world of its own, on one day, with three people. */
export const sceneOn = (database: Database, changes: Partial<SettingsShape> = {}) => {
  const Live = world(database, changes)
  return <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      yield* person(ANA, "Ana Ribeiro")
      yield* person(BEN, "Ben Okafor")
      yield* person(OLU, "Olu Fashola")
      return yield* program
    }).pipe(Effect.provide(Live))
}

export const machine = { actor: "machine: ada", account: null }
export const because = (
  reason = "Sells shoes in every thread.",
  by = machine as { actor: string; account: AccountAddress | null }
) => ({
  by,
  reason
})

/** A refusal as "CODE message". */
export const failureOf = <A, E extends { readonly message: string; readonly code: string }, R>(
  program: Effect.Effect<A, E, R>
) => Effect.map(Effect.flip(program), ({ code, message }) => `${code} ${message}`)

/** The log, as lines of "who: what on whom (why)". */
export const logged = Effect.flatMap(OperatorLog, (log) =>
  Effect.map(log.page(null, 20), ({ lines }) =>
    lines.map(({ by, reason, summary, target }) => `${by}: ${summary} on ${target.label} (${reason})`)
  )
)
