/** Consent from opening to count: objections with reasons, answers, withdrawal, and the file of the vote. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { Objections } from "~/effects/governance/proposals/Objections.server"
import { OBJECTION_WORDS } from "~/effects/governance/votes/ballot/choice"
import type { ProposalId } from "~/effects/governance/votes/fields"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { fixedChoices } from "~/effects/governance/votes/proposal/voteTypes"
import { check } from "../../../../scripts/verify.mjs"
import { describeOnBothDatabases } from "../../../databases"
import { CLOSE, closeDue, files } from "./sealing"
import { club, person, propose, rowOf, vote, voter, world } from "./world"

const begun = Effect.gen(function* () {
  const community = yield* club()
  const choices = fixedChoices("consent") ?? []
  const { id, number } = yield* propose(community, { voteType: "consent", choices, thresholdPct: 100 })
  return { id, row: () => rowOf(community, number) }
})

const active = (id: ProposalId) =>
  Effect.map(
    Effect.flatMap(Objections, (objections) => objections.active(id)),
    (found) => found.map(({ account, answer, reason, seq }) => ({ account, answer, reason, seq }))
  )
const answer = (row: Effect.Effect.Success<ReturnType<typeof rowOf>>, seq: number, text: string) =>
  Effect.flatMap(Objections, (objections) => objections.answer(row, voter("Ben").account, seq, text))

const notified = (name: string, type = "votedProposal") =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly text: string }>`SELECT text FROM notifications
      WHERE account_address = ${voter(name).account} AND type = ${type}`
    return rows.map(({ text }) => text)
  })

describeOnBothDatabases("A vote by consent", (database) => {
  it.effect("lists objections, and each answer reaches the one who objected; a withdrawn one counts no more", () =>
    Effect.gen(function* () {
      const { id, row } = yield* begun
      assert.strictEqual((yield* row()).frozen?.v, 4)
      yield* vote(id, "Ana", "consent")
      yield* vote(id, "Cho", "object", "The shed has no room for it.")
      yield* vote(id, "Dev", "object", "It costs too much.")
      assert.deepStrictEqual(
        (yield* active(id)).map(({ reason, seq }) => [seq, reason]),
        [
          [2, "The shed has no room for it."],
          [3, "It costs too much."]
        ]
      )
      assert.deepStrictEqual(yield* notified("Ben", "ownProposal"), [
        "An objection to your proposal “A second screening on Sundays” awaits your answer."
      ])
      yield* answer(yield* row(), 2, "We make room on Saturday.")
      yield* answer(yield* row(), 2, "We made room.")
      // A changed answer, not read yet, is the same notice.
      assert.deepStrictEqual(yield* notified("Cho"), [
        "Your objection in “A second screening on Sundays” was answered."
      ])
      assert.deepStrictEqual(yield* notified("Dev"), [])
      yield* vote(id, "Cho", "consent", "With the room, yes.")
      yield* vote(id, "Dev", "abstain")
      assert.deepStrictEqual(yield* active(id), [])
      const late = yield* Effect.flip(answer(yield* row(), 2, "Thank you."))
      assert.deepInclude(late, { _tag: "WrongState" })
      yield* TestClock.setTime(CLOSE)
      yield* closeDue
      const { status, tally } = yield* row()
      assert.deepStrictEqual([status, tally?.winners], ["passed", ["consent"]])
      const [file = ""] = yield* files
      assert.isTrue((yield* Effect.promise(() => checkFile(file))).holds)
      assert.deepStrictEqual(check(file).problems, [])
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("fails with one objection that stands, which keeps its answer", () =>
    Effect.gen(function* () {
      const { id, row } = yield* begun
      for (const name of ["Ana", "Ben", "Dev"]) yield* vote(id, name, "consent")
      yield* vote(id, "Cho", "object", "There is no room for it.")
      yield* answer(yield* row(), 4, "There is.")
      yield* TestClock.setTime(CLOSE)
      yield* closeDue
      const { status, tally } = yield* row()
      assert.strictEqual(status, "failed")
      assert.include(tally?.words, "Consent is 3 of 4 counted votes = 75.0%; at least 100% was needed. Failed.")
      assert.deepStrictEqual(
        (yield* active(id)).map((one) => one.answer),
        ["There is."]
      )
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("refuses an objection without a reason, and one of somebody who may not vote", () =>
    Effect.gen(function* () {
      const { id, row } = yield* begun
      yield* person("Zoe")
      const bare = yield* Effect.flip(vote(id, "Cho", "object", "  "))
      assert.deepInclude(bare, { _tag: "BallotRefused", message: OBJECTION_WORDS })
      const stranger = yield* Effect.flip(vote(id, "Zoe", "object", "I do not like it."))
      assert.deepInclude(stranger, { _tag: "NotEligible", code: "NOT_MEMBER" })
      assert.deepStrictEqual([yield* active(id), (yield* row()).sums?.ballots], [[], 0])
      const nothing = yield* Effect.flip(answer(yield* row(), 1, "Which objection?"))
      assert.deepInclude(nothing, { _tag: "WrongState" })
    }).pipe(Effect.provide(world(database)))
  )
})
