/** A poll for a date from opening to calendar: its count, its file, delegations that it does not use, cancellation. */

import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Agenda } from "~/effects/activity/agenda/Agenda.server"
import { Proposals } from "~/effects/governance/proposals/Proposals.server"
import { voteDates } from "~/effects/governance/proposals/pages/outputs.server"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { timeChoices } from "~/effects/governance/votes/proposal/pollTimes"
import { check } from "../../../../scripts/verify.mjs"
import { describeOnBothDatabases } from "../../../databases"
import { honest, testBeacon } from "../votes/sealed/beacon"
import { CLOSE, closeDue, files, handIn, MINUTE, sealedOf } from "./sealing"
import { club, person, propose, rowOf, rules, vote, voter, world } from "./world"

const DAY = 86_400_000
const choices = timeChoices([
  { start: "2026-11-28T18:00:00.000Z", end: "2026-11-28T20:00:00.000Z" },
  { start: "2026-11-29T18:00:00.000Z", end: "2026-11-29T20:00:00.000Z" }
])
const days = timeChoices([
  { start: "2026-12-05", end: "2026-12-06" },
  { start: "2026-12-12", end: "2026-12-12" }
])

const begun = (times = choices) =>
  Effect.gen(function* () {
    const community = yield* club()
    const { id, number } = yield* propose(community, { voteType: "dates", choices: times, title: "Pruning day" })
    return { community, id, number, row: () => rowOf(community, number) }
  })
const inCalendar = (community: CommunityId) => voteDates(community, "club", "https://commonhold.example")
const datesOf = (name: string) =>
  Effect.flatMap(Effect.provide(Agenda, Agenda.Default), ({ dates }) => dates(voter(name).account, "366 days"))

