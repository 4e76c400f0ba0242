/** The list of who may vote on a proposal, with their weights; made while it opens, in the caller's transactions. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import type { WeightMode } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import type { OpenEntry } from "./ballot/Ballot"
import { contentOf } from "./sealed/intake"

interface Roll {
  readonly id: string
  readonly communityId: string
  readonly weightMode: WeightMode
  /** As published; one that opens late closes later (`closeAt`). */
  readonly closesAt: number
}

/** A page of the members on a list to be told something. */
export interface Addressees {
  readonly proposalId: string
  readonly communityId: string
  /** Those with a ballot; else those without. */
  readonly voted: boolean
  /** The last account of the page before; empty for the first page. */
  readonly after: string
  readonly limit: number
}

const AccountRow = Schema.Struct({ accountAddress: AccountAddress })
const accountsOf = (rows: ReadonlyArray<typeof AccountRow.Type>) => rows.map(({ accountAddress }) => accountAddress)

/** The weight of a member `m` as the list begins: a balance is read later. */
const weightIn: Readonly<Record<WeightMode, string>> = {
  member: "'1'",
  assigned: "CAST(m.weight AS TEXT)",
  token: "CAST(NULL AS TEXT)",
  sqrt: "CAST(NULL AS TEXT)"
}

/** The rows of `voters`. */
export class VoterList extends Effect.Service<VoterList>()("effects/VoterList", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const unweighed = SqlSchema.findAll({
      Request: Schema.Struct({ proposalId: Schema.String, limit: Schema.Int }),
      Result: AccountRow,
      execute: ({ limit, proposalId }) => sql`SELECT account_address FROM voters
        WHERE proposal_id = ${proposalId} AND weight IS NULL ORDER BY account_address LIMIT ${limit}`
    })
    const weights = SqlSchema.findAll({
      Request: Schema.String,
      Result: Schema.Struct({ account: AccountAddress, weight: Schema.String }),
      execute: (id) => sql`SELECT account_address AS account, weight FROM voters WHERE proposal_id = ${id}`
    })
    const addressees = (asked: Addressees) =>
      SqlSchema.findAll({
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
    const progress = SqlSchema.single({
      Request: Schema.String,
      Result: Schema.Struct({ done: Schema.Int, total: Schema.Int }),
      execute: (id) => sql`SELECT COUNT(weight) AS done, COUNT(*) AS total FROM voters WHERE proposal_id = ${id}`
    })

    return {
      /** Members who joined early enough. Those whose weight is a balance have none yet. */
      begin: ({ closesAt, communityId, id, weightMode }: Roll, joinedBefore: number, now: number) =>
        Effect.orDie(sql`INSERT INTO voters (proposal_id, account_address, weight, closes_at)
          SELECT ${id}, m.account_address, ${sql.literal(weightIn[weightMode])}, CAST(${closesAt} AS BIGINT)
          FROM memberships m
          WHERE m.community_id = ${communityId} AND m.joined_at <= ${joinedBefore}
            AND (m.status = 'active' OR (m.status = 'suspended' AND m.suspended_until <= ${now}))`),
      /** Accounts that have no weight yet, the first so many. */
      unweighed: (proposalId: string, limit: number) =>
        Effect.orDie(Effect.map(unweighed({ proposalId, limit }), accountsOf)),
      setWeight: (proposalId: string, account: string, weight: string) =>
        Effect.orDie(sql`UPDATE voters SET weight = ${weight}
          WHERE proposal_id = ${proposalId} AND account_address = ${account}`),
      dropWeightless: (proposalId: string) =>
        Effect.orDie(sql`DELETE FROM voters WHERE proposal_id = ${proposalId} AND weight = '0'`),
      /** When the vote ends, known for good as it opens. */
      closeAt: (proposalId: string, closesAt: number) =>
        Effect.orDie(sql`UPDATE voters SET closes_at = ${closesAt}
          WHERE proposal_id = ${proposalId} AND closes_at <> ${closesAt}`),
      /** The whole list, in no order. */
      weights: (proposalId: string) => Effect.orDie(weights(proposalId)),
      /** Accounts of active members who did not mute the community, in the order of their addresses. */
      addressees: (asked: Addressees) => Effect.orDie(Effect.map(addressees(asked), accountsOf)),
      /** How many weights are known, and of how many. */
      progress: Effect.fn("VoterList.progress")((proposalId: string) => Effect.orDie(progress(proposalId))),
      /** Notes each voter's ballot that counts now. */
      note: (entries: ReadonlyArray<OpenEntry>) =>
        Effect.orDie(sql`INSERT INTO voters ${sql.insert(entries.map(ballotOf))}
          ON CONFLICT (proposal_id, account_address) DO UPDATE SET seq = excluded.seq, digest = excluded.digest,
            choice = excluded.choice, voted_at = excluded.voted_at`)
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
