/**
 * /exploreDao/{slug}/deploy as its programs respond: permissions, what the form refuses, and what it shows in advance.
 */

import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Layer, TestClock } from "effect"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { BasicsCheck } from "~/effects/communities/founding/BasicsCheck.server"
import { HandOver } from "~/effects/communities/steering/HandOver.server"
import { Faults } from "~/effects/local/Faults.server"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { contentFiles } from "~/effects/publishing/articles/Articles.server"
import { deployAction } from "~/effects/treasury/deployment/pages/actions.server"
import { deployPage } from "~/effects/treasury/deployment/pages/deploy.server"
import { plannedSigners } from "~/effects/treasury/deployment/plannedSigners.server"
import { distributionPage } from "~/effects/treasury/payouts/pages/distributions.server"
import { describeOnBothDatabases } from "../../../databases"
import { inTime } from "../../../inTime"
import { XRD } from "../../chain/ledger/transactions"
import { join } from "../../communities/communities/world"
import { counting } from "../../communities/founding/counting"
import { member, signIn, visit } from "../../publishing/dashboard/visits"
import { world as ledgerSide, person, sign } from "../payouts/world"
import { ADA, garden, stateOf } from "./world"

const params = { slug: "garden" }
const path = "/exploreDao/garden/deploy"
const BEN = person(0)

const see = (query = "", account = ADA) =>
  Effect.gen(function* () {
    const token = yield* signIn(account)
    const { statements, value } = yield* counting(visit(`${path}${query}`, deployPage, { token, params }))
    assert.isAtMost(statements, 6, query)
    return value.value
  })

const form = (query: string) =>
  Effect.flatMap(see(query), (page) => (page.state === "form" ? Effect.succeed(page) : Effect.dieMessage(page.state)))

/** Clicks a button of the form; returns the errors by field, if any. */
const submit = (intent: string, fields: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    const token = yield* signIn(ADA)
    const posted = Object.entries({ intent, ...fields })
    const ended = yield* Effect.either(visit(path, deployAction, { token, params, form: posted }))
    if (Either.isLeft(ended)) return {}
    const { fields: wrong, message } = ended.right.value.data
    return Object.keys(wrong).length > 0 ? wrong : { message }
  })

