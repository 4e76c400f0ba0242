/** Deposits into and withdrawals from a treasury, as the indexer recorded them. */

import { Effect, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { AmountFromText, AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { TokenNames } from "./TokenNames.server"
import type { Movement } from "./view"

const Row = Schema.Struct({
  txId: Schema.String,
  at: Schema.Number,
  stateVersion: Schema.Number,
  kind: Schema.String,
  resource: Schema.String,
  change: AmountText
}).annotations(rowOf("treasury_movements", ["txId", "resource"]))

/** Cursor: the last movement of a page. */
export interface MovementsAfter {
  readonly stateVersion: number
  readonly resource: string
}

export const makeMovementLists = Effect.gen(function* () {
  const sql = yield* Sql
  const { namesOf } = yield* TokenNames

  const page = findAll({
    Request: Schema.Struct({ id: Schema.String, version: Schema.Number, resource: Schema.String, limit: Schema.Int }),
    Result: Row,
    execute: ({ id, limit, resource, version }) => sql`
        SELECT m.tx_id, m.at, m.state_version, COALESCE(r.kind, 'seen') AS kind, m.resource, m.change
        FROM treasury_movements m
        LEFT JOIN ledger_records r ON r.community_id = m.community_id AND r.tx_id = m.tx_id
        WHERE m.community_id = ${id} AND (m.state_version, m.resource) < (${version}, ${resource})
        ORDER BY m.state_version DESC, m.resource DESC LIMIT ${limit}`
  })

  /** Newest first. */
  const movements = Effect.fn("MovementLists.movements")(function* (
    communityId: CommunityId,
    after: MovementsAfter | null,
    limit: number
  ) {
    const version = after?.stateVersion ?? Number.MAX_SAFE_INTEGER
    const rows = yield* page({ id: communityId, version, resource: after?.resource ?? "", limit })
    const names = rows.length === 0 ? new Map() : yield* namesOf(rows.map(({ resource }) => resource))
    return rows.map((row): Movement => ({ ...row, name: names.get(row.resource) ?? row.resource }))
  })

  const days = findAll({
    Request: Schema.Struct({ id: Schema.String, resources: Schema.Array(Schema.String) }),
    Result: Schema.Struct({ resource: Schema.String, day: Schema.Number, change: AmountFromText }).annotations(
      rowOf("treasury_days", ["resource", "day"])
    ),
    execute: ({ id, resources }) => sql`SELECT resource, day, change FROM treasury_days
        WHERE community_id = ${id} AND ${sql.in("resource", resources)}`
  })

  return {
    movements,
    /** Changes of some tokens, day by day. */
    changes: (id: string, resources: ReadonlyArray<string>) => days({ id, resources })
  }
})
