/**
 * Everybody whom a private community pays reaches their claims without a membership, and learns nothing else about it.
 */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Duration, Effect, TestClock } from "effect"
import { Agenda } from "~/effects/activity/agenda/Agenda.server"
import { makeClaimReminders } from "~/effects/treasury/claims/ClaimReminders.server"
import { Claims } from "~/effects/treasury/claims/Claims.server"
import { OwnClaims } from "~/effects/treasury/claims/OwnClaims.server"
import { ownWithdrawAction, ownWithdrawPage, withdrawPage } from "~/effects/treasury/claims/pages/withdraw.server"
import { ONE } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { signIn, submitted, visit } from "../../publishing/dashboard/visits"
import { garden, held, person, report, sign, world } from "../payouts/world"
import { paid, registered } from "./world"

const NAME = "Riverside Garden"

describeOnBothDatabases("a claim of someone outside a private community", (database) => {
  const situations = [
    ["was never a member", null, "deployed"],
    ["has left", "left", "deployed"],
    ["was removed", "removed", "deployed"],
    ["is suspended there", "suspended", "deployed"],
    ["was never a member of what is archived since", null, "archived"]
  ] as const

  it.effect.each(situations)("is seen and withdrawn by a person who %s", ([, status, stage]) =>
    Effect.gen(function* () {
      const place = yield* garden
      const { id } = place.community
      const sql = yield* SqlClient.SqlClient
      const [one, stranger] = [person(0), person(9)]
      yield* registered(one.account)
      if (status !== null) {
        yield* sql`INSERT INTO memberships ${sql.insert({
          communityId: id,
          accountAddress: one.account,
          role: "member",
          status,
          weight: 1,
          joinedAt: 0,
          createdAt: 0,
          updatedAt: 0
        })}`
      }
      yield* sql`UPDATE communities SET visibility = 'private' WHERE id = ${id}`
      yield* paid(place, [one], 5n * ONE)
      yield* sql`UPDATE communities SET stage = ${stage} WHERE id = ${id}`
      const [token, other] = [yield* signIn(one.account), yield* signIn(stranger.account)]
      const path = `/userDashboard/claims/${id}`
      const options = { token, params: { id } }

      const notices = yield* sql<{ communityId: string | null; target: string; text: string }>`
        SELECT community_id, target, text FROM notifications WHERE account_address = ${one.account}`
      assert.deepStrictEqual(
        notices.map((each) => ({ ...each })),
        [{ communityId: null, target: path, text: "GRD waits for you in a locker. Withdraw it with your wallet." }]
      )

      // They cannot open the page inside; their own page lists their claims and nothing else.
      assert.strictEqual((yield* Effect.flip(visit("/", withdrawPage, options)))._tag, "NotThere")
      const { value: page } = yield* visit(path, ownWithdrawPage, options)
      assert.deepInclude(page.waiting[0], { amount: "5", symbol: "GRD" })
      assert.deepInclude(page.waiting[0]?.origins[0], { words: "Payout", path: null })
      const [sum] = yield* Effect.flatMap(OwnClaims, (own) => own.waiting(one.account)).pipe(
        Effect.provide(OwnClaims.Default)
      )
      assert.deepInclude(sum, { community: null, amount: "5", treasury: place.treasury.treasury })
      const needs = yield* Effect.flatMap(Agenda, (agenda) => agenda.needs(one.account)).pipe(
        Effect.provide(Agenda.Default)
      )
      assert.deepInclude(needs[0], { kind: "claims", community: "", path })
      for (const notified of [page, sum, needs]) {
        assert.notInclude(JSON.stringify(notified), NAME)
        assert.notInclude(JSON.stringify(notified), "Harvest share")
      }
      assert.strictEqual(
        (yield* Effect.flip(visit(path, ownWithdrawPage, { token: other, params: { id } })))._tag,
        "NotThere"
      )

      const posted = yield* submitted(path, ownWithdrawAction, { ...options, form: [["intent", "withdraw"]] })
      assert.deepInclude(posted, { status: 303, to: path })
      const [step] = yield* (yield* Claims).asked(id, one.account, 1)
      yield* report(step?.id ?? "", yield* sign(step?.manifest ?? "", one.signer))
      assert.deepStrictEqual(yield* held(place.treasury.token, [one.account]), ["5"])
      const { value: after } = yield* visit(path, ownWithdrawPage, options)
      assert.deepInclude(after.history[0], { kind: "withdrawn", words: "5 GRD" })
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("is mentioned in reminders without the community's name; members read the same page with it", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const { id } = place.community
      const sql = yield* SqlClient.SqlClient
      const [one, member] = [person(0), person(1)]
      for (const { account } of [one, member]) yield* registered(account)
      yield* sql`UPDATE communities SET visibility = 'private' WHERE id = ${id}`
      yield* sql`INSERT INTO memberships ${sql.insert({
        communityId: id,
        accountAddress: member.account,
        role: "member",
        status: "active",
        weight: 1,
        joinedAt: 0,
        createdAt: 0,
        updatedAt: 0
      })}`
      const run = yield* paid(place, [one, member], 5n * ONE)
      const token = yield* signIn(member.account)
      const { value: page } = yield* visit("/", ownWithdrawPage, { token, params: { id } })
      assert.deepInclude(page, { name: NAME })
      assert.deepInclude(page.waiting[0]?.origins[0], { words: run.title })
      yield* TestClock.adjust(Duration.days(170))
      yield* (yield* makeClaimReminders).hour
      const reminded = yield* sql<{ account: string; communityId: string | null; text: string }>`
        SELECT account_address AS account, community_id, text FROM notifications WHERE text LIKE '%still waits%'`
      const of = (account: string) => reminded.find((each) => each.account === account)
      assert.strictEqual(of(one.account)?.communityId, null)
      assert.match(
        of(one.account)?.text ?? "",
        /^GRD still waits for you in a locker\. After .* this site lets the treasury withdraw it\.$/
      )
      assert.include(of(member.account)?.text, run.title)
    }).pipe(Effect.provide(world(database)))
  )
})
