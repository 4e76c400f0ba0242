/**
 * Mentions in one conversation are one entry while it is unread and younger than ten minutes
 * (docs/product/notifications.md).
 */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { Inbox } from "~/effects/activity/notifications/Inbox.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { found, join, person, TODAY, world } from "../activity/world"

const ANA = asAccount("account_tdx_2_ana")
const BEN = asAccount("account_tdx_2_ben")
const CLEO = asAccount("account_tdx_2_cleo")
const names: Readonly<Record<string, string>> = { [ANA]: "Ana", [BEN]: "Ben", [CLEO]: "Cleo", dan: "Dan" }

interface Row {
  readonly accountAddress: string
  readonly id: string
  readonly text: string
  readonly target: string
  readonly times: number
  readonly readAt: number | null
  readonly emailedAt: number | null
}

describeOnBothDatabases("Mentions in one conversation", (database) => {
  const scene = Effect.gen(function* () {
    yield* TestClock.setTime(TODAY)
    const sql = yield* SqlClient.SqlClient
    const { notify } = yield* Notifications
    const { id } = yield* found({ slug: "night-film" })
    for (const [account, name] of [
      [ANA, "Ana"],
      [BEN, "Ben"]
    ] as const) {
      yield* person(account, name)
      yield* join(id, account)
    }
    let n = 0
    /** By somebody, in a thread titled with its number. */
    const mention = (by: string, thread = 1, to: ReadonlyArray<string> = [ANA]) =>
      notify({
        to,
        type: "mention",
        communityId: id,
        target: `/community/detail/${id}/discussion?thread=${thread}&at=${++n}`,
        text: `mentioned you in “Roof ${thread}”.`,
        group: { key: `thread:${thread}`, account: asAccount(by), name: names[by] ?? by },
        importance: "normal"
      })
    const rows = (account = ANA) =>
      Effect.map(
        sql<Row>`SELECT account_address, id, text, target, times, read_at, emailed_at FROM notifications
          WHERE account_address = ${account} ORDER BY created_at, times DESC, id`,
        (all) => all.map((row) => ({ ...row, times: Number(row.times) }))
      )
    const said = (account = ANA) => Effect.map(rows(account), (all) => all.map(({ text, times }) => `${times} ${text}`))
    return { id, mention, rows, said, sql, notify }
  })

  it.effect("are one entry within ten minutes, with a count, the last author and a link to the newest", () =>
    Effect.gen(function* () {
      const { mention, rows, said } = yield* scene
      yield* mention(BEN)
      assert.deepStrictEqual(yield* said(), ["1 Ben mentioned you in “Roof 1”."])
      yield* TestClock.adjust("9 minutes")
      yield* mention(BEN)
      assert.deepStrictEqual(yield* said(), ["2 Ben mentioned you in “Roof 1”."])
      yield* mention(CLEO)
      assert.deepStrictEqual(yield* said(), ["3 Cleo and 1 other mentioned you in “Roof 1”."])
      yield* mention("dan")
      yield* mention(BEN)
      const [entry, ...others] = yield* rows()
      assert.isEmpty(others)
      assert.deepInclude(entry, { times: 5, text: "Ben and 2 others mentioned you in “Roof 1”.", readAt: null })
      assert.match(entry?.target ?? "", /&at=5$/)
      // Mentions of somebody else are an entry of their own.
      yield* mention(CLEO, 1, [ANA, BEN])
      assert.deepStrictEqual(yield* said(BEN), ["1 Cleo mentioned you in “Roof 1”."])
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("start a new entry after ten minutes, in another thread, and for another kind", () =>
    Effect.gen(function* () {
      const { id, mention, said, notify } = yield* scene
      yield* mention(BEN)
      yield* mention(CLEO, 2)
      yield* notify({
        to: [ANA],
        type: "reply",
        communityId: id,
        target: "thread:1",
        text: "Ben replied in “Roof 1”.",
        importance: "normal"
      })
      assert.sameMembers(yield* said(), [
        "1 Ben mentioned you in “Roof 1”.",
        "1 Cleo mentioned you in “Roof 2”.",
        "1 Ben replied in “Roof 1”."
      ])
      yield* TestClock.adjust("10 minutes")
      yield* mention(CLEO)
      assert.include(yield* said(), "1 Cleo mentioned you in “Roof 1”.")
      assert.lengthOf(yield* said(), 4)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("start a new entry once the old one was read, which stays unchanged", () =>
    Effect.gen(function* () {
      const { mention, rows, sql } = yield* scene
      const { markAllRead, markRead } = yield* Inbox
      yield* mention(BEN)
      const [first] = yield* rows()
      yield* markRead(ANA, first?.id ?? "")
      yield* TestClock.adjust("1 minute")
      yield* mention(CLEO)
      yield* mention(BEN)
      const [read, next, ...others] = yield* rows()
      assert.isEmpty(others)
      assert.deepEqual<unknown>(read, { ...first, readAt: TODAY })
      assert.deepInclude(next, { times: 2, text: "Ben and 1 other mentioned you in “Roof 1”.", readAt: null })
      yield* markAllRead(ANA)
      yield* mention(CLEO)
      assert.lengthOf(yield* rows(), 3)
      // Authors are stored only while an entry can still grow.
      assert.deepStrictEqual(yield* sql`SELECT people FROM notifications WHERE people IS NOT NULL`, [{ people: CLEO }])
    }).pipe(Effect.provide(Inbox.Default), Effect.provide(world(database)))
  )

  it.effect("are counted once each when they are concurrent", () =>
    Effect.gen(function* () {
      const { mention, rows, sql } = yield* scene
      const authors = Array.from({ length: 12 }, (_, n) => asAccount(`account_tdx_2_writer${n}`))
      yield* Effect.forEach(
        authors,
        (by, n) => sql.withTransaction(mention(by, 1, n % 2 === 0 ? [ANA, BEN] : [BEN, ANA])),
        { concurrency: "unbounded", discard: true }
      )
      for (const account of [ANA, BEN]) {
        const [entry, ...others] = yield* rows(account)
        assert.isEmpty(others)
        assert.deepInclude(entry, { times: 12 })
        assert.match(entry?.text ?? "", / and 11 others mentioned you/)
      }
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("that arrive while the entry is being read are in it or in the next, and never lost", () =>
    Effect.gen(function* () {
      const { mention, rows } = yield* scene
      const { markAllRead } = yield* Inbox
      for (let n = 0; n < 8; n++) yield* Effect.all([mention(BEN), markAllRead(ANA)], { concurrency: 2 })
      const all = yield* rows()
      assert.strictEqual(
        all.reduce((sum, { times }) => sum + times, 0),
        8
      )
    }).pipe(Effect.provide(Inbox.Default), Effect.provide(world(database)))
  )

  it.effect("send one e-mail at most", () =>
    Effect.gen(function* () {
      const { mention, rows, sql } = yield* scene
      yield* sql`INSERT INTO mail_choices ${sql.insert({ accountAddress: ANA, type: "mention", choice: "now" })}`
      yield* mention(BEN)
      yield* sql`UPDATE notifications SET emailed_at = ${TODAY}` // as the job that writes e-mails does
      yield* TestClock.adjust("1 minute")
      yield* mention(CLEO)
      const [entry] = yield* rows()
      assert.deepInclude(entry, { times: 2, emailedAt: TODAY })
    }).pipe(Effect.provide(world(database)))
  )
})
