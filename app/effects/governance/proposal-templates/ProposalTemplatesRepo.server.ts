/** Repository of community templates. Callers check who may change one. */
import { Clock, Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { LIMITS } from "./limits"
import { type Template, TemplateContent } from "./Template"

const TemplateRow = Schema.Struct({
  id: Schema.String,
  communityId: CommunityId,
  name: Schema.String,
  content: Schema.parseJson(TemplateContent),
  version: Schema.Int,
  archivedAt: Schema.NullOr(Schema.Number),
  updatedAt: Schema.Number
}).annotations(rowOf("proposal_templates", ["id"]))
export type TemplateRow = typeof TemplateRow.Type

export class ProposalTemplatesRepo extends Effect.Service<ProposalTemplatesRepo>()(
  "governance/proposal-templates/ProposalTemplatesRepo",
  {
    effect: Effect.gen(function* () {
      const sql = yield* Sql
      const columns = sql.literal("id, community_id, name, content, version, archived_at, updated_at")

      const select = findAll({
        Request: Schema.String,
        Result: TemplateRow,
        execute: (id) => sql`SELECT ${columns} FROM proposal_templates WHERE community_id = ${id}
        ORDER BY created_at, id LIMIT ${LIMITS.kept}`
      })
      const selectOne = findOne({
        Request: Schema.Struct({ communityId: Schema.String, id: Schema.String }),
        Result: TemplateRow,
        execute: ({ communityId, id }) => sql`SELECT ${columns} FROM proposal_templates
        WHERE id = ${id} AND community_id = ${communityId}`
      })

      /** Returns whether the row was inserted; false if any community already uses the id. */
      const insert = (communityId: CommunityId, { content, id, name }: Omit<Template, "version">) =>
        Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          const row = { id, communityId, name, content: JSON.stringify(content), version: 1, archivedAt: null }
          const made =
            yield* sql`INSERT INTO proposal_templates ${sql.insert({ ...row, createdAt: now, updatedAt: now })}
          ON CONFLICT (id) DO NOTHING RETURNING id`
          return made.length > 0
        })

      /** Callers hold the community's lock and have compared the version. */
      const update = (id: string, change: Pick<Template, "content" | "name"> & Pick<TemplateRow, "archivedAt">) =>
        Effect.gen(function* () {
          const { archivedAt, content, name } = change
          yield* sql`UPDATE proposal_templates SET name = ${name}, content = ${JSON.stringify(content)},
          archived_at = ${archivedAt}, updated_at = ${yield* Clock.currentTimeMillis}, version = version + 1
          WHERE id = ${id}`
        })

      return {
        /** Oldest first, including archived ones; a community has at most a hundred. */
        all: Effect.fn("ProposalTemplatesRepo.all")((communityId: CommunityId) => select(communityId)),
        find: Effect.fn("ProposalTemplatesRepo.find")((communityId: CommunityId, id: string) =>
          selectOne({ communityId, id })
        ),
        insert,
        update
      }
    })
  }
) {}
