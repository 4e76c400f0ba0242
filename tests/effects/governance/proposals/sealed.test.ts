/** Sealed votes: no choice is revealed before the beacon's round, then everything is opened, counted and verifiable. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger, LogLevel, TestClock } from "effect"
import { Closings } from "~/effects/governance/proposals/Closings.server"
import { Proposals } from "~/effects/governance/proposals/Proposals.server"
import { ballotsPage } from "~/effects/governance/proposals/pages/one.server"
import type { ProposalRow } from "~/effects/governance/proposals/rows.server"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { visibleResults } from "~/effects/governance/votes/proposal/visibleResults"
import { NoSignature, type RoundResponse } from "~/effects/governance/votes/sealed/Beacon.server"
import { timeOf } from "~/effects/governance/votes/sealed/BeaconRound"
import { SealedVotes } from "~/effects/governance/votes/sealed/SealedVotes.server"
import { VotingAccounts } from "~/effects/governance/votes/VotingAccounts.server"
import { check as again } from "../../../../scripts/verify.mjs"
import { describeOnBothDatabases } from "../../../databases"
import { honest, otherBeacon, signatureAt, testBeacon, testChain } from "../votes/sealed/beacon"
import { sealByTheDocument } from "../votes/sealed/independent"
import { begun, CLOSE, closeDue, files, handIn, MINUTE, sealedOf } from "./sealing"
import { HOUR, propose, rowOf, TODAY, vote, voter, world } from "./world"

/** Every row of every table. */
const dump = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql.onDialectOrElse({
    sqlite: () => sql<{ readonly name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'`,
    orElse: () => sql<{ readonly name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`
  })
  assert.isAbove(tables.length, 30)
  return JSON.stringify(yield* Effect.forEach(tables, ({ name }) => sql`SELECT * FROM ${sql(name)}`))
})

describeOnBothDatabases("Sealed votes", (database) => {
  const on = (respond = honest) => Layer.provide(world(database), testBeacon(respond))

  const logged: Array<string> = []
  const logs = Layer.merge(
    Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ annotations, cause, message }) => {
        logged.push(JSON.stringify([message, cause, [...annotations]]))
      })
    ),
    Logger.minimumLogLevel(LogLevel.All)
  )

  it.effect("name the first round at least 30 seconds after the close, and reveal each choice to its voter only", () =>
    Effect.gen(function* () {
      yield* Effect.logInfo("the log of this test is read")
      const { community, id, number, row } = yield* begun
      const { beacon } = row.frozen ?? {}
      assert.strictEqual(beacon?.publicKey, testChain.publicKey)
      const at = timeOf(testChain, beacon?.round ?? 0)
      assert.isTrue(at >= CLOSE + 30_000 && at < CLOSE + 33_000, String(at - CLOSE))

      yield* handIn(id, "Ana", sealedOf(row, "Ana", "no", "because of the heron"))
      yield* handIn(id, "Ben", sealedOf(row, "Ben", "yes", "the otter is right"))
      yield* handIn(id, "Ana", sealedOf(row, "Ana", "yes", "the heron has moved"))
      yield* Effect.flip(handIn(id, "Ana", { ...sealedOf(row, "Ana", "yes", ""), body: "00" }))
      const before = [yield* dump, ...(yield* files), ...logged].join("\n")
      assert.isAbove(logged.length, 0)
      for (const word of ["heron", "otter", '"yes":', '"choice":"no"', '"choice":"yes"', '\\"yes\\"]']) {
        assert.notInclude(before, word)
      }
      const open = yield* ballotsPage(yield* rowOf(community, number, "Ana"), new URLSearchParams("choice=no&bq=heron"))
      assert.deepStrictEqual(
        open?.ballots.map(({ choice, isSealed, reason, voter }) => [choice, isSealed, reason, voter?.name]),
        [
          [null, true, null, "Ana"],
          [null, true, null, "Ben"],
          [null, true, null, "Ana"]
        ]
      )
      const [file = ""] = yield* files
      const report = yield* Effect.promise(() => checkFile(file))
      assert.isTrue(report.holds, report.verdict)
      assert.include(report.verdict, "The result is shown after voting closes.")
    }).pipe(Effect.provide(on()), Effect.provide(logs))
  )

  it.effect("are opened at the round, counted, and verified by anybody from the file alone", () =>
    Effect.gen(function* () {
      const { community, id, number, row } = yield* begun
      yield* handIn(id, "Ana", sealedOf(row, "Ana", "no", ""))
      const bound = { account: voter("Ben").account, proposalDigest: row.proposalDigest }
      const body = JSON.stringify({ ...bound, choice: "yes", reason: "the otter is right" })
      const length = '{"choice":"abstain","reason":""}'.length + 2048 + 256
      yield* handIn(id, "Ben", sealByTheDocument(body, length, row.frozen?.beacon ?? { publicKey: "", round: 0 }))
      yield* handIn(id, "Ana", sealedOf(row, "Ana", "yes", "the heron has moved"))
      yield* TestClock.setTime(CLOSE)
      yield* closeDue
      assert.strictEqual((yield* rowOf(community, number)).status, "active")
      yield* TestClock.setTime(CLOSE + MINUTE)
      yield* closeDue
      const closed = yield* rowOf(community, number)
      assert.strictEqual(closed.status, "passed")
      assert.strictEqual(closed.tally?.perChoice[0]?.votes, "2")
      assert.deepStrictEqual(closed.tally?.spoilt, { ballots: [], weight: "0", copied: [] })
      const page = yield* ballotsPage(closed, new URLSearchParams())
      assert.deepStrictEqual(
        page?.ballots.map(({ choice, isReplaced, reason }) => [choice, isReplaced, reason]),
        [
          [null, true, null],
          ["Yes", false, "the otter is right"],
          ["Yes", false, "the heron has moved"]
        ]
      )
      const [file = "", csv = ""] = yield* files
      assert.deepInclude(again(file), { problems: [], ballots: 3 })
      assert.include(csv, "the otter is right")
      assert.include(file, '"beacon":{"chain"')
      const report = yield* Effect.promise(() => checkFile(file))
      assert.isTrue(report.holds, JSON.stringify(report.findings))
      assert.include(report.verdict, "All 3 ballots check out. The result is Yes.")
    }).pipe(Effect.provide(on()))
  )

  it.effect("open only the latest ballot of a voter, and all of them for a checker on request", () =>
    Effect.gen(function* () {
      const { community, id, number, row } = yield* begun
      yield* handIn(id, "Ana", { ...sealedOf(row, "Ana", "no", ""), U: "00".repeat(96) })
      yield* handIn(id, "Ana", sealedOf(row, "Ana", "no", "the heron has not moved yet"))
      yield* handIn(id, "Ana", sealedOf(row, "Ana", "yes", "the heron has moved"))
      yield* handIn(id, "Ben", sealedOf(row, "Ben", "yes", ""))
      yield* handIn(id, "Cho", { ...sealedOf(row, "Cho", "no", ""), U: "11".repeat(96) })
      yield* TestClock.setTime(CLOSE + MINUTE)
      yield* closeDue
      const closed = yield* rowOf(community, number)
      assert.deepStrictEqual(closed.tally?.spoilt, { ballots: [5], weight: "1", copied: [] })
      assert.include(closed.tally?.words, "1 ballot is spoilt and not counted: number 5.")
      assert.notInclude(yield* dump, "the heron has not moved yet")
      const page = yield* ballotsPage(closed, new URLSearchParams())
      assert.deepStrictEqual(
        page?.ballots.map(({ choice, isReplaced, isSealed, spoilt }) => [
          choice,
          isReplaced,
          isSealed,
          spoilt === null
        ]),
        [
          [null, true, true, true],
          [null, true, true, true],
          ["Yes", false, false, true],
          ["Yes", false, false, true],
          [null, false, false, false]
        ]
      )

      const [file = ""] = yield* files
      const stating = (ballots: string) => file.replace('"spoilt":{"ballots":[5]', `"spoilt":{"ballots":[${ballots}]`)
      const holds = (text: string) =>
        Effect.map(
          Effect.promise(() => checkFile(text)),
          (report) => report.holds
        )
      // Counts from before this rule include replaced ballots among the spoilt ones.
      for (const [ballots, isRight] of [
        ["5", true],
        ["1,5", true],
        ["2,5", false],
        ["", false]
      ] as const) {
        assert.strictEqual(yield* holds(stating(ballots)), isRight, ballots)
        assert.strictEqual(again(stating(ballots)).problems.length === 0, isRight, ballots)
      }
      const report = yield* Effect.promise(() => checkFile(file))
      assert.deepInclude(
        report.steps.find(({ name }) => name === "Every sealed ballot that counts opens"),
        {
          figure: "2 of 3",
          detail:
            "Spoilt, and not counted: number 5. 2 were replaced and stay closed here. “npm run verify -- file.json --replaced” opens them as well."
        }
      )
      const folder = mkdtempSync(join(tmpdir(), "replaced-"))
      writeFileSync(join(folder, "ballots.json"), file)
      const run = (...options: ReadonlyArray<string>) =>
        spawnSync(process.execPath, ["scripts/verify.mjs", join(folder, "ballots.json"), ...options], {
          encoding: "utf8"
        }).stdout
      assert.notInclude(run(), "Replaced")
      assert.include(run("--replaced"), 'Replaced ballot 1 holds null\nReplaced ballot 2 holds "no"\n')
      rmSync(folder, { recursive: true })
    }).pipe(Effect.provide(on()))
  )

  it.effect("have files in which both checkers find every change", () =>
    Effect.gen(function* () {
      const { id, row } = yield* begun
      for (const name of ["Ana", "Ben", "Cho"]) yield* handIn(id, name, sealedOf(row, name, "yes", ""))
      const [unopened = ""] = yield* files
      yield* TestClock.setTime(CLOSE + MINUTE)
      yield* closeDue
      const [file = ""] = yield* files
      const flipped = (text: string, at: number) =>
        `${text.slice(0, at)}${text[at] === "0" ? "1" : "0"}${text.slice(at + 1)}`
      const places = [...file.matchAll(/"(body|U|V|W|nonce)":"/g)].map(
        ({ 0: found, index }) => index + found.length + 3
      )
      assert.isAbove(places.length, 12)
      const inBallot2 = places.filter((at) => file.slice(0, at).split('{"ballot":').length === 3)
      for (const at of inBallot2) {
        const changed = flipped(file, at)
        const report = yield* Effect.promise(() => checkFile(changed))
        assert.include(report.verdict, "number 2")
        assert.lengthOf(
          report.steps.filter(
            ({ detail, state }) => state === "skipped" && detail.startsWith("Ballots are opened only")
          ),
          3
        )
        assert.match(again(changed).problems[0] ?? "", /^ballot 2: /)
      }
      const beacon = flipped(file, file.indexOf('"signature":"') + 40)
      assert.include((yield* Effect.promise(() => checkFile(beacon))).verdict, "beacon")
      assert.match(again(beacon).problems.join(), /beacon/)
      const without = file.replace(/"beacon":\{"chain":.*\n"proposal":/, '"proposal":')
      assert.notStrictEqual(without, file)
      assert.isFalse((yield* Effect.promise(() => checkFile(without))).holds)
      assert.isAbove(again(without).problems.length, 0)
      const stated = file.replace('"outcome":"passed"', '"outcome":"failed"')
      assert.isFalse((yield* Effect.promise(() => checkFile(stated))).holds)
      assert.match(again(stated).problems.join(), /tally/)
      assert.deepStrictEqual(again(unopened).problems, [])
    }).pipe(Effect.provide(on()))
  )

  it.effect("do not count spoilt ballots, for the quorum either, and name them", () =>
    Effect.gen(function* () {
      const { community, id, number, row } = yield* begun
      const elsewhere = {
        ...row,
        frozen: row.frozen && { ...row.frozen, beacon: { ...testChain, round: 5 } }
      } as ProposalRow
      yield* handIn(id, "Ana", sealedOf(elsewhere, "Ana", "yes", ""))
      yield* handIn(id, "Ben", sealedOf(row, "Ben", "perhaps", ""))
      yield* handIn(id, "Cho", sealedOf(row, "Cho", "yes", ""))
      yield* TestClock.setTime(CLOSE + MINUTE)
      yield* closeDue
      const closed = yield* rowOf(community, number)
      assert.strictEqual(closed.status, "noQuorum")
      assert.deepStrictEqual(closed.tally?.spoilt, { ballots: [1, 2], weight: "2", copied: [] })
      assert.strictEqual(closed.tally?.voters, 1)
      assert.include(closed.tally?.words, "2 ballots are spoilt and not counted: numbers 1 and 2.")
      assert.notInclude(closed.tally?.words, "could not have changed")
      const page = yield* ballotsPage(closed, new URLSearchParams())
      assert.include(page?.ballots[0]?.spoilt, "does not open")
      assert.include(page?.ballots[1]?.spoilt, "not one that this vote offers")
      const sql = yield* SqlClient.SqlClient
      const notified = yield* sql`SELECT 1 FROM notifications WHERE text LIKE '%is spoilt and was not counted%'`
      assert.lengthOf(notified, 2)
      const [file = ""] = yield* files
      const report = yield* Effect.promise(() => checkFile(file))
      assert.isTrue(report.holds, JSON.stringify(report.findings))
      assert.deepStrictEqual(again(file).problems, [])
      assert.isTrue(report.steps.some(({ detail }) => detail.includes("Spoilt, and not counted: numbers 1 and 2.")))
    }).pipe(Effect.provide(on()))
  )

  it.effect("notify voters of spoilt ballots once, all of them, and only after the close", () =>
    Effect.gen(function* () {
      const { community, id, number, row } = yield* begun
      for (const name of ["Ana", "Ben", "Cho"]) yield* handIn(id, name, sealedOf(row, name, "perhaps", ""))
      const sql = yield* SqlClient.SqlClient
      const notified = sql`SELECT 1 FROM notifications WHERE text LIKE '%is spoilt and was not counted%'`
      // One ballot more than was counted arrived meanwhile, so the count starts again.
      yield* sql`UPDATE vote_tallies SET seq = seq + 1 WHERE proposal_id = ${id}`
      yield* TestClock.setTime(CLOSE + MINUTE)
      yield* closeDue
      assert.strictEqual((yield* rowOf(community, number)).status, "active")
      assert.lengthOf(yield* notified, 0)
      yield* sql`UPDATE vote_tallies SET seq = seq - 1 WHERE proposal_id = ${id}`
      yield* TestClock.setTime(CLOSE + 2 * MINUTE)
      yield* closeDue
      assert.notStrictEqual((yield* rowOf(community, number)).status, "active")
      assert.lengthOf(yield* notified, 3)
      const { spoiltVoters } = yield* SealedVotes
      const first = yield* spoiltVoters(id, "", 2)
      const rest = yield* spoiltVoters(id, first[1] ?? "", 2)
      const voters = ["Ana", "Ben", "Cho"].map((name) => voter(name).account)
      assert.deepStrictEqual([first.length, [...first, ...rest].sort()], [2, voters.sort()])
    }).pipe(Effect.provide(SealedVotes.Default), Effect.provide(on()))
  )

  const troubles: Readonly<Record<string, (round: number) => Effect.Effect<RoundResponse, NoSignature>>> = {
    "is down": () => new NoSignature({ message: "the beacon is down" }),
    lies: (round) => Effect.succeed({ round, signature: signatureAt(round + 1) }),
    "answers another round": (round) => Effect.succeed({ round: round - 1, signature: signatureAt(round - 1) }),
    "answers nonsense": (round) => Effect.succeed({ round, signature: "f".repeat(96) })
  }
  for (const [name, respond] of Object.entries(troubles)) {
    it.effect(`wait while the beacon ${name}, at most five minutes at a time, and are uncountable after 14 days`, () =>
      Effect.gen(function* () {
        const { community, id, number, row } = yield* begun
        yield* handIn(id, "Ana", sealedOf(row, "Ana", "yes", ""))
        let at = CLOSE + MINUTE
        for (let n = 0; n < 12; n += 1) {
          yield* TestClock.setTime(at)
          yield* closeDue
          const waiting = yield* rowOf(community, number)
          assert.deepStrictEqual([waiting.status, waiting.sealedTries, waiting.tally], ["active", n + 1, null])
          const next = waiting.dueAt ?? 0
          assert.isTrue(next > at && next <= at + 5 * MINUTE, String(next - at))
          at = next
        }
        yield* TestClock.setTime(CLOSE + 14 * 24 * HOUR)
        yield* closeDue
        const ended = yield* rowOf(community, number)
        assert.deepStrictEqual([ended.status, ended.tally, ended.dueAt], ["uncountable", null, null])
        assert.deepStrictEqual((yield* ballotsPage(ended, new URLSearchParams()))?.ballots[0]?.choice, null)
      }).pipe(Effect.provide(on(respond)))
    )
  }

  it.effect("wait for the beacon they were sealed to after the server's settings name another one", () =>
    Effect.gen(function* () {
      const { community, id, number, row } = yield* begun
      yield* handIn(id, "Ana", sealedOf(row, "Ana", "yes", ""))
      yield* TestClock.setTime(CLOSE + MINUTE)
      yield* Effect.provide(closeDue, Layer.provide(Closings.Default, otherBeacon))
      const waiting = yield* rowOf(community, number)
      assert.deepStrictEqual([waiting.status, waiting.sealedTries, waiting.sealedSignature], ["active", 1, null])
      yield* TestClock.setTime(waiting.dueAt ?? 0)
      yield* closeDue
      const closed = yield* rowOf(community, number)
      assert.deepStrictEqual([closed.tally?.spoilt?.ballots, closed.tally?.voters], [[], 1])
    }).pipe(Effect.provide(on()))
  )

  it.effect("are opened late when the beacon answers late", () => {
    let asks = 0
    const late = (round: number): Effect.Effect<RoundResponse, NoSignature> => {
      asks += 1
      return asks < 3
        ? new NoSignature({ message: "timeout" })
        : Effect.succeed({ round, signature: signatureAt(round) })
    }
    return Effect.gen(function* () {
      const { community, id, number, row } = yield* begun
      for (const name of ["Ana", "Ben"]) yield* handIn(id, name, sealedOf(row, name, "yes", ""))
      for (const minutes of [1, 2, 5, 11]) {
        yield* TestClock.setTime(CLOSE + minutes * MINUTE)
        yield* closeDue
      }
      assert.strictEqual((yield* rowOf(community, number)).status, "passed")
    }).pipe(Effect.provide(on(late)))
  })

  it.effect(
    "are opened after more than 14 days if the beacon answers, which is asked before the vote is given up",
    () =>
      Effect.gen(function* () {
        const { community, id, number, row } = yield* begun
        for (const name of ["Ana", "Ben"]) yield* handIn(id, name, sealedOf(row, name, "yes", ""))
        yield* TestClock.setTime(CLOSE + 15 * 24 * HOUR)
        const silent = () => new NoSignature({ message: "left alone", wasAsked: false })
        yield* Effect.provide(closeDue, Layer.provide(Closings.Default, testBeacon(silent)))
        const waiting = yield* rowOf(community, number)
        assert.deepStrictEqual([waiting.status, waiting.sealedTries], ["active", 0])
        // A single failure after a long downtime of the server does not give it up either.
        yield* TestClock.setTime(waiting.dueAt ?? 0)
        const broken = () => new NoSignature({ message: "bad gateway" })
        yield* Effect.provide(closeDue, Layer.provide(Closings.Default, testBeacon(broken)))
        const asked = yield* rowOf(community, number)
        assert.deepStrictEqual([asked.status, asked.sealedTries], ["active", 1])
        yield* TestClock.setTime(asked.dueAt ?? 0)
        yield* closeDue
        assert.strictEqual((yield* rowOf(community, number)).status, "passed")
      }).pipe(Effect.provide(on()))
  )

  it.effect("are published no longer once the vote is cancelled, and its file still verifies", () =>
    Effect.gen(function* () {
      const { community, id, number, row } = yield* begun
      yield* handIn(id, "Ben", sealedOf(row, "Ben", "no", "because of the heron"))
      const [open = ""] = yield* files
      assert.include(open, '"sealed":{"U":')
      const { cancel } = yield* Proposals
      yield* cancel(yield* rowOf(community, number), { account: voter("Ana").account, role: "owner" }, "Asked twice.")
      for (const at of [TODAY + HOUR, CLOSE + MINUTE]) {
        yield* TestClock.setTime(at)
        yield* closeDue
        const row = yield* rowOf(community, number)
        assert.strictEqual(row.status, "cancelled")
        const [file = "", csv = ""] = yield* files
        for (const text of [file, csv]) assert.notMatch(text, /"sealed":\{|heron|"U"/)
        assert.include(file, '"ballot":null')
        const page = yield* ballotsPage(row, new URLSearchParams())
        assert.deepStrictEqual([page?.ballots[0]?.choice, page?.ballots[0]?.voter], [null, null])
        const { holds, verdict } = yield* Effect.promise(() => checkFile(file))
        assert.isTrue(holds, verdict)
        assert.deepStrictEqual(again(file).problems, [])
        assert.include(visibleResults(row, { hasVoted: true }, at), { shown: false })
      }
    }).pipe(Effect.provide(on()))
  )

  it.effect("show which accounts of a wallet have voted before they are opened", () =>
    Effect.gen(function* () {
      const { id, row } = yield* begun
      const { eligible } = yield* VotingAccounts
      const [ana, ben] = [voter("Ana").account, voter("Ben").account]
      yield* handIn(id, "Ben", sealedOf(row, "Ben", "no", ""))
      assert.deepStrictEqual(yield* eligible(id, [ana, ben]), [
        { account: ana, weight: "1", voted: null },
        { account: ben, weight: "1", voted: "with a sealed ballot" }
      ])
    }).pipe(Effect.provide(on()))
  )

  it.effect("refuse ballots that are not sealed by their rules, and other votes refuse sealed ones", () =>
    Effect.gen(function* () {
      const { community, id, row } = yield* begun
      const plain = yield* Effect.flip(vote(id, "Ana", "yes"))
      assert.include(plain.message, "sealed in the voter's browser")
      const sealed = sealedOf(row, "Ana", "yes", "")
      const short = yield* Effect.flip(handIn(id, "Ana", { ...sealed, body: sealed.body.slice(2) }))
      assert.include(short.message, "does not have the length")
      yield* Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`UPDATE communities SET governance = REPLACE(governance, '"sealed"', '"always"') WHERE id = ${community}`
      )
      const open = yield* propose(community, { title: "Another question of ours" })
      const other = yield* Effect.flip(handIn(open.id, "Ana", sealed))
      assert.include(other.message, "are not sealed")
    }).pipe(Effect.provide(on()))
  )
})
