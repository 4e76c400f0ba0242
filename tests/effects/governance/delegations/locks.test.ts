/** A delegation that is withdrawn at the moment a vote opens, over two connections where the database has them. */
import { assert, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { Delegations } from "~/effects/governance/delegations/Delegations.server"
import { Openings } from "~/effects/governance/proposals/Openings.server"
import { describeOnBothDatabases } from "../../../databases"
import { overlapping } from "../../../overlapping"
import { club, HOUR, propose, rowOf, TODAY, voter, world } from "../proposals/world"
import { delegateVote } from "./delegateTo"

/** Ben delegates to Ana, and a vote is due to open. */
const before = Effect.gen(function* () {
  const id = yield* club()
  const digest = yield* delegateVote(id, "Ben", "Ana")
  const opensAt = TODAY + 2 * HOUR
  const proposal = yield* propose(id, { opensAt, closesAt: opensAt + 24 * HOUR })
  yield* TestClock.setTime(opensAt)
  const { withdraw } = yield* Delegations
  const { openOrWait } = yield* Openings
  return {
    frozen: Effect.map(rowOf(id, proposal.number), ({ snapshot, status }) => [
      status,
      snapshot?.delegations?.count ?? 0
    ]),
    number: proposal.number,
    opening: openOrWait(id, proposal.id),
    withdrawal: withdraw(id, voter("Ben").account, digest)
  }
})

describeOnBothDatabases("A delegation that is withdrawn while a vote opens", (database) => {
  it.effect("is frozen if the opening came first, and its delegator is notified of that vote", () =>
    Effect.gen(function* () {
      const { frozen, number, opening, withdrawal } = yield* before
      const [, open] = yield* overlapping(opening, withdrawal)
      assert.deepStrictEqual(open, [{ number }])
      assert.deepStrictEqual(yield* frozen, ["active", 1])
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("is not frozen if the withdrawal came first, and its delegator is notified of no vote", () =>
    Effect.gen(function* () {
      const { frozen, opening, withdrawal } = yield* before
      const [open] = yield* overlapping(withdrawal, opening)
      assert.deepStrictEqual(open, [])
      assert.deepStrictEqual(yield* frozen, ["active", 0])
    }).pipe(Effect.provide(world(database)))
  )
})