describeOnBothDatabases("A poll for a date", (database) => {
  it.effect("chooses a time, which is then in the calendars of the community and its members", () =>
    Effect.gen(function* () {
      const { community, id, row } = yield* begun()
      yield* person("Zoe")
      yield* vote(id, "Ana", { c1: 2, c2: 1 })
      yield* vote(id, "Ben", { c1: 0, c2: 2 })
      yield* vote(id, "Cho", { c1: 0, c2: 2 })
      // A changed answer replaces the one before.
      yield* vote(id, "Ana", { c1: 2, c2: 0 })
      assert.deepStrictEqual((yield* row()).sums?.perChoice, [
        { key: "c1", votes: "1", voters: 1, ifNeedBe: "0" },
        { key: "c2", votes: "2", voters: 2, ifNeedBe: "0" }
      ])
      assert.deepStrictEqual(
        (yield* inCalendar(community)).map(({ key }) => key),
        [`closes-${id}`]
      )
      yield* TestClock.setTime(CLOSE)
      yield* closeDue
      const { frozen, status, tally } = yield* row()
      assert.deepStrictEqual([frozen?.v, status, tally?.winners], [4, "passed", ["c2"]])
      const chosen = {
        key: `date-${community}-1`,
        at: Date.parse("2026-11-29T18:00:00Z"),
        until: Date.parse("2026-11-29T20:00:00Z")
      }
      assert.deepStrictEqual(yield* inCalendar(community), [
        {
          ...chosen,
          isDays: false,
          isCalledOff: false,
          words: "Pruning day",
          url: "https://commonhold.example/explore/club/proposals/1"
        }
      ])
      const own = { ...chosen, words: "“Pruning day” in Night Film Club" }
      // Also of members who did not vote; not of others.
      for (const name of ["Ana", "Eva"]) {
        assert.deepStrictEqual(yield* datesOf(name), [{ ...own, path: `/community/detail/${community}/proposals?p=1` }])
      }
      assert.deepStrictEqual(yield* datesOf("Zoe"), [])
      const [file = ""] = yield* files
      assert.isTrue((yield* Effect.promise(() => checkFile(file))).holds)
      assert.deepStrictEqual(check(file).problems, [])
      // Until it is over it is ahead; calendar programs keep it for a year.
      yield* TestClock.setTime(chosen.until - 1)
      assert.lengthOf(yield* datesOf("Ana"), 1)
      yield* TestClock.setTime(chosen.until)
      assert.lengthOf(yield* datesOf("Ana"), 0)
      assert.lengthOf(yield* inCalendar(community), 1)
      yield* TestClock.setTime(chosen.until + 366 * DAY)
      assert.lengthOf(yield* inCalendar(community), 0)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("chooses whole days, which end with the last one", () =>
    Effect.gen(function* () {
      const { community, id } = yield* begun(days)
      for (const name of ["Ana", "Ben"]) yield* vote(id, name, { c1: 2, c2: 1 })
      yield* TestClock.setTime(CLOSE)
      yield* closeDue
      const [date] = yield* inCalendar(community)
      assert.deepInclude(date, { at: Date.parse("2026-12-05"), until: Date.parse("2026-12-07"), isDays: true })
      assert.deepInclude((yield* datesOf("Ana"))[0], { at: Date.parse("2026-12-05"), isDays: true })
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("keeps sealed answers closed until the beacon opens them, then counts them and leaves out wrong ones", () =>
    Effect.gen(function* () {
      const community = yield* club({ governance: rules({ resultsVisibility: "sealed" }) })
      const { id, number } = yield* propose(community, { voteType: "dates", choices })
      const row = yield* rowOf(community, number)
      const seal = (name: string, choice: Record<string, number>) => handIn(id, name, sealedOf(row, name, choice, ""))
      yield* seal("Ana", { c1: 0, c2: 1 })
      yield* seal("Ben", { c1: 1, c2: 1 })
      yield* seal("Cho", { c1: 2, c2: 9 })
      assert.deepStrictEqual((yield* rowOf(community, number)).sums?.perChoice[1], {
        key: "c2",
        votes: "0",
        voters: 0,
        ifNeedBe: "0"
      })
      yield* TestClock.setTime(CLOSE + MINUTE)
      yield* closeDue
      const { status, tally } = yield* rowOf(community, number)
      assert.deepStrictEqual([status, tally?.winners, tally?.spoilt?.ballots], ["passed", ["c2"], [3]])
      assert.include(tally?.words, "It could have changed the result.")
      const [file = ""] = yield* files
      assert.isTrue((yield* Effect.promise(() => checkFile(file))).holds)
      assert.deepStrictEqual(check(file).problems, [])
      assert.lengthOf(yield* inCalendar(community), 1)
    }).pipe(Effect.provide(Layer.provide(world(database), testBeacon(honest))))
  )

  it.effect("has no date in a calendar if it is cancelled, misses its quorum, or suits nobody", () =>
    Effect.gen(function* () {
      const { community, id, row } = yield* begun()
      yield* vote(id, "Cho", { c1: 2, c2: 2 })
      const proposals = yield* Proposals
      yield* proposals.cancel(yield* row(), { account: voter("Ana").account, role: "owner" }, "The saw is broken.")
      const few = yield* propose(community, { voteType: "dates", choices })
      yield* vote(few.id, "Cho", { c1: 2, c2: 2 })
      const none = yield* propose(community, { voteType: "dates", choices })
      for (const name of ["Ana", "Ben", "Cho"]) yield* vote(none.id, name, { c1: 0, c2: 0 })
      yield* TestClock.setTime(CLOSE)
      yield* closeDue
      assert.strictEqual((yield* rowOf(community, few.number)).status, "noQuorum")
      const nobody = yield* rowOf(community, none.number)
      assert.strictEqual(nobody.status, "failed")
      assert.include(nobody.tally?.words, "Nobody can make any of these times. Failed.")
      assert.deepStrictEqual(yield* inCalendar(community), [])
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`SELECT * FROM chosen_dates`, [])
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("refuses answers to other times, to only some, and other answers than the three", () =>
    Effect.gen(function* () {
      const { id, row } = yield* begun()
      const refused = (choice: Parameters<typeof vote>[2]) =>
        Effect.map(Effect.flip(vote(id, "Cho", choice)), (error) => ("message" in error ? error.message : ""))
      const all = "Answer each time with Yes, If need be or No."
      assert.strictEqual(yield* refused({ c1: 2, c2: 0, c3: 2 }), "Answer only the times of this proposal.")
      for (const choice of [{ c1: 2 }, { c1: 3, c2: 0 }, { c1: 0.5, c2: 0 }, {}, ["c1"], "c1"]) {
        assert.strictEqual(yield* refused(choice), all)
      }
      assert.strictEqual((yield* row()).sums?.ballots, 0)
    }).pipe(Effect.provide(world(database)))
  )
})
