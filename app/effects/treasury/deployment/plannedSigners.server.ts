/** Signers that a founder chose before deploying, until the multisig is set up. */

import { Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { provenStep } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { DeployDetail, idempotencyKeyOf } from "./plan.server"

const Found = Schema.Struct({ detail: Schema.String, protectedAt: Schema.NullOr(Schema.Number) })

/** Reads the signers from a deployment's stored plan (JSON); null if none were chosen. */
export const plannedIn = (deployment: string, isProtected: boolean) =>
  Effect.map(Effect.orDie(Schema.decode(DeployDetail)(deployment)), ({ signers }) =>
    signers === undefined ? null : { ...signers, isProtected }
  )

/** Null if no signers were chosen. `isProtected`: whether this site has seen a multisig rule. */
export const plannedSigners = Effect.fn("plannedSigners")(function* (communityId: CommunityId) {
  const sql = yield* Sql
  const find = findOne({
    Request: Schema.String,
    Result: Found,
    execute: (id) => sql`SELECT s.detail, (SELECT r.updated_at FROM signer_rules r WHERE r.community_id = ${id})
        AS protected_at FROM prepared_transactions s
      WHERE ${provenStep(sql, idempotencyKeyOf(communityId))} LIMIT 1`
  })
  const found = Option.getOrNull(yield* find(communityId))
  if (found === null) return null
  return yield* plannedIn(found.detail, found.protectedAt !== null)
})
