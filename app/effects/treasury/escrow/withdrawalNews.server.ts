/** Notifies admins and the activity feed of withdrawals from escrow that this site did not make. */
import { Effect, Layer } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { Sql } from "~/effects/base/db/statements.server"
import { WithdrawalNotices } from "~/effects/chain/movements/EscrowMovements.server"
import { withdrawnMessage, withdrawnText } from "./messages"
import { treasuryAdmins } from "./treasuryAdmins.server"

export const WithdrawalNoticesLive = Layer.effect(
  WithdrawalNotices,
  Effect.gen(function* () {
    const sql = yield* Sql
    const activity = yield* Activity
    const notifications = yield* Notifications

    return {
      notify: (escrow, withdrawal) =>
        Effect.gen(function* () {
          const { about, communityId, target } = escrow
          const amount = withdrawnText(escrow, withdrawal)
          yield* notifications.notify({
            to: yield* treasuryAdmins(sql, communityId),
            type: "escrow",
            communityId,
            target: `${target}#${withdrawal.txId.slice(-12)}`,
            text: withdrawnMessage(escrow, amount),
            importance: "important"
          })
          yield* activity.record({
            communityId,
            actor: null,
            type: "escrowMoved",
            target,
            data: { amount, about },
            visibility: "public"
          })
        })
    }
  })
)
