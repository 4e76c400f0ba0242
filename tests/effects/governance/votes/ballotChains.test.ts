/** The hash chains of a whole database, as a tried restore checks them. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { chainsWithout, checkChains } from "~/effects/governance/votes/ballotChains.server"
import { describeOnBothDatabases } from "../../../databases"
import { club, propose, vote, world } from "../proposals/world"

describeOnBothDatabases("The chains of all votes", (database) => {
  it.effect("are whole, and any change of a ballot, its order or the tally is found", () =>
    Effect.gen(function* () {
      const sql = yield* Sql
      const community = yield* club()
      const [one, two] = [yield* propose(community), yield* propose(community)]
      for (const name of ["Ana", "Ben", "Cho"] as const) yield* vote(one.id, name, "yes")
      yield* vote(two.id, "Ana", "no")
      const { ballots, broken, ends } = yield* checkChains
      assert.deepStrictEqual([ballots, broken], [4, []])
      assert.sameMembers(
        ends.map(({ proposalId, seq }) => `${proposalId} ${seq}`),
        [`${one.id} 3`, `${two.id} 1`]
      )
      assert.deepStrictEqual(yield* chainsWithout(ends), [])
      const brokenAfter = (change: Effect.Effect<unknown>, undo: Effect.Effect<unknown>) =>
        change.pipe(
          Effect.zipRight(checkChains),
          Effect.map((found) => found.broken),
          Effect.zipLeft(undo)
        )
      const weight = (from: string, to: string) =>
        sql`UPDATE ballots SET digest = REPLACE(digest, ${from}, ${to}) WHERE proposal_id = ${two.id}`
      const [row] = yield* sql<{ digest: string }>`SELECT digest FROM ballots WHERE proposal_id = ${two.id}`
      assert.deepStrictEqual(
        yield* brokenAfter(weight(row?.digest ?? "", "0".repeat(64)), weight("0".repeat(64), row?.digest ?? "")),
        [two.id]
      )
      const tally = (by: number) => sql`UPDATE vote_tallies SET seq = seq + ${by} WHERE proposal_id = ${one.id}`
      assert.deepStrictEqual(yield* brokenAfter(tally(1), tally(-1)), [one.id])
      assert.deepStrictEqual((yield* checkChains).broken, [])
      yield* sql`DELETE FROM ballots WHERE proposal_id = ${one.id} AND seq = 2`
      assert.deepStrictEqual((yield* checkChains).broken, [one.id])
      yield* sql`DELETE FROM ballots WHERE proposal_id = ${one.id} AND seq = 3`
      assert.deepStrictEqual(yield* chainsWithout(ends), [one.id])
    }).pipe(Effect.provide(world(database)))
  )
})
