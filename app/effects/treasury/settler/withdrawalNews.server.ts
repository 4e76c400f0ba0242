/** Who hears that something left an escrow account by a transaction that this site did not make. */
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { WithdrawalNews } from "~/effects/chain/movements/WithdrawalNews.server"
import { toldWords, withdrawnText } from "./escrowWords"

export const WithdrawalNewsLive = Layer.effect(
  WithdrawalNews,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const activity = yield* Activity
    const notifications = yield* Notifications

    /** Owners, signers, and members who signed for the treasury before. The ledger is not asked: it may not answer now. */
    const adminsOf = (communityId: string) =>
      Effect.map(
        Effect.orDie(sql<{ account: string }>`
          SELECT m.account_address AS account FROM memberships m
            WHERE m.community_id = ${communityId} AND m.status = 'active' AND (m.role = 'owner' OR EXISTS (
              SELECT 1 FROM ledger_steps s WHERE s.community_id = m.community_id AND s.account = m.account_address
                AND s.state = 'verified' AND s.kind <> 'claim'))
          UNION SELECT c.admin_account AS account FROM communities c
            WHERE c.id = ${communityId} AND c.admin_account IS NOT NULL
          UNION SELECT k.account FROM keeper_seats k WHERE k.community_id = ${communityId}`),
        (rows) => rows.map(({ account }) => account).sort()
      )

    return {
      tell: (escrow, withdrawal) =>
        Effect.gen(function* () {
          const { about, communityId, target } = escrow
          const amount = withdrawnText(escrow, withdrawal)
          yield* notifications.tell({
            to: yield* adminsOf(communityId),
            type: "escrow",
            communityId,
            target: `${target}#${withdrawal.txId.slice(-12)}`,
            text: toldWords(escrow, amount),
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
