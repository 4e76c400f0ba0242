/** Comments on requests that moderators hide and show again, and the public log of it. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { signersHref } from "~/effects/communities/communities/hrefs"
import { HandOver } from "~/effects/communities/steering/HandOver.server"
import { BudgetsLive } from "~/effects/treasury/budgets/layers.server"
import { SignerResponsesRepo } from "~/effects/treasury/multisig/SignerResponsesRepo.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { joined, submitForm } from "./submitting"
import { ada, bea, cas, dan, eve, propose, signing, world } from "./world"

const written = Effect.gen(function* () {
  const community = yield* signing()
  const request = yield* propose(community)
  yield* joined(community, bea)
  yield* joined(community, cas, "moderator")
  yield* joined(community, dan)
  yield* joined(community, eve, "moderator")
  yield* joined(community, ada, "owner")
  const comments = Effect.map((yield* SignerResponsesRepo).said([request.id], [request.id]), (said) =>
    said.filter(({ kind }) => kind === "comment")
  )
  const say = (who: typeof bea, text: string) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* submitForm(community, who, { intent: "comment", act: request.id, text }), "")
      return (yield* comments).find((one) => one.text === text)?.id ?? ""
    })
  const change = (who: typeof bea, intent: "hide-comment" | "show-comment", comment: string, reason = "") =>
    submitForm(community, who, { intent, act: request.id, comment, reason })
  const log = Effect.flatMap(ModerationLog, (moderation) => moderation.page(community.id, null))
  return { community, comments, say, change, log }
})

describeOnBothDatabases("a comment on a request", (database) => {
  const Live = Layer.mergeAll(BudgetsLive, DistributionsLive, HandOver.Default, Idempotency.Default).pipe(
    Layer.provideMerge(world(database))
  )

  it.effect("that a moderator hides is in the public log with person, time and reason, and can be shown again", () =>
    Effect.gen(function* () {
      const { change, comments, community, log, say } = yield* written
      const comment = yield* say(bea, "Buy my tokens!")
      assert.strictEqual(yield* change(cas, "hide-comment", comment), "Please check the marked fields.")
      assert.strictEqual(
        yield* change(dan, "hide-comment", comment, "Advertising"),
        "Only moderators and the owner can moderate."
      )
      assert.deepStrictEqual((yield* log).entries, [])
      assert.strictEqual(yield* change(cas, "hide-comment", comment, "Advertising"), "")
      assert.strictEqual((yield* comments)[0]?.hiddenBy, accountOf(cas))
      assert.match(yield* change(cas, "hide-comment", comment, "Once more"), /^This comment is hidden;/)
      const [hidden, ...none] = (yield* log).entries
      assert.lengthOf(none, 0)
      assert.deepInclude(hidden, {
        action: "hide",
        targetType: "comment",
        label: "A comment on Payment 1",
        path: signersHref(community.id, 1),
        reason: "Advertising"
      })
      assert.strictEqual(hidden?.actor?.account, accountOf(cas))
      assert.strictEqual(yield* change(cas, "show-comment", comment, "It was a joke"), "")
      assert.isNull((yield* comments)[0]?.hiddenBy)
      assert.match(yield* change(cas, "show-comment", comment, "Once more"), /^This comment is visible;/)
      assert.deepStrictEqual((yield* log).entries.map(({ action, reason }) => `${action}: ${reason}`).sort(), [
        "hide: Advertising",
        "show: It was a joke"
      ])
    }).pipe(Effect.provide(Live))
  )

  it.effect("that its author hides is not an action of a moderator, and stays hidden", () =>
    Effect.gen(function* () {
      const { change, log, say } = yield* written
      const comment = yield* say(bea, "On second thought no.")
      assert.strictEqual(yield* change(bea, "hide-comment", comment), "")
      assert.deepStrictEqual((yield* log).entries, [])
      assert.match(
        yield* change(cas, "show-comment", comment, "Let us read it"),
        /^This comment is hidden by its author;/
      )
      assert.match(yield* change(bea, "show-comment", comment, "Mine"), /^Only moderators and the owner/)
    }).pipe(Effect.provide(Live))
  )

  it.effect("by a moderator is hidden by the owner, and by no other moderator", () =>
    Effect.gen(function* () {
      const { change, comments, say } = yield* written
      const comment = yield* say(eve, "Trust me.")
      assert.notStrictEqual(yield* change(cas, "hide-comment", comment, "No reason given"), "")
      assert.isNull((yield* comments)[0]?.hiddenBy)
      assert.strictEqual(yield* change(ada, "hide-comment", comment, "No reason given"), "")
    }).pipe(Effect.provide(Live))
  )
})
