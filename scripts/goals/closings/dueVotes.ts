/** Communities with many open votes that close at the same moment, for the benchmark closings. */
import { SqlClient } from "@effect/sql"
import { Effect, TestClock, TestContext } from "effect"
import { randomId, sha256 } from "~/effects/base/text/random.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { type FrozenProposal, proposalDigest } from "~/effects/governance/votes/proposal/FrozenProposal"
import { found, join } from "../../../tests/effects/communities/communities/world"
import { HOUR, person, propose, rules, vote, voter, world } from "../../../tests/effects/governance/proposals/world"
import { databaseOf, type Where } from "../voteMessages"

export const VOTES = Number(process.env.VOTES ?? 2_000)
const COMMUNITIES = Math.min(20, VOTES)
/** Members of each community; Ben writes the proposals. */
export const NAMES = ["Ben", ...Array.from({ length: 19 }, (_, n) => `Member ${n}`)] as const
const SESSION = "c".repeat(64)
const AT_ONCE = 100

type Columns = Readonly<Record<string, unknown>>

export interface Prepared {
  /** Paths of pages that a member reads. */
  readonly paths: ReadonlyArray<string>
  readonly cookie: string
}

const inTime = <A, E>(where: Where, program: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  program.pipe(Effect.provide(databaseOf(where)), Effect.orDie, Effect.runPromise)

const insert = (table: string, rows: ReadonlyArray<Columns>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      yield* sql`INSERT INTO ${sql(table)} ${sql.insert(rows.slice(from, from + AT_ONCE) as Array<Record<string, never>>)}`
    }
  })

/**
 * Copies a vote under other numbers, with its voters and its tally; without its ballots, which the close does not read.
 */
const copy = (id: string, number: number, many: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const counts = yield* CommunityCounts
    const [found] = yield* sql<Columns>`SELECT * FROM proposals WHERE id = ${id}`
    const [standing] = yield* sql<Columns>`SELECT * FROM vote_tallies WHERE proposal_id = ${id}`
    const voters =
      yield* sql<Columns>`SELECT proposal_id, account_address, weight FROM voters WHERE proposal_id = ${id}`
    // The database computes the shelf.
    const { shelf: _, ...proposal } = found ?? {}
    const frozen = JSON.parse(String(proposal.frozen)) as FrozenProposal
    const copies = yield* Effect.forEach(Array.from({ length: many }), (_, n) =>
      Effect.map(randomId(), (copyId) => {
        const own = { ...frozen, proposal: copyId, number: number + 1 + n }
        return { id: copyId, number: own.number, frozen: JSON.stringify(own), proposalDigest: proposalDigest(own) }
      })
    )
    yield* insert(
      "proposals",
      copies.map((own) => ({ ...proposal, ...own }))
    )
    yield* insert(
      "vote_tallies",
      copies.map((own) => ({ ...standing, proposalId: own.id }))
    )
    yield* insert(
      "voters",
      copies.flatMap((own) => voters.map((each) => ({ ...each, proposalId: own.id })))
    )
    for (const _ of copies) yield* counts.countOpenProposals(String(proposal.communityId), 1)
  })

const begin = (now: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* TestClock.setTime(now)
    const accounts = yield* Effect.forEach(NAMES, person)
    const paths: Array<string> = []
    for (let n = 0; n < COMMUNITIES; n++) {
      const slug = `club-${n}`
      const { id } = yield* found({
        slug,
        name: `Club ${n}`,
        ownerAddress: voter("Member 0").account,
        governance: rules()
      })
      yield* Effect.forEach(accounts, (account) => join(id, account, { joinedAt: now - 100 * HOUR }))
      const first = yield* propose(id, { opensAt: now, closesAt: now + 24 * HOUR, quorumPct: 10 })
      yield* Effect.forEach(NAMES.slice(0, 5), (name) => vote(first.id, name, "yes"))
      // The first communities get one more if the number does not divide.
      const many = Math.floor(VOTES / COMMUNITIES) + (n < VOTES % COMMUNITIES ? 1 : 0)
      yield* copy(first.id, first.number, many - 1)
      if (n < 2) paths.push(`/community/detail/${id}/proposals`, `/explore/${slug}`)
    }
    yield* sql`INSERT INTO sessions ${sql.insert({
      tokenHash: sha256(SESSION),
      id: "a member",
      accountAddress: voter("Ben").account,
      userAgent: "a goal",
      provenAt: now,
      createdAt: now,
      lastSeenAt: now + HOUR,
      expiresAt: now + 24 * HOUR
    })}`
    return { paths, cookie: `__Host-session=${SESSION}` } satisfies Prepared
  })

export const prepareVotes = (where: Where): Promise<Prepared> =>
  begin(Date.now()).pipe(
    Effect.provide(CommunityCounts.Default),
    Effect.provide(world(databaseOf(where))),
    Effect.provide(TestContext.TestContext),
    Effect.orDie,
    Effect.runPromise
  )

/** Makes all of them close then. */
export const closeAt = (where: Where, at: number) =>
  inTime(
    where,
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`UPDATE proposals SET due_at = ${at}, closes_at = ${at}, sort_at = ${at}, remind_at = NULL`
    )
  )

const one = (rows: ReadonlyArray<{ readonly n: number | string | null }>) => Number(rows[0]?.n ?? 0)

export const openVotes = (where: Where): Promise<number> =>
  inTime(
    where,
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.map(sql<{ readonly n: number }>`SELECT COUNT(*) AS n FROM proposals WHERE status = 'active'`, one)
    )
  )

/** When the last one was closed, and the counts of what each close has to write exactly once. */
export const closedVotes = (where: Where) =>
  inTime(
    where,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const count = (rows: Effect.Effect<ReadonlyArray<{ readonly n: number }>, unknown>) => Effect.map(rows, one)
      return yield* Effect.all({
        lastAt: count(sql`SELECT MAX(closed_at) AS n FROM proposals`),
        passed: count(sql`SELECT COUNT(*) AS n FROM proposals WHERE status = 'passed'`),
        told: count(sql`SELECT SUM(times) AS n FROM notifications WHERE type = 'proposalResult'`),
        events: count(sql`SELECT COUNT(*) AS n FROM activity_events WHERE type = 'proposalClosed'`),
        counted: count(sql`SELECT value AS n FROM public_counts WHERE name = 'votes'`)
      })
    })
  )
