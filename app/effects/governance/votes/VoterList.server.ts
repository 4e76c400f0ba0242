/** The list of voters of a proposal, with their weights; built while it opens, in the caller's transactions. */
import { Effect, Schema } from "effect"
import type { CommunityId, WeightMode } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql, single } from "~/effects/base/db/statements.server"
import type { OpenEntry } from "./ballot/Ballot"
import { ProposalId } from "./fields"
import { contentOf } from "./sealed/intake"

interface Roll {
  readonly id: ProposalId
  readonly communityId: CommunityId
  readonly weightMode: WeightMode
  /** As published; a vote that opens late closes later (`closeAt`). */
  readonly closesAt: number
}

/** A page of members on a list, for a notification. */
export interface Addressees {
  readonly proposalId: ProposalId
  readonly communityId: CommunityId
  /** True for those with a ballot; false for those without. */
  readonly voted: boolean
  /** The last account of the previous page; empty for the first page. */
  readonly after: string
  readonly limit: number
}

const AccountRow = Schema.Struct({ accountAddress: AccountAddress })
const accountsOf = (rows: ReadonlyArray<typeof AccountRow.Type>) => rows.map(({ accountAddress }) => accountAddress)

/** The initial weight of a member `m`; balances are read later. */
const weightIn: Readonly<Record<WeightMode, string>> = {
  member: "'1'",
  assigned: "CAST(m.weight AS TEXT)",
  token: "CAST(NULL AS TEXT)",
  sqrt: "CAST(NULL AS TEXT)"
}

/** Reads and writes the table `voters`. */
export class VoterList extends Effect.Service<VoterList>()("governance/votes/VoterList", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const unweighed = findAll({
      Request: Schema.Struct({ proposalId: ProposalId, limit: Schema.Int }),
      Result: AccountRow,
      execute: ({ limit, proposalId }) => sql`SELECT account_address FROM voters
        WHERE proposal_id = ${proposalId} AND weight IS NULL ORDER BY account_address LIMIT ${limit}`
    })
    const weights = findAll({
      Request: Schema.String,
      Result: Schema.Struct({ account: AccountAddress, weight: Schema.String }),
      execute: (id) => sql`SELECT account_address AS account, weight FROM voters WHERE proposal_id = ${id}`
    })
    const addressees = (asked: Addressees) =>
      findAll({
        Request: Schema.Void,
        Result: AccountRow,
        execute: () => sql`SELECT v.account_address FROM voters v
          JOIN memberships m ON m.community_id = ${asked.communityId} AND m.account_address = v.account_address
            AND m.status = 'active' AND m.notifications <> 'none'
          WHERE v.proposal_id = ${asked.proposalId} AND v.account_address > ${asked.after}
            AND ${asked.voted ? sql`v.seq IS NOT NULL` : sql`v.seq IS NULL`}
          ORDER BY v.account_address LIMIT ${asked.limit}`
      })()
    /** Balances read so far. */
    const progress = single({
      Request: Schema.String,
      Result: Schema.Struct({ done: Schema.Int, total: Schema.Int }),
      execute: (id) => sql`SELECT COUNT(weight) AS done, COUNT(*) AS total FROM voters WHERE proposal_id = ${id}`
    })

    return {
      /** Adds members who joined early enough. If weights are balances, they have none yet. */
      begin: ({ closesAt, communityId, id, weightMode }: Roll, joinedBefore: number, now: number) =>
        sql`INSERT INTO voters (proposal_id, account_address, weight, closes_at)
          SELECT ${id}, m.account_address, ${sql.literal(weightIn[weightMode])}, CAST(${closesAt} AS BIGINT)
          FROM memberships m
          WHERE m.community_id = ${communityId} AND m.joined_at <= ${joinedBefore}
            AND (m.status = 'active' OR (m.status = 'suspended' AND m.suspended_until <= ${now}))`,
      /** The first `limit` accounts that have no weight yet. */
      unweighed: (proposalId: ProposalId, limit: number) => Effect.map(unweighed({ proposalId, limit }), accountsOf),
      setWeight: (proposalId: ProposalId, account: AccountAddress, weight: string) =>
        sql`UPDATE voters SET weight = ${weight}
          WHERE proposal_id = ${proposalId} AND account_address = ${account}`,
      dropWeightless: (proposalId: ProposalId) =>
        sql`DELETE FROM voters WHERE proposal_id = ${proposalId} AND weight = '0'`,
      /** Fixes the end of the vote as it opens. */
      closeAt: (proposalId: ProposalId, closesAt: number) =>
        sql`UPDATE voters SET closes_at = ${closesAt}
          WHERE proposal_id = ${proposalId} AND closes_at <> ${closesAt}`,
      /** The whole list, in no particular order. */
      weights: (proposalId: ProposalId) => weights(proposalId),
      /** Accounts of active members who have not muted the community, ordered by address. */
      addressees: (asked: Addressees) => Effect.map(addressees(asked), accountsOf),
      /** How many weights are known, and the total. */
      progress: Effect.fn("VoterList.progress")((proposalId: ProposalId) => progress(proposalId)),
      /** Notes each voter's ballot that counts now. */
      note: (entries: ReadonlyArray<OpenEntry>) =>
        sql`INSERT INTO voters ${sql.insert(entries.map(ballotOf))}
          ON CONFLICT (proposal_id, account_address) DO UPDATE SET seq = excluded.seq, digest = excluded.digest,
            choice = excluded.choice, voted_at = excluded.voted_at`
    }
  })
}) {}

/** The choice of a sealed ballot is noted when it is opened. */
const choiceText = ({ ballot }: OpenEntry): string | null => {
  const { choice } = contentOf(ballot)
  return choice === null ? null : JSON.stringify(choice)
}

const ballotOf = (entry: OpenEntry) => ({
  proposalId: entry.ballot.proposal,
  accountAddress: entry.ballot.account,
  weight: entry.weight,
  seq: entry.seq,
  digest: entry.digest,
  choice: choiceText(entry),
  votedAt: Date.parse(entry.ballot.castAt)
})
