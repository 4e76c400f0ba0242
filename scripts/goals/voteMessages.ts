/** Voters with sessions, an open vote, and their ballots signed as requests: the load of docs/goals.md A17. */
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Redacted, TestClock, TestContext } from "effect"
import { layerPostgres, layerSqlite } from "~/effects/base/db/Sql.server"
import { LOCAL_DAPP_DEFINITION } from "~/effects/base/settings/networks"
import { sha256 } from "~/effects/base/text/random.server"
import { ballotDigest } from "~/effects/governance/votes/ballot/Ballot"
import { VotesRepo } from "~/effects/governance/votes/VotesRepo.server"
import { found } from "../../tests/effects/communities/communities/world"
import { HOUR, openLedger, person, propose, rules, world } from "../../tests/effects/governance/proposals/world"
import { ballotOf, hexOf, sign, type TestVoter, testVoter } from "../../tests/effects/governance/votes/world"
import { messageOf } from "./load"

export interface Where {
  readonly folder: string
  /** Address of a Postgres; without it the SQLite file of the folder. */
  readonly url?: string
}

export const databaseOf = ({ folder, url }: Where) =>
  Layer.orDie(url === undefined ? layerSqlite(join(folder, "commonhold.sqlite")) : layerPostgres(Redacted.make(url)))

const AT_ONCE = 500
const inChunks = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, n) => all.slice(n * AT_ONCE, (n + 1) * AT_ONCE))

const tokenOf = ({ account }: TestVoter) => hexOf(`session of ${account}`, 64)

/** Members with a session each, who joined long ago. */
const seat = (communityId: string, voters: ReadonlyArray<TestVoter>, now: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const chunk of inChunks(voters)) {
      yield* sql`INSERT INTO memberships ${sql.insert(
        chunk.map(({ account }) => ({
          communityId,
          accountAddress: account,
          role: "member",
          status: "active",
          joinedAt: now - 100 * HOUR,
          createdAt: now,
          updatedAt: now
        }))
      )}`
      yield* sql`INSERT INTO sessions ${sql.insert(
        chunk.map((voter) => ({
          tokenHash: sha256(tokenOf(voter)),
          id: hexOf(`id of ${voter.account}`, 12),
          accountAddress: voter.account,
          userAgent: "a goal",
          provenAt: now,
          createdAt: now,
          lastSeenAt: now + HOUR,
          expiresAt: now + 24 * HOUR
        }))
      )}`
    }
  })

const prepare = (port: number, count: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const now = Date.now()
    yield* TestClock.setTime(now)
    const voters = Array.from({ length: count }, (_, n) => testVoter(`voter ${n}`))
    const owner = yield* person("Ben")
    const community = yield* found({ slug: "club", name: "Many voters", ownerAddress: owner, governance: rules() })
    yield* seat(community.id, [testVoter("Ben"), ...voters], now)
    const { id } = yield* propose(community.id, { opensAt: now, closesAt: now + 24 * HOUR })
    const votes = yield* VotesRepo
    const open = (yield* votes.opened([id])).get(id)
    if (open === undefined) return yield* Effect.dieMessage("the vote did not open")

    const ballots = voters.map((voter) => ballotOf(open.proposal, { voter, choice: "yes" }, now, null))
    for (const chunk of inChunks(ballots)) {
      yield* sql`INSERT INTO ballot_nonces ${sql.insert(
        chunk.map(({ account, nonce }) => ({ nonce, proposalId: id, accountAddress: account, castAt: now, used: 0 }))
      )}`
    }
    const site = { origin: `http://127.0.0.1:${port}`, dAppDefinitionAddress: LOCAL_DAPP_DEFINITION }
    return ballots.map((ballot, n) => {
      const voter = voters[n] ?? testVoter("nobody")
      const body = JSON.stringify({ ballot, proof: sign(voter.key, ballotDigest(ballot), site) })
      const headers = {
        Cookie: `__Host-session=${tokenOf(voter)}`,
        Origin: site.origin,
        "Content-Type": "application/json"
      }
      return { headers, body } satisfies Post
    })
  })

/** A request to POST /api/ballots. */
export interface Post {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const prepareBallots = (where: Where, port: number, count: number): Promise<ReadonlyArray<Post>> =>
  Effect.runPromise(
    prepare(port, count).pipe(
      Effect.provide(world(databaseOf(where), openLedger)),
      Effect.provide(TestContext.TestContext),
      Effect.orDie
    )
  )

/** The requests as sent over the wire. */
export const prepareVotes = async (where: Where, port: number, count: number): Promise<ReadonlyArray<Buffer>> =>
  (await prepareBallots(where, port, count)).map(({ body, headers }) =>
    messageOf(port, "POST", "/api/ballots", headers, body)
  )

/** How many ballots the chains contain; -1 if numbers are missing or repeated. */
export const countBallots = (where: Where): Promise<number> =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ readonly n: number; readonly last: number }>`SELECT COUNT(*) AS n, MAX(seq) AS last FROM ballots`
  ).pipe(
    Effect.map(([row]) => (row !== undefined && Number(row.n) === Number(row.last) ? Number(row.n) : -1)),
    Effect.provide(databaseOf(where)),
    Effect.orDie,
    Effect.runPromise
  )
