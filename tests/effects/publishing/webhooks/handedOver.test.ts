/** Webhooks of a community that gets another owner. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { HandOver } from "~/effects/communities/steering/HandOver.server"
import { OwnerChangedLive } from "~/effects/publishing/webhooks/layers.server"
import { WebhooksRepo } from "~/effects/publishing/webhooks/WebhooksRepo.server"
import { describeOnBothDatabases } from "../../../databases"
import { world } from "../../communities/founding/world"
import { accountOf, as, club, TODAY } from "../../communities/members/world"

describeOnBothDatabases("webhooks of a community that is handed over", (database) => {
  const Live = Layer.mergeAll(
    Layer.provide(Layer.fresh(HandOver.Default), OwnerChangedLive),
    WebhooksRepo.Default
  ).pipe(Layer.provideMerge(world(database)))

  const notifiedMia = (hooks: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const { id } = yield* club()
      const repo = yield* WebhooksRepo
      for (const url of hooks) {
        const hook = { id: url, communityId: id, url, events: "all", secret: "sealed", createdAt: TODAY }
        assert.isTrue(yield* repo.add(hook, 5))
      }
      yield* Effect.flatMap(HandOver, (handOver) =>
        Effect.flatMap(as(id, "Olga"), (here) => handOver.start(here, "Mia"))
      )
      yield* Effect.flatMap(HandOver, (responses) => Effect.flatMap(as(id, "Mia"), responses.accept))
      const sql = yield* SqlClient.SqlClient
      const target = `/community/detail/${id}?panel=settings&part=webhooks`
      const notified = yield* sql<{ readonly text: string }>`SELECT text FROM notifications
        WHERE account_address = ${accountOf("Mia")} AND target = ${target}`
      // They stay in the new owner's list, and send nothing until the new owner resumes them.
      const paused = yield* repo.list(id)
      assert.deepStrictEqual(
        paused.map(({ pausedAt, pausedWhy }) => [pausedAt, pausedWhy]),
        hooks.map(() => [TODAY, "newOwner" as const])
      )
      return notified.map(({ text }) => text)
    })

  it.effect("are listed for the new owner in a notification", () =>
    Effect.gen(function* () {
      const [text, ...more] = yield* notifiedMia(["https://hooks.example.org/in", "https://bot.example.net/x"])
      assert.deepStrictEqual(more, [])
      assert.match(
        text ?? "",
        / has 2 webhooks of its former owner, who knows their secrets\. They are paused until you /
      )
      assert.match(text ?? "", /: (hooks\.example\.org, bot\.example\.net|bot\.example\.net, hooks\.example\.org)\.$/)
    }).pipe(Effect.provide(Live))
  )

  it.effect("are mentioned in the singular if there is one", () =>
    Effect.gen(function* () {
      const [text = ""] = yield* notifiedMia(["https://hooks.example.org/in"])
      assert.match(
        text,
        / has 1 webhook of its former owner, who knows its secret\. It is paused until you resume it, /
      )
    }).pipe(Effect.provide(Live))
  )

  it.effect("are not mentioned if there are none", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* notifiedMia([]), [])
    }).pipe(Effect.provide(Live))
  )
})
