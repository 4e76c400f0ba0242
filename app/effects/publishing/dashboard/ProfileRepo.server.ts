/**
 * Data of a profile page: the person's public communities and those that the reader shares with them, never any others.
 * The record of votes and payments covers public communities only.
 */
import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { Role } from "~/effects/access/Membership"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { ProposalStatus } from "~/effects/governance/votes/proposal/Proposal"

const MOST = 50

export const SharedCommunity = Schema.Struct({
  id: CommunityId,
  slug: Schema.String,
  name: Schema.String,
  logo: Schema.NullOr(Schema.String),
  role: Role,
  /** 1 if the reader is a member too. */
  common: Schema.Int
})

const RecordLine = Schema.Struct({
  kind: Schema.Literal("voted", "authored", "issued", "turnout"),
  /** A proposal's number or a series' code. */
  ref: Schema.String,
  title: Schema.String,
  slug: Schema.String,
  community: Schema.String,
  at: Schema.Number,
  state: Schema.String,
  closesAt: Schema.Number,
  n: Schema.Int,
  asked: Schema.Int
})
type RecordLine = typeof RecordLine.Type
/** Rows of proposals contain a proposal's state. */
const asVote = ({ state, ...row }: RecordLine) => ({ ...row, state: Schema.decodeUnknownSync(ProposalStatus)(state) })
const LINES = 10
/** Most recent votes from which the participation rate is computed. */
const MOST_ASKED = 500
const PUBLISHED = ["open", "settling", "active", "maturing", "overdue", "collateral", "redeemed", "cancelled"]

export class ProfileRepo extends Effect.Service<ProfileRepo>()("publishing/dashboard/ProfileRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const select = findAll({
      Request: Schema.Struct({ account: AccountAddress, reader: Schema.String }),
      Result: SharedCommunity,
      execute: ({ account, reader }) => sql`SELECT c.id, c.slug, c.name, c.logo, m.role,
          CASE WHEN mine.account_address IS NULL THEN 0 ELSE 1 END AS common
        FROM memberships m JOIN communities c ON c.id = m.community_id
        LEFT JOIN memberships mine ON mine.community_id = c.id AND mine.account_address = ${reader}
          AND mine.status = 'active'
        WHERE m.account_address = ${account} AND m.status = 'active'
          AND (c.listed = 1 OR mine.account_address IS NOT NULL)
        ORDER BY m.joined_at, m.community_id LIMIT ${MOST}`
    })
    const lines = findAll({
      Request: Schema.String,
      Result: RecordLine,
      execute: (account) => sql`SELECT * FROM (
          SELECT 'voted' AS kind, CAST(p.number AS TEXT) AS ref, p.title, c.slug, c.name AS community,
            v.voted_at AS at, p.status AS state, p.closes_at, 0 AS n, 0 AS asked
          FROM voters v JOIN proposals p ON p.id = v.proposal_id JOIN communities c ON c.id = p.community_id
          WHERE v.account_address = ${account} AND v.voted_at IS NOT NULL AND c.listed = 1
          ORDER BY v.voted_at DESC LIMIT ${LINES}) voted
        UNION ALL SELECT * FROM (
          SELECT 'authored', CAST(p.number AS TEXT), p.title, c.slug, c.name, p.published_at, p.status, p.closes_at, 0, 0
          FROM proposals p JOIN communities c ON c.id = p.community_id
          WHERE p.author = ${account} AND c.listed = 1
          ORDER BY p.published_at DESC LIMIT ${LINES}) authored
        UNION ALL SELECT * FROM (
          SELECT 'issued', s.code, s.name, c.slug, c.name, s.sale_opens_at, s.state, 0, 0, 0
          FROM communities c JOIN bond_series s ON s.community_id = c.id
          WHERE c.owner_address = ${account} AND c.listed = 1 AND ${sql.in("s.state", PUBLISHED)}
          ORDER BY s.sale_opens_at DESC LIMIT ${LINES}) issued
        UNION ALL SELECT 'turnout', '', '', '', '', 0, '', 0, COUNT(voted_at), COUNT(*) FROM (
          SELECT v.voted_at FROM voters v JOIN proposals p ON p.id = v.proposal_id AND p.closed_at IS NOT NULL
            AND p.status <> 'cancelled' JOIN communities c ON c.id = p.community_id AND c.listed = 1
          WHERE v.account_address = ${account} LIMIT ${MOST_ASKED}) asked`
    })

    /** Votes, proposals and bond issues of a member in public communities. Does not include how they voted. */
    const record = Effect.fn("ProfileRepo.record")(function* (account: AccountAddress) {
      const rows = yield* lines(account)
      const of = (kind: RecordLine["kind"]) => rows.filter((row) => row.kind === kind)
      const [turnout] = of("turnout")
      return {
        voted: of("voted").map(asVote),
        authored: of("authored").map(asVote),
        issued: of("issued"),
        turnout: { voted: turnout?.n ?? 0, asked: turnout?.asked ?? 0 }
      }
    })

    return {
      record,
      /** Communities of `account` that `reader` may see, oldest membership first. */
      communities: Effect.fn("ProfileRepo.communities")((account: AccountAddress, reader: string) =>
        select({ account, reader })
      )
    }
  })
}) {}
