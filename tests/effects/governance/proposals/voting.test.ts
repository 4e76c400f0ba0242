/** Voting on the server, on both databases: casting, voting again, refusals, races with the close, and the count. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Option, TestClock } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { DirectoryTotals } from "~/effects/communities/communities/DirectoryTotals.server"
import { Closings } from "~/effects/governance/proposals/Closings.server"
import { Proposals } from "~/effects/governance/proposals/Proposals.server"
import { ballotsPage } from "~/effects/governance/proposals/pages/one.server"
import { BallotBox } from "~/effects/governance/votes/BallotBox.server"
import { OwnVotes } from "~/effects/governance/votes/OwnVotes.server"
import { describeOnBothDatabases } from "../../../databases"
import { keyHashOf } from "../../people/wallet-session/keys"
import {
  castTogether,
  club,
  countOf,
  HOUR,
  person,
  propose,
  rowOf,
  signedBallot,
  TODAY,
  VERSION_ASKED,
  vote,
  voter,
  world
} from "./world"

describeOnBothDatabases("Voting", (database) => {
  const on = world(database)

  it.effect("counts four ballots and states the sum in words", () =>
    Effect.gen(function* () {
      const community = yield* club()
      const { id, number } = yield* propose(community)
      const open = yield* rowOf(community, number)
      assert.deepEqual([open.status, open.snapshot?.eligibleCount, open.snapshot?.stateVersion], ["active", 5, 7_000])
      const receipts = [
        yield* vote(id, "Ana", "yes"),
        yield* vote(id, "Ben", "yes"),
        yield* vote(id, "Cho", "no"),
        yield* vote(id, "Dev", "abstain", "I was not there.")
      ]
      assert.deepEqual(
        receipts.map(({ seq }) => seq),
        [1, 2, 3, 4]
      )
      assert.strictEqual(receipts[0]?.prevHash, open.proposalDigest)
      assert.strictEqual(receipts[3]?.prevHash, receipts[2]?.entryHash)
      yield* TestClock.setTime(TODAY + 24 * HOUR)
      yield* (yield* Closings).closeDue
      const closed = yield* rowOf(community, number)
      assert.strictEqual(closed.status, "passed")
      assert.strictEqual(closed.head, receipts[3]?.entryHash)
      assert.strictEqual(
        closed.tally?.words.replaceAll("**", ""),
        "4 of 5 eligible members voted: 80.0%. Quorum of 40% is met. Yes 2, No 1, Abstain 1. Yes is 2 of 3 counted votes = 66.6%; more than 50% was needed. Passed."
      )
    }).pipe(Effect.provide(on))
  )

  it.effect(
    "lists a voter's votes with their receipts, in pages, for the voter only; former communities keep their title",
    () =>
      Effect.gen(function* () {
        const community = yield* club({ visibility: "private" })
        const { page, receipt } = yield* OwnVotes
        const [one, two] = [yield* propose(community), yield* propose(community)]
        const first = yield* vote(one.id, "Ben", "no")
        yield* TestClock.adjust("1 minute")
        const second = yield* vote(two.id, "Ben", "yes")
        yield* TestClock.adjust("1 minute")
        const changed = yield* vote(one.id, "Ben", "yes", "Convinced.")
        const { account } = voter("Ben")
        const all = yield* page(account, null, 5)
        assert.deepEqual(
          all.map(({ isReadable, number, seq, words }) => [number, seq, words, isReadable]),
          [
            [one.number, changed.seq, "Yes", true],
            [two.number, second.seq, "Yes", true]
          ]
        )
        const [newest] = yield* page(account, null, 1)
        const after = { at: newest?.at ?? 0, id: newest?.proposal ?? "" }
        assert.deepEqual(yield* page(account, after, 5), all.slice(1))
        assert.deepEqual(yield* page(voter("Cho").account, null, 5), [])
        const files = yield* Effect.forEach([null, first.seq], (seq) => receipt(one.id, account, seq))
        assert.deepEqual(files.map(Option.map(({ file }) => file)), [Option.some(changed), Option.some(first)])
        assert.isTrue(Option.isNone(yield* receipt(one.id, voter("Cho").account, first.seq)))
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE memberships SET status = 'left' WHERE account_address = ${account}`
        assert.deepEqual(
          (yield* page(account, null, 5)).map(({ isReadable, title }) => [isReadable, title]),
          all.map(({ title }) => [false, title])
        )
      }).pipe(Effect.provide(on))
  )

  it.effect("counts decided votes in the home page's totals if their community is listed", () =>
    Effect.gen(function* () {
      const community = CommunityId.make(yield* club())
      const { id } = yield* propose(community)
      for (const name of ["Ana", "Ben"]) yield* vote(id, name, "yes")
      yield* propose(community, { title: "Nobody votes on this one" })
      const cancelled = yield* propose(community, { title: "This one is taken back" })
      yield* (yield* Proposals).cancel(
        yield* rowOf(community, cancelled.number),
        { account: voter("Ben").account, role: "member" },
        "Not needed any more."
      )
      const counts = Effect.map(
        Effect.flatMap(DirectoryTotals, ({ read }) => read),
        ({ votes, votesPassed }) => [votes, votesPassed]
      )
      assert.deepEqual(yield* counts, [0, 0])
      yield* TestClock.setTime(TODAY + 24 * HOUR)
      yield* (yield* Closings).closeDue
      assert.deepEqual(yield* counts, [2, 1])
      const writes = yield* CommunityWrites
      for (const [visibility, expected] of [
        ["unlisted", [0, 0]],
        ["public", [2, 1]]
      ] as const) {
        yield* writes.change(community, null, "Ana", () => Effect.succeed({ visibility }))
        assert.deepEqual(yield* counts, [...expected])
      }
    }).pipe(Effect.provide(CommunityWrites.Default), Effect.provide(on))
  )

  it.effect("stores the ledger's keys of a voter with the ledger version", () =>
    Effect.gen(function* () {
      const community = yield* club()
      const { id, number } = yield* propose(community)
      yield* vote(id, "Ana", "yes")
      yield* vote(id, "Cho", "no")
      const sql = yield* SqlClient.SqlClient
      // Like a ballot from before this was stored.
      yield* sql`UPDATE ballots SET seen_version = NULL, seen_keys = NULL WHERE seq = 1`
      yield* vote(id, "Ben", "yes")
      const row = yield* rowOf(community, number)
      const page = yield* ballotsPage(row, new URLSearchParams())
      const owners = [keyHashOf(voter("Cho").key)]
      assert.deepEqual(
        page?.ballots.map(({ seen }) => seen),
        [null, { stateVersion: VERSION_ASKED, owners }, { stateVersion: VERSION_ASKED, owners: null }]
      )
    }).pipe(Effect.provide(on))
  )

  it.effect("counts the latest ballot of a voter, which names the one before", () =>
    Effect.gen(function* () {
      const community = yield* club()
      const { id, number } = yield* propose(community)
      const first = yield* vote(id, "Ana", "yes")
      const again = yield* vote(id, "Ana", "no")
      assert.strictEqual(again.ballot.supersedes, first.digest)
      const { sums } = yield* rowOf(community, number)
      assert.deepEqual([sums?.ballots, sums?.voters], [2, 1])
      assert.deepEqual(
        sums?.perChoice.map(({ votes }) => votes),
        ["0", "1", "0"]
      )
    }).pipe(Effect.provide(on))
  )

  it.effect("stores one ballot for a double click, and reports this to the second", () =>
    Effect.gen(function* () {
      const community = yield* club()
      const { id } = yield* propose(community)
      const box = yield* BallotBox
      const sent = yield* signedBallot(id, "Ana", "yes")
      const cast = Effect.either(box.cast(voter("Ana").account, sent))
      const responses = yield* Effect.all(
        Array.from({ length: 20 }, () => cast),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(responses.filter(Either.isRight).length, 1)
      const codes = responses.filter(Either.isLeft).map(({ left }) => left.code)
      assert.deepEqual([...new Set(codes)], ["E-BALLOT-USED"])
      assert.strictEqual(yield* countOf("ballots"), 1)
    }).pipe(Effect.provide(on))
  )

  it.effect("refuses strangers, changed ballots and foreign nonces, and stores nothing", () =>
    Effect.gen(function* () {
      const community = yield* club()
      const { id } = yield* propose(community)
      const box = yield* BallotBox
      yield* person("Zoe")
      const stranger = yield* Effect.flip(signedBallot(id, "Zoe", "yes"))
      assert.deepEqual([stranger.status, stranger.code], [403, "NOT_MEMBER"])
      const unknown = yield* Effect.flip(signedBallot(id, "Ana", "maybe"))
      assert.deepEqual([unknown.status, unknown.code], [422, "E-BALLOT"])

      const sent = yield* signedBallot(id, "Ana", "yes")
      const changed = { ...sent, ballot: { ...sent.ballot, choice: "no" } }
      const forged = yield* Effect.flip(box.cast(voter("Ana").account, changed))
      assert.deepEqual([forged.status, forged.code], [401, "E-PROOF"])
      const foreign = { ...sent, ballot: { ...sent.ballot, nonce: "0".repeat(32) } }
      assert.strictEqual((yield* Effect.flip(box.cast(voter("Ana").account, foreign))).code, "E-CHALLENGE")
      const stolen = yield* Effect.flip(box.cast(voter("Ben").account, sent))
      assert.deepEqual([stolen.status, stolen.code], [422, "E-BALLOT"])
      for (const choice of [-1, Number.NaN, { yes: 2 ** 53 + 1 }, null, ["yes", "yes"]]) {
        const odd = { ...sent, ballot: { ...sent.ballot, choice } }
        const refused = yield* Effect.flip(box.cast(voter("Ana").account, odd))
        assert.strictEqual(refused.status, 422)
      }
      assert.strictEqual(yield* countOf("ballots"), 0)
      // The ballot itself is still valid.
      assert.strictEqual((yield* box.cast(voter("Ana").account, sent)).seq, 1)
    }).pipe(Effect.provide(on))
  )

  it.effect("counts 200 voters 2 ms before the close, and none 2 ms after it", () =>
    Effect.gen(function* () {
      const names = Array.from({ length: 200 }, (_, at) => `Voter ${at}`)
      const community = yield* club({}, ["Ana", "Ben", ...names])
      const { id, number } = yield* propose(community)
      yield* TestClock.setTime(TODAY + 24 * HOUR - 60_000)
      const sent = yield* Effect.forEach(names, (name) =>
        Effect.map(signedBallot(id, name, "yes"), (ballot) => ({ name, ballot }))
      )
      const closings = yield* Closings
      yield* TestClock.setTime(TODAY + 24 * HOUR - 2)
      const before = yield* castTogether(sent.slice(0, 100))
      assert.strictEqual(before.filter(Either.isRight).length, 100)
      yield* TestClock.setTime(TODAY + 24 * HOUR + 2)
      const [after] = yield* Effect.all([castTogether(sent.slice(100)), closings.closeDue], {
        concurrency: "unbounded"
      })
      assert.strictEqual(after.filter(Either.isRight).length, 0)
      const words = after.filter(Either.isLeft).map(({ left }) => left.message)
      assert.deepEqual([...new Set(words)], ["Voting closed at 21 Nov 2026, 12:00 UTC. Your ballot was not counted."])
      const closed = yield* rowOf(community, number)
      assert.deepEqual([closed.status, closed.tally?.voters, closed.tally?.ballots], ["passed", 100, 100])
      assert.strictEqual(yield* countOf("ballots"), 100)

      // The table is paged forward and back over the same pages.
      const table = (query: string) =>
        Effect.map(ballotsPage(closed, new URLSearchParams(query)), (page) => {
          const seqs = page?.ballots.map(({ seq }) => seq) ?? []
          return [seqs[0], seqs.at(-1), page?.before, page?.after]
        })
      assert.deepEqual(yield* table(""), [1, 50, null, 50])
      assert.deepEqual(yield* table("seq=50"), [51, 100, 51, null])
      assert.deepEqual(yield* table("until=51"), [1, 50, null, 50])
      assert.deepEqual(yield* table("until=61"), [11, 60, 11, 60])
      assert.deepEqual(yield* table("until=1"), [undefined, undefined, null, null])
    }).pipe(Effect.provide(on))
  )

  it.effect("counts exactly the acknowledged ballots when they race with the close", () =>
    Effect.gen(function* () {
      const names = Array.from({ length: 60 }, (_, at) => `Voter ${at}`)
      const community = yield* club({}, ["Ana", "Ben", ...names])
      const { id, number } = yield* propose(community)
      yield* TestClock.setTime(TODAY + 24 * HOUR - 2)
      const sent = yield* Effect.forEach(names, (name) =>
        Effect.map(signedBallot(id, name, "yes"), (ballot) => ({ name, ballot }))
      )
      const box = yield* BallotBox
      const closings = yield* Closings
      const [responses] = yield* Effect.all(
        [
          Effect.forEach(sent, ({ ballot, name }) => Effect.either(box.cast(voter(name).account, ballot)), {
            concurrency: "unbounded"
          }),
          Effect.zipRight(TestClock.setTime(TODAY + 24 * HOUR), closings.closeDue)
        ],
        { concurrency: "unbounded" }
      )
      const counted = responses.filter(Either.isRight).length
      const closed = yield* rowOf(community, number)
      assert.deepEqual([closed.tally?.ballots, yield* countOf("ballots")], [counted, counted])
    }).pipe(Effect.provide(on))
  )

  it.effect("keeps the rankings of a ranked vote, also when somebody votes again", () =>
    Effect.gen(function* () {
      const community = yield* club()
      const choices = ["Lake", "Hall", "Roof"].map((label, at) => ({ key: `c${at + 1}`, label, note: "" }))
      const { id, number } = yield* propose(community, { voteType: "ranked", choices })
      yield* vote(id, "Ana", ["c1"])
      yield* vote(id, "Ana", ["c2", "c1"])
      yield* vote(id, "Ben", ["c1", "c2"])
      yield* vote(id, "Cho", ["c3", "c2"])
      yield* vote(id, "Dev", ["c2"])
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ readonly name: string; readonly votes: string }>`
        SELECT name, votes FROM rankings WHERE proposal_id = ${id} AND votes <> '0' ORDER BY name`
      assert.deepEqual(
        rows.map(({ name, votes }) => `${name} ${votes}`),
        ["c1,c2 1", "c2 1", "c2,c1 1", "c3,c2 1"]
      )
      yield* TestClock.setTime(TODAY + 24 * HOUR)
      yield* (yield* Closings).closeDue
      const { tally } = yield* rowOf(community, number)
      assert.deepEqual(tally?.winners, ["c2"])
    }).pipe(Effect.provide(on))
  )

  it.effect("refuses voters who were suspended or left since the opening", () =>
    Effect.gen(function* () {
      const community = yield* club()
      const { id } = yield* propose(community)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE memberships SET status = 'suspended' WHERE account_address = ${voter("Ana").account}`
      yield* sql`UPDATE memberships SET status = 'left' WHERE account_address = ${voter("Cho").account}`
      assert.strictEqual((yield* Effect.flip(signedBallot(id, "Ana", "yes"))).code, "SUSPENDED")
      assert.strictEqual((yield* Effect.flip(signedBallot(id, "Cho", "yes"))).code, "NOT_MEMBER")
    }).pipe(Effect.provide(on))
  )

  it.effect("accepts no ballots for a cancelled vote, which its author may cancel only before the first ballot", () =>
    Effect.gen(function* () {
      const community = yield* club()
      const { id, number } = yield* propose(community)
      const proposals = yield* Proposals
      yield* vote(id, "Ana", "yes")
      const row = yield* rowOf(community, number)
      const author = { account: voter("Ben").account, role: "member" as const }
      const refused = yield* Effect.flip(proposals.cancel(row, author, "I changed my mind."))
      assert.strictEqual(refused.code, "E-STATE")
      yield* proposals.cancel(row, { account: voter("Ana").account, role: "owner" }, "Asked twice by mistake.")
      assert.strictEqual((yield* rowOf(community, number)).status, "cancelled")
      const late = yield* Effect.flip(signedBallot(id, "Cho", "yes"))
      assert.deepEqual([late.status, late.code], [409, "E-STATE"])
      assert.strictEqual(yield* countOf("moderation_actions"), 1)
    }).pipe(Effect.provide(on))
  )
})
