/** The first payment: members chosen or written by name, a preview, and one button. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { templates } from "~/effects/communities/communities/templates"
import { distributionAction } from "~/effects/treasury/payouts/pages/actions.server"
import { distributionPage } from "~/effects/treasury/payouts/pages/distributions.server"
import type { Preview } from "~/effects/treasury/payouts/views"
import { describeOnBothDatabases } from "../../../databases"
import { join } from "../../communities/communities/world"
import { member, submitted, visit } from "../../publishing/dashboard/visits"
import { escrowWorld, people, withXrd } from "./escrowWorld"
import { ADA, garden, held, person, report, sign } from "./world"

type Form = Readonly<Record<string, string>>

const [amir, piet, ruth] = [person(0), person(1), person(2)]
const ticked = (...accounts: ReadonlyArray<string>): Form =>
  Object.fromEntries(accounts.map((account) => [`member-${account}`, "on"]))

const tried = (preview: Preview | null) => (preview?.ok === true ? preview : assert.fail("not tried"))

describeOnBothDatabases("the form that pays people", (database) => {
  const live = Idempotency.Default.pipe(Layer.provideMerge(escrowWorld(database)))

  const desk = Effect.gen(function* () {
    const place = yield* garden
    const { id } = place.community
    const sql = yield* SqlClient.SqlClient
    const token = yield* member(ADA)
    yield* join(id, ADA, { role: "owner" })
    yield* member(amir.account, "Amir Haddad")
    yield* member(piet.account, "Piet van Dam")
    for (const { account } of [amir, piet]) yield* join(id, account)
    const path = `/community/detail/${id}/tokenDistribution`
    const options = { token, params: { id } }
    return {
      place,
      sql,
      post: (search: string, form: Form) =>
        submitted(`${path}${search}`, distributionAction, { ...options, form: Object.entries(form) }),
      refused: (search: string, form: Form) =>
        Effect.map(
          visit(`${path}${search}`, distributionAction, { ...options, form: Object.entries(form) }),
          ({ value }) => value.data
        ),
      page: (search: string) => Effect.map(visit(`${path}${search}`, distributionPage, options), ({ value }) => value),
      run: Effect.map(visit(`${path}?d=1`, distributionPage, options), ({ value }) =>
        value.view === "run" ? value : assert.fail("no run")
      ),
      make: { intent: "create", title: "Thanks for the ladders", resource: place.treasury.token ?? "" }
    }
  })

  it.effect("offers members by name, pays with one click, and never pays what the page did not show", () =>
    Effect.gen(function* () {
      const { make, page, place, post, refused, run } = yield* desk
      const form = yield* page("?new=1")
      assert.deepStrictEqual(form.view === "new" ? form.payees.map(({ name }) => name) : [], [
        "Ada Main",
        "Amir Haddad",
        "Piet van Dam"
      ])
      const members = { ...make, source: "members" }
      assert.deepInclude((yield* refused("?new=1", { ...members, each: "x", ...ticked(amir.account) })).fields, {
        each: "Amount is not a number."
      })
      assert.deepInclude((yield* refused("?new=1", { ...members, each: "2" })).fields, {
        members: "Choose at least one member."
      })
      const gone = yield* refused("?new=1", { ...members, each: "2", ...ticked(ruth.account) })
      assert.match(gone.fields.members ?? "", /is no longer a member here/)
      assert.strictEqual(gone.sent[`member-${ruth.account}`], "on")

      yield* post("?new=1", { ...members, each: "2.5", ...ticked(amir.account, piet.account) })
      const checked = yield* run
      assert.deepInclude(checked.run, { state: "draft", rowsReady: 2, total: AmountText.make("5") })
      // Checked by a dry run before it is offered, without another click.
      assert.deepInclude(tried(checked.preview), { batches: 1 })
      const stale = yield* refused("?d=1", { intent: "pay", way: "wallet", version: String(checked.run.version + 1) })
      assert.strictEqual(stale.code, "E-STALE")
      assert.strictEqual((yield* run).run.state, "draft")

      yield* post("?d=1", { intent: "pay", way: "wallet", version: String(checked.run.version) })
      const begun = yield* run
      assert.strictEqual(begun.run.state, "running")
      assert.strictEqual(begun.step?.manifest, tried(checked.preview).manifest)
      yield* report(begun.step?.id ?? "", yield* sign(begun.step?.manifest ?? ""))
      assert.deepInclude((yield* run).run, { state: "done", rowsSent: 2 })
      assert.deepStrictEqual(yield* held(place.treasury.token, [amir.account, piet.account]), ["2.5", "2.5"])
      const again = yield* refused("?d=1", { intent: "pay", way: "wallet", digest: begun.run.digest ?? "" })
      assert.strictEqual(again.ok, false)
    }).pipe(Effect.provide(live))
  )

  it.effect("accepts names of members in a list; an unknown name is a line to correct", () =>
    Effect.gen(function* () {
      const { make, post, run } = yield* desk
      const csv = `name;amount\n amir  HADDAD;1\n${ruth.account};2\nNobody Here;3`
      yield* post("?new=1", { ...make, source: "csv", csv })
      const checked = yield* run
      assert.deepStrictEqual(
        [...checked.rows].sort((one, other) => one.line - other.line).map(({ account, error }) => [account, error]),
        [
          [amir.account, null],
          [ruth.account, null],
          ["Nobody Here", "Not an account address."]
        ]
      )
      assert.isNull(checked.preview)
    }).pipe(Effect.provide(live))
  )

  it.effect("shows what the treasury lacks for the offered way before the click, until it is funded", () =>
    Effect.gen(function* () {
      const { make, place, post, refused, run } = yield* desk
      const csv = people(41)
        .map(({ account }) => `${account},1`)
        .join("\n")
      yield* post("?new=1", { ...make, source: "csv", csv })
      const checked = yield* run
      const { batches, escrowFees, short } = tried(checked.preview)
      assert.strictEqual(batches, 2)
      assert.deepStrictEqual(short, { missing: escrowFees, symbol: "XRD for the fees" })
      const pay = { intent: "pay", way: "site", version: String(checked.run.version) }
      assert.strictEqual((yield* refused("?d=1", pay)).code, "E-BALANCE")
      yield* withXrd(place)
      const funded = yield* run
      assert.isNull(tried(funded.preview).short)
      yield* post("?d=1", { intent: "pay", way: "site", digest: funded.run.digest ?? "" })
      assert.deepInclude((yield* run).escrow, { state: "asked", total: AmountText.make("41") })
    }).pipe(Effect.provide(live))
  )

  it.effect("freezes a list that needs a vote with the button, and does not pay it", () =>
    Effect.gen(function* () {
      const { make, place, post, run, sql } = yield* desk
      const governance = JSON.stringify(templates.club.governance)
      yield* sql`UPDATE communities SET member_count = 5, governance = ${governance} WHERE id = ${place.community.id}`
      yield* post("?new=1", { ...make, source: "members", each: "5000", ...ticked(amir.account) })
      const { preview, run: drafted } = yield* run
      assert.isNull(preview)
      const { version } = drafted
      // As a page from before the third member joined still sends it.
      yield* post("?d=1", { intent: "pay", way: "wallet", version: String(version) })
      const asked = yield* run
      assert.deepInclude(asked, { needsVote: true, chunks: [] })
      assert.strictEqual(asked.run.state, "checked")
    }).pipe(Effect.provide(live))
  )
})