describeOnBothDatabases("the page that deploys", (database) => {
  const Live = Layer.merge(BasicsCheck.Default, HandOver.Default).pipe(
    Layer.provideMerge(Uploads.Default),
    Layer.provideMerge(Layer.merge(UploadStore.layerMemory, ledgerSide(database)))
  )

  it.effect("shows its form to the owner only, and explains what is missing", () =>
    Effect.gen(function* () {
      const { id } = yield* garden
      const token = yield* member(BEN.account, "Ben Okafor")
      yield* join(id, BEN.account, { role: "moderator" })
      const refused = yield* Effect.flip(see("", BEN.account))
      assert.deepInclude(refused, { status: 403, message: "Only the owner of Riverside Garden can deploy it." })
      const posted = yield* visit(path, deployAction, { token, params, form: [["intent", "prepare"]] })
      assert.strictEqual(posted.value.init?.status, 403)
      assert.strictEqual(posted.value.data.message, "Only the owner of Riverside Garden can deploy it.")
      const held = visit(`/community/detail/${id}/tokenDistribution?new=1`, distributionPage, { token, params: { id } })
      assert.strictEqual((yield* Effect.flip(held)).message, "Deploy the community first.")
      assert.strictEqual((yield* stateOf(id)).stage, "live")
    }).pipe(Effect.provide(Live))
  )

  it.effect("keeps each step as it was typed, refuses what the ledger does not know, and shows fee and balance", () =>
    Effect.gen(function* () {
      const { id } = yield* garden
      yield* member(ADA)
      yield* join(id, ADA, { role: "owner" })
      const faults = yield* Faults
      const nobody = "resource_tdx_2_1t4hkst2ytj6tevghwe3tk2whpzvvqstrru4m2f0lxsrtskunuetmpx"
      const linked = { step: "token", token: "link" }
      assert.deepStrictEqual(yield* submit("next", { ...linked, resource: ADA }), {
        resource: "This is not a token address on the test network."
      })
      assert.strictEqual((yield* form("?step=token")).values.resource, ADA)
      assert.property(yield* submit("next", { ...linked, resource: nobody }), "resource")
      assert.deepStrictEqual(yield* submit("next", { ...linked, resource: XRD }), {})
      assert.deepInclude((yield* form("?step=token")).token, { symbol: "XRD" })
      yield* submit("next", { step: "token", token: "new", symbol: "gr d" })
      assert.deepStrictEqual((yield* form("?step=review")).review?.fields, {
        symbol: "Use 2 to 10 capital letters or digits."
      })
      assert.deepStrictEqual(yield* submit("prepare"), { symbol: "Use 2 to 10 capital letters or digits." })
      assert.strictEqual((yield* stateOf(id)).stage, "live")

      yield* submit("next", { step: "token", token: "new", symbol: "GRD" })
      const { review } = yield* form("?step=review")
      assert.deepInclude(review?.dryRun, { balance: "0", isEnough: false, problem: null })
      // As stated in the guide and on the page of prices.
      for (const file of ["resources/first-community.md", "pages/price.md"]) {
        const [, said = ""] = /(?:roughly|about) ([\d.]+)(?: test XRD| \|)/.exec(contentFiles[file] ?? "") ?? []
        assert.closeTo(Number(review?.dryRun?.fee), Number(said), 0.15, file)
      }
      assert.include(review?.manifest ?? "", "Riverside Garden")
      yield* faults.change({ gateway: "down" })
      const blind = (yield* inTime(form("?step=review"))).review?.dryRun
      assert.deepInclude(blind, { fee: null, isEnough: true })
      assert.strictEqual(blind?.problem, "The ledger cannot be reached right now. Try again in a minute.")
      yield* faults.change({ gateway: "up" })
      yield* TestClock.adjust("1 minute")

      // Preparing twice gives one transaction; another device shows the same one, and finds it once it is executed.
      assert.deepStrictEqual(yield* submit("prepare"), {})
      const asked = yield* see()
      if (asked.state !== "signing") return assert.fail(asked.state)
      // The manifest that was reviewed is the text that the wallet receives.
      assert.strictEqual(asked.step.manifest, review?.manifest)
      yield* submit("prepare")
      const elsewhere = yield* see()
      assert.strictEqual(elsewhere.state === "signing" ? elsewhere.step.id : "", asked.step.id)
      yield* sign(asked.step.manifest)
      yield* Effect.flatMap(Indexer, ({ round }) => round)
      const done = yield* see()
      assert.strictEqual(done.state, "deployed")
      assert.deepInclude(yield* submit("prepare"), {
        message: "This has already happened on the ledger. It is never done twice."
      })
    }).pipe(Effect.provide(Live))
  )

  it.effect("stores the planned signers, refuses unknown ones, and shows them until the treasury is protected", () =>
    Effect.gen(function* () {
      const { id } = yield* garden
      yield* member(ADA)
      yield* join(id, ADA, { role: "owner" })
      yield* member(BEN.account, "Ben Okafor")
      yield* join(id, BEN.account)
      const several = { step: "account", admin: ADA, opens: "several", needed: "2" }
      assert.deepStrictEqual(yield* submit("next", { ...several, signers: "Ben Okafor\nNobody Here" }), {
        signers: "“Nobody Here” is neither an active member nor an account on the test network."
      })
      assert.deepStrictEqual(yield* submit("next", { ...several, signers: ADA }), {
        signers: "List each account only once. Your own, which receives the first badge, already counts."
      })
      const third = person(7).account
      assert.deepStrictEqual(yield* submit("next", { ...several, signers: `Ben Okafor\n${third}` }), {})
      yield* submit("next", { step: "token", token: "new", symbol: "GRD" })
      yield* submit("prepare")
      const asked = yield* see()
      if (asked.state !== "signing") return assert.fail(asked.state)
      yield* sign(asked.step.manifest)
      yield* Effect.flatMap(Indexer, ({ round }) => round)
      assert.deepInclude(yield* see(), { state: "deployed", signers: { needed: 2, many: 3 } })
      assert.deepStrictEqual(yield* plannedSigners(id), {
        accounts: [ADA, BEN.account, third],
        needed: 2,
        isProtected: false
      })
    }).pipe(Effect.provide(Live))
  )

  it.effect("offers nothing to deploy for a draft or an archived community", () =>
    Effect.gen(function* () {
      const { id } = yield* garden
      yield* member(ADA)
      yield* join(id, ADA, { role: "owner" })
      const sql = yield* SqlClient.SqlClient
      for (const stage of ["draft", "archived"] as const) {
        yield* sql`UPDATE communities SET stage = ${stage} WHERE id = ${id}`
        assert.deepInclude(yield* see(), { state: "closed", stage })
        assert.isNotEmpty(yield* submit("prepare"))
      }
    }).pipe(Effect.provide(Live))
  )
})
