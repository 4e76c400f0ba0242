/** What is said of a write is said when others can read it. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Option, PubSub, Queue } from "effect"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { afterCommit } from "~/effects/base/db/transactions.server"
import { describeOnBothDatabases } from "../../../databases"

describeOnBothDatabases("what is said after a commit", (database) => {
  it.effect("comes after it, at once without a transaction, and never where it is undone", () =>
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

  it.effect("is a person's news, too, which may lead to a letter at once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { news, tell } = yield* Notifications
      const heard = yield* PubSub.subscribe(news)
      const telling = {
        type: "standing",
        communityId: null,
        target: "/",
        text: "Hello",
        importance: "important"
      } as const
      yield* Effect.gen(function* () {
        yield* tell({ ...telling, to: ["account_of_ada"] })
        assert.isTrue(Option.isNone(yield* Queue.poll(heard)))
      }).pipe(sql.withTransaction)
      assert.isTrue(Option.isSome(yield* Queue.poll(heard)))
    }).pipe(Effect.scoped, Effect.provide(Notifications.Default), Effect.provide(database))
  )
})
