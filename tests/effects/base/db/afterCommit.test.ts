/** Writes are announced only once others can read them. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Exit, Option, PubSub, Queue } from "effect"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { afterCommit, writtenLast } from "~/effects/base/db/transactions.server"
import { describeOnBothDatabases } from "../../../databases"

describeOnBothDatabases("afterCommit", (database) => {
  it.effect("runs after the commit, immediately outside a transaction, and never after a rollback", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const said: Array<string> = []
      const say = (words: string) => afterCommit(Effect.sync(() => void said.push(words)))
      yield* say("alone")
      yield* Effect.gen(function* () {
        yield* say("outer")
        yield* sql.withTransaction(say("inner"))
        said.push("before the commit")
      }).pipe(sql.withTransaction)
      yield* Effect.zipRight(say("undone"), Effect.fail("no")).pipe(sql.withTransaction, Effect.ignore)
      assert.deepStrictEqual(said, ["alone", "before the commit", "outer", "inner"])
    }).pipe(Effect.provide(database))
  )

  it.effect("delivers a person's notification after the commit", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { news, notify: report } = yield* Notifications
      const heard = yield* PubSub.subscribe(news)
      const notification = {
        type: "role",
        communityId: null,
        target: "/",
        text: "Hello",
        importance: "important"
      } as const
      yield* Effect.gen(function* () {
        yield* report({ ...notification, to: ["account_of_ada"] })
        assert.isTrue(Option.isNone(yield* Queue.poll(heard)))
      }).pipe(sql.withTransaction)
      assert.isTrue(Option.isSome(yield* Queue.poll(heard)))
    }).pipe(Effect.scoped, Effect.provide(Notifications.Default), Effect.provide(database))
  )
})

describeOnBothDatabases("writtenLast", (database) => {
  it.effect(
    "runs together before the commit, immediately outside a transaction, never after a rollback, and undoes the transaction if it fails",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE notes (words TEXT PRIMARY KEY)`
        const writes: Array<ReadonlyArray<string>> = []
        const note = writtenLast((all: ReadonlyArray<string>) =>
          Effect.sync(() => void writes.push(all)).pipe(
            Effect.zipRight(Effect.orDie(sql`INSERT INTO notes ${sql.insert(all.map((words) => ({ words })))}`))
          )
        )
        const notes = Effect.map(sql<{ readonly words: string }>`SELECT words FROM notes ORDER BY words`, (rows) =>
          rows.map(({ words }) => words)
        )
        yield* note(["alone"])
        assert.deepStrictEqual(yield* notes, ["alone"])
        yield* Effect.gen(function* () {
          yield* note(["outer"])
          yield* sql.withTransaction(note(["inner"]))
          assert.deepStrictEqual(yield* notes, ["alone"])
        }).pipe(sql.withTransaction)
        assert.deepStrictEqual(writes, [["alone"], ["outer", "inner"]])
        assert.deepStrictEqual(yield* notes, ["alone", "inner", "outer"])
        yield* Effect.zipRight(note(["undone"]), Effect.fail("no")).pipe(sql.withTransaction, Effect.ignore)
        // A failure here undoes what was written before it.
        const twice = sql`INSERT INTO notes (words) VALUES ('before')`.pipe(
          Effect.zipRight(note(["alone"])),
          sql.withTransaction
        )
        assert.isTrue(Exit.isFailure(yield* Effect.exit(twice)))
        assert.deepStrictEqual(yield* notes, ["alone", "inner", "outer"])
      }).pipe(Effect.provide(database))
  )
})
