/** One sealed vote that is over and not opened, with many ballots, for the benchmark sealed-meanwhile. */
import { randomBytes } from "node:crypto"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, TestClock, TestContext } from "effect"
import { Faults } from "~/effects/local/Faults.server"
import { LocalBeaconLive } from "~/effects/local/LocalBeacon.server"
import { handIn, sealedOf } from "../../../tests/effects/governance/proposals/sealing"
import {
  club,
  HOUR,
  NAMES,
  propose,
  rowOf,
  rules,
  voter,
  world
} from "../../../tests/effects/governance/proposals/world"
import { settings } from "../../../tests/effects/people/signup/world"
import { databaseOf, type Where } from "../voteMessages"

export const BALLOTS = Number(process.env.BALLOTS ?? 1_000)
/** How long ago the vote closed: the beacon's round has been published. */
const OVER_MS = HOUR
const AT_ONCE = 100

type Columns = Readonly<Record<string, unknown>>

/**
 * Repeats the ballots, each voter's in turn, with numbers and hashes of their own; the last of each counts. They open
 * as the first ones do. Their hash chain is invalid, which opening does not check.
 */
const repeat = (id: string, dueAt: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const first = yield* sql<Columns>`SELECT * FROM ballots WHERE proposal_id = ${id} ORDER BY seq`
    const more: ReadonlyArray<Columns> = Array.from({ length: BALLOTS - first.length }, (_, n) => ({
      ...first[n % first.length],
      seq: first.length + n + 1,
      nonce: randomBytes(16).toString("hex"),
      digest: randomBytes(32).toString("hex")
    }))
    for (let at = 0; at < more.length; at += AT_ONCE) {
      yield* sql`INSERT INTO ballots ${sql.insert(more.slice(at, at + AT_ONCE) as Array<Record<string, never>>)}`
    }
    yield* sql`UPDATE voters SET seq = (SELECT MAX(b.seq) FROM ballots b
      WHERE b.proposal_id = voters.proposal_id AND b.account_address = voters.account_address)
      WHERE proposal_id = ${id} AND seq IS NOT NULL`
    yield* sql`UPDATE vote_tallies SET seq = ${BALLOTS} WHERE proposal_id = ${id}`
    yield* sql`UPDATE proposals SET due_at = ${dueAt} WHERE id = ${id}`
  })

/** @param dueAt when the server begins to open it, Unix milliseconds. */
export const prepareSealedVote = (where: Where, dueAt: number): Promise<void> =>
  Effect.gen(function* () {
    const community = yield* club({ governance: rules({ resultsVisibility: "sealed" }) })
    const opensAt = Date.now() - 24 * HOUR - OVER_MS
    yield* TestClock.setTime(opensAt)
    const sql = yield* SqlClient.SqlClient
    yield* sql`UPDATE memberships SET joined_at = ${opensAt - 100 * HOUR}`
    const { id, number } = yield* propose(community, { opensAt, closesAt: opensAt + 24 * HOUR, quorumPct: 10 })
    const row = yield* rowOf(community, number)
    for (const name of NAMES) yield* handIn(id, name, sealedOf(row, name, "yes", `because ${voter(name).account}`))
    yield* repeat(id, dueAt)
  }).pipe(
    Effect.provide(
      world(databaseOf(where)).pipe(
        Layer.provide(LocalBeaconLive),
        Layer.provide(Faults.layerMemory),
        Layer.provide(settings({ dataDir: where.folder }))
      )
    ),
    Effect.provide(TestContext.TestContext),
    Effect.orDie,
    Effect.runPromise
  )

/** Whether the vote is counted, how many ballots were opened and how many votes that gave, and how many are spoilt. */
export const howFar = (where: Where) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly status: string; readonly tally: string | null; readonly opened: number }>`
      SELECT p.status, p.tally, sv.opened FROM proposals p JOIN sealed_votes sv ON sv.proposal_id = p.id`
    const tally = JSON.parse(row?.tally ?? "null") as {
      readonly voters: number
      readonly spoilt: { readonly ballots: ReadonlyArray<number> }
    } | null // as the product wrote it
    return {
      status: row?.status,
      opened: Number(row?.opened),
      voters: tally?.voters,
      spoilt: tally?.spoilt.ballots.length
    }
  }).pipe(Effect.provide(databaseOf(where)), Effect.orDie, Effect.runPromise)
