/** Repository of proposal drafts. ProposalDrafts decides who may read or change one. */

import { Clock, Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql, single } from "~/effects/base/db/statements.server"
import { randomToken } from "~/effects/base/text/random.server"
import type { RemovedRow } from "~/effects/communities/undo/Removals.server"
import { ProposalId } from "~/effects/governance/votes/fields"
import { personColumns } from "~/effects/people/users/people.server"
import { type DraftAction, DraftRow } from "./rows.server"
import type { ProposalValues } from "./values"

const UNTITLED = "Untitled draft"
const titleOf = ({ title }: ProposalValues) => (title === "" ? UNTITLED : title.slice(0, 140))

const ByAuthor = Schema.Struct({ communityId: CommunityId, author: AccountAddress })
const DraftLine = Schema.Struct({
  id: ProposalId,
  title: Schema.String,
  template: Schema.NullOr(Schema.String),
  updatedAt: Schema.Number
})

export interface NewDraft {
  readonly id: ProposalId
  readonly communityId: CommunityId
  readonly author: AccountAddress
  readonly values: ProposalValues
  readonly action: DraftAction | null
  readonly threadNumber: number | null
  /** Name of the template that it was started from. */
  readonly template: string | null
}

const rowOf = ({ action, values, ...rest }: NewDraft, secret: string, now: number) => ({
  ...rest,
  title: titleOf(values),
  fields: JSON.stringify(values),
  action: action === null ? null : JSON.stringify(action),
  secret,
  createdAt: now,
  updatedAt: now
})

const isAny = <E, R>(found: Effect.Effect<ReadonlyArray<unknown>, E, R>) =>
  Effect.map(Effect.orDie(found), (rows) => rows.length > 0)

/** Reads and writes the table `proposal_drafts`. */
/** The lock under which an id becomes that of a draft or of a proposal, so that it is never both. */
export const lockOfId = (id: ProposalId) => `proposal-id:${id}`

export class ProposalDraftsRepo extends Effect.Service<ProposalDraftsRepo>()(
  "governance/proposals/ProposalDraftsRepo",
  {
    effect: Effect.gen(function* () {
      const sql = yield* Sql
      const drafts = findAll({
        Request: ByAuthor,
        Result: DraftLine,
        execute: ({ author, communityId }) => sql`SELECT id, title, template, updated_at FROM proposal_drafts
        WHERE author = ${author} AND community_id = ${communityId} ORDER BY updated_at DESC, id DESC LIMIT 50`
      })
      const draft = findOne({
        Request: Schema.Struct({ communityId: CommunityId, id: ProposalId }),
        Result: DraftRow,
        execute: ({ communityId, id }) => sql`SELECT d.*, ${sql.literal(personColumns)} FROM proposal_drafts d
        LEFT JOIN users u ON u.account_address = d.author WHERE d.id = ${id} AND d.community_id = ${communityId}`
      })
      const count = single({
        Request: ByAuthor,
        Result: Schema.Struct({ n: Schema.Int }),
        execute: ({ author, communityId }) => sql`SELECT COUNT(*) AS n FROM proposal_drafts
        WHERE author = ${author} AND community_id = ${communityId}`
      })

      const insert = (draft: NewDraft) =>
        Effect.gen(function* () {
          const row = rowOf(draft, (yield* randomToken).slice(0, 32), yield* Clock.currentTimeMillis)
          yield* sql`INSERT INTO proposal_drafts ${sql.insert(row)}`
        })

      return {
        insert,
        drafts: Effect.fn("ProposalDraftsRepo.drafts")((communityId: CommunityId, author: AccountAddress) =>
          drafts({ communityId, author })
        ),
        draft: Effect.fn("ProposalDraftsRepo.draft")((communityId: CommunityId, id: ProposalId) =>
          draft({ communityId, id })
        ),
        count: (communityId: CommunityId, author: AccountAddress) =>
          Effect.map(count({ communityId, author }), ({ n }) => n),
        /** Returns whether the draft still had this version. */
        update: (id: ProposalId, values: ProposalValues, version: number) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            isAny(sql`UPDATE proposal_drafts SET fields = ${JSON.stringify(values)},
              title = ${titleOf(values)}, updated_at = ${now}, version = version + 1
            WHERE id = ${id} AND version = ${version} RETURNING id`)
          ),
        /** Whether the id belongs to a draft, or to a proposal that was one. */
        isTaken: (id: ProposalId) =>
          isAny(sql`SELECT id FROM proposals WHERE id = ${id}
          UNION ALL SELECT id FROM proposal_drafts WHERE id = ${id}`),
        /** Locks a draft until the commit; returns whether this author has it. */
        hold: (communityId: CommunityId, author: AccountAddress, id: ProposalId) =>
          isAny(sql`UPDATE proposal_drafts SET created_at = created_at
          WHERE id = ${id} AND community_id = ${communityId} AND author = ${author} RETURNING id`),
        /** Removes all drafts of an account; returns their ids. */
        removeAll: (author: AccountAddress) =>
          sql<{ readonly id: ProposalId }>`DELETE FROM proposal_drafts WHERE author = ${author} RETURNING id`,
        /** Returns the removed row; none if this author had no such draft. */
        remove: (communityId: CommunityId, author: AccountAddress, id: ProposalId) =>
          sql<RemovedRow>`DELETE FROM proposal_drafts
          WHERE id = ${id} AND community_id = ${communityId} AND author = ${author} RETURNING *`,
        /** Writes a removed row back. */
        restore: (row: RemovedRow) => sql`INSERT INTO proposal_drafts ${sql.insert(row)}`
      }
    })
  }
) {}
