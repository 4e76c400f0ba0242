/** A person's participation in votes, as the members page, their profile and their first steps show it. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { ActivityRepo } from "~/effects/activity/activity/ActivityRepo.server"
import { Agenda } from "~/effects/activity/agenda/Agenda.server"
import { Applications } from "~/effects/communities/members/Applications.server"
import { MembersRepo } from "~/effects/communities/members/MembersRepo.server"
import { participationOf, turnoutInWords } from "~/effects/communities/members/participation"
import { Closings } from "~/effects/governance/proposals/Closings.server"
import { ProfileRepo } from "~/effects/publishing/dashboard/ProfileRepo.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { club, HOUR, propose, TODAY, vote, voter, world } from "../../governance/proposals/world"

const ana = voter("Ana").account
const ben = voter("Ben").account
const stranger = asAccount("account_tdx_2_stranger")

describeOnBothDatabases("Participation", (database) => {
  const on = Layer.mergeAll(
    MembersRepo.Default,
    Applications.Default,
    ProfileRepo.Default,
    Agenda.Default,
    ActivityRepo.Default
  ).pipe(Layer.provideMerge(world(database)))

  it.effect("counts closed votes, and shows those of public communities only", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const figures = yield* MembersRepo
      const profiles = yield* ProfileRepo
      const agenda = yield* Agenda
      const community = yield* club()
      assert.deepEqual(yield* figures.participation(community, [ana]), { votes: [], parts: {} })
      const first = yield* propose(community, { title: "The first one" })
      const second = yield* propose(community, { title: "The second one", closesAt: TODAY + 30 * HOUR })
      yield* vote(first.id, "Ana", "yes")
      yield* vote(second.id, "Ana", "no")
      yield* vote(second.id, "Ben", "no")
      assert.deepEqual((yield* figures.participation(community, [ana])).votes, [])
      assert.deepEqual((yield* profiles.record(ana)).turnout, { voted: 0, asked: 0 })

      for (const hours of [24, 30]) {
        yield* TestClock.setTime(TODAY + hours * HOUR)
        yield* (yield* Closings).closeDue
      }
      const { parts, votes } = yield* figures.participation(community, [ana, ben, stranger])
      assert.deepEqual(
        votes.map(({ title }) => title),
        ["The first one", "The second one"]
      )
      assert.deepEqual(parts, { [ana]: ["voted", "voted"], [ben]: ["missed", "voted"] })
      assert.deepEqual(yield* figures.participation(community, []), { votes, parts: {} })

      assert.deepEqual(
        (yield* (yield* ActivityRepo).turnouts(community, 20)).map(({ eligible, number, voters }) => [
          number,
          voters,
          eligible
        ]),
        [
          [first.number, 1, 5],
          [second.number, 2, 5]
        ]
      )

      const record = yield* profiles.record(ben)
      assert.deepEqual(record.turnout, { voted: 1, asked: 2 })
      assert.deepEqual(
        record.voted.map(({ ref, state }) => [ref, state]),
        [[String(second.number), "failed"]]
      )
      assert.deepEqual(new Set(record.authored.map(({ title }) => title)), new Set(["The first one", "The second one"]))
      assert.notInclude(JSON.stringify(record), '"no"') // never what they chose

      assert.deepEqual((yield* agenda.today(ben, "1 day")).taken, ["vote"])
      assert.deepEqual((yield* agenda.today(stranger, "1 day")).taken, [])

      yield* sql`UPDATE communities SET visibility = 'private' WHERE id = ${community}`
      const hidden = yield* profiles.record(ben)
      assert.deepEqual(hidden, { voted: [], authored: [], issued: [], turnout: { voted: 0, asked: 0 } })
    }).pipe(Effect.provide(on))
  )
})

it("participation names what is missing, and who was never a voter", () => {
  const { parts, votes } = participationOf([
    { number: 1, title: "A", account: null, voted: 0 },
    { number: 2, title: "B", account: asAccount("one"), voted: 1 },
    { number: 2, title: "B", account: asAccount("other"), voted: 0 },
    { number: 3, title: "C", account: asAccount("one"), voted: 0 }
  ])
  assert.deepEqual(
    votes.map(({ number }) => number),
    [1, 2, 3]
  )
  assert.deepEqual(parts, { one: ["apart", "voted", "missed"], other: ["apart", "missed", "apart"] })
  assert.strictEqual(turnoutInWords(parts.one ?? []), "Voted in 1 of 2")
  assert.strictEqual(turnoutInWords(["apart"]), "No votes yet")
})
