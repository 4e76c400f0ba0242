/**
 * Invitations by e-mail: an invitation with an address, at most one for each address and community. `email_id`: its
 * newest e-mail in the outbox; null if none was written, because e-mails to the address bounce. `used_by`: who joined
 * with it. `declined_at`: the address wants no more e-mails of the community. `invitation_lists`: a list that a person
 * brought, until they have decided what to do with it.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `ALTER TABLE invites ADD COLUMN email TEXT`,
  `ALTER TABLE invites ADD COLUMN invitee TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE invites ADD COLUMN email_id TEXT`,
  `ALTER TABLE invites ADD COLUMN emails INTEGER NOT NULL DEFAULT 0`,
  `ALTER TABLE invites ADD COLUMN emailed_at BIGINT`,
  `ALTER TABLE invites ADD COLUMN used_by TEXT`,
  `ALTER TABLE invites ADD COLUMN declined_at BIGINT`,
  `CREATE UNIQUE INDEX invites_by_email ON invites (email, community_id) WHERE email IS NOT NULL`,
  `CREATE INDEX invites_emailed ON invites (community_id, emailed_at, code) WHERE email IS NOT NULL`,
  `CREATE INDEX invites_by_sender ON invites (created_by, emailed_at) WHERE email IS NOT NULL`,
  `CREATE INDEX invites_used_by ON invites (used_by) WHERE used_by IS NOT NULL`,
  `CREATE TABLE invitation_lists (
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    account TEXT NOT NULL,
    reading TEXT NOT NULL,
    sheet_rows TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (community_id, account)
  )`,
  `CREATE INDEX invitation_lists_by_account ON invitation_lists (account)`,
  `CREATE INDEX invitation_lists_by_age ON invitation_lists (created_at)`
]

export const emailInvitations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
