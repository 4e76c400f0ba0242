/** The list of who may vote on a proposal, with their weights; made while it opens, in the caller's transactions. */
import type { SqlClient } from "@effect/sql"
import type { WeightMode } from "~/effects/access/Community"

interface Roll {
  readonly id: string
  readonly communityId: string
  readonly weightMode: WeightMode
}

/** Members who joined early enough. Those whose weight is a balance have none yet. */
export const listVoters = (
  sql: SqlClient.SqlClient,
  { communityId, id, weightMode }: Roll,
  joinedBefore: number,
  now: number
) => {
  const weight =
    weightMode === "member"
      ? sql`'1'`
      : weightMode === "assigned"
        ? sql`CAST(m.weight AS TEXT)`
        : sql`CAST(NULL AS TEXT)`
  return sql`INSERT INTO voters (proposal_id, account_address, weight)
    SELECT ${id}, m.account_address, ${weight} FROM memberships m
    WHERE m.community_id = ${communityId} AND m.joined_at <= ${joinedBefore}
      AND (m.status = 'active' OR (m.status = 'suspended' AND m.suspended_until <= ${now}))`
}

export const setVoterWeight = (sql: SqlClient.SqlClient, proposalId: string, account: string, weight: string) =>
  sql`UPDATE voters SET weight = ${weight} WHERE proposal_id = ${proposalId} AND account_address = ${account}`

export const dropWeightless = (sql: SqlClient.SqlClient, proposalId: string) =>
  sql`DELETE FROM voters WHERE proposal_id = ${proposalId} AND weight = '0'`
