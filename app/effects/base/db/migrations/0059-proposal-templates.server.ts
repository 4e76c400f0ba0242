/**
 * Templates that a community's moderators keep for its proposals. `content` is what a template holds, as JSON
 * (governance/proposal-templates/Template.ts); `archived_at` is when it stopped being offered. A draft keeps the name of
 * the template it was begun from, and nothing else of it.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE proposal_templates (
    id TEXT PRIMARY KEY,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    version BIGINT NOT NULL,
    archived_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE INDEX proposal_templates_of_community ON proposal_templates (community_id, created_at, id)`,
  `ALTER TABLE proposal_drafts ADD COLUMN template TEXT`
]

export const proposalTemplates = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
