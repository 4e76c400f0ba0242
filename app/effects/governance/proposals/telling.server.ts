/**
 * What proposals tell, and to whom (docs/product/notifications.md, 3.5.9). Every telling joins the transaction of its
 * write.
 */
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { Activity } from "~/effects/activity/activity/Activity.server"
import type { ActivityType } from "~/effects/activity/activity/catalogue"
import type { NotificationType } from "~/effects/activity/notifications/kinds"
import type { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { proposalPath } from "./paths"

export interface Told {
  readonly id: string
  readonly communityId: string
  readonly number: number
  readonly title: string
  readonly author: string
}

/** Accounts in one statement; SQLite takes some 30,000 values, and lists are shorter in memory this way. */
const CHUNK = 500

export const makeTelling = (sql: SqlClient.SqlClient, activity: Activity, notifications: Notifications) => {
  const note = (
    what: Told,
    type: NotificationType,
    to: ReadonlyArray<string> | { readonly except: ReadonlyArray<string> },
    text: string
  ) => {
    const communityId = CommunityId.make(what.communityId)
    return notifications.tell({
      to: "except" in to ? { everyoneIn: communityId, except: to.except } : to,
      type,
      communityId,
      target: proposalPath(what.communityId, what.number),
      text,
      importance: "except" in to ? "important" : "normal"
    })
  }

  const everybody = (what: Told, type: NotificationType, text: string, except: ReadonlyArray<string> = []) =>
    note(what, type, { except }, text)

  const author = (what: Told, text: string, actor: string | null = null) =>
    actor === what.author ? Effect.void : note(what, "ownProposal", [what.author], text)

  /** `voted`: who has a ballot; else who is on the list, has none, and did not mute the community. */
  const voters = (what: Told, type: NotificationType, voted: boolean, text: string) =>
    Effect.gen(function* () {
      let after = ""
      for (;;) {
        const rows = yield* sql<{ readonly accountAddress: string }>`SELECT v.account_address FROM voters v
          JOIN memberships m ON m.community_id = ${what.communityId} AND m.account_address = v.account_address
            AND m.status = 'active' AND m.notifications <> 'none'
          WHERE v.proposal_id = ${what.id} AND v.account_address > ${after}
            AND ${voted ? sql`v.seq IS NOT NULL` : sql`v.seq IS NULL`}
          ORDER BY v.account_address LIMIT ${CHUNK}`
        const accounts = rows.map(({ accountAddress }) => accountAddress)
        if (accounts.length > 0) yield* note(what, type, accounts, text)
        if (accounts.length < CHUNK) return
        after = accounts.at(-1) ?? ""
      }
    }).pipe(Effect.orDie)

  const happened = (
    what: Told,
    type: ActivityType,
    actor: string | null,
    data: Readonly<Record<string, string | number>> = {}
  ) =>
    activity.record({
      communityId: CommunityId.make(what.communityId),
      actor,
      type,
      target: proposalPath(what.communityId, what.number),
      data: { title: what.title, number: what.number, ...data },
      visibility: "public"
    })

  /** A new version of the text. */
  const changed = (what: Told, followers: ReadonlyArray<string>) =>
    note(what, "ownProposal", followers, `The text of “${what.title}” was changed.`)

  return { everybody, author, voters, happened, changed }
}
