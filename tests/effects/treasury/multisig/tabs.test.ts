/**
 * The page of requests by state: what each tab shows, with how many statements, and what a new request is copied from.
 */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Community } from "~/effects/access/Community"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { frame } from "~/effects/communities/communities/pages/frame.server"
import { HandOver } from "~/effects/communities/steering/HandOver.server"
import { BudgetsLive } from "~/effects/treasury/budgets/layers.server"
import { ApprovalRequestsRepo } from "~/effects/treasury/multisig/ApprovalRequestsRepo.server"
import { Proposing } from "~/effects/treasury/multisig/Proposing.server"
import { signersAction } from "~/effects/treasury/multisig/pages/actions.server"
import { signersPage } from "~/effects/treasury/multisig/pages/signers.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import type { Signer } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { counting } from "../../communities/founding/counting"
import { ORIGIN, signIn, submitted } from "../../publishing/dashboard/visits"
import { listed, proposed } from "./lists"
import { ada, approve, as, bea, cas, minute, propose, refuse, rules, signing, world } from "./world"

const MOST = 6 // docs/product/safety.md

/** That reader's document with all its loaders that query the database, and the number of statements. */
const document = (community: Community, who: Signer, query = "") =>
  Effect.gen(function* () {
    const token = yield* signIn(accountOf(who))
    const request = new Request(`${ORIGIN}/community/detail/${community.id}/signers${query}`, {
      headers: { cookie: `__Host-session=${token}` }
    })
    const args = {
      request,
      params: { id: community.id },
      context: { requestId: "a request", nonce: "", address: "127.0.0.1" }
    }
    const { statements, value } = yield* counting(
      Effect.all([frame, signersPage], { concurrency: "unbounded" }).pipe(
        Effect.provideService(RouteArgs, args),
        Effect.provideService(ReplyHeaders, new Headers())
      )
    )
    const [, page] = value
    if (page.state !== "multisig") return yield* Effect.dieMessage("the treasury has no signers")
    return { page, statements }
  })

describeOnBothDatabases("the tabs of requests", (database) => {
  const Live = Layer.mergeAll(BudgetsLive, DistributionsLive, HandOver.Default, Idempotency.Default).pipe(
    Layer.provideMerge(world(database))
  )

  it.effect("show each request by its state: the one for the reader in full, and the newest closed ones", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const [done, no, back, late] = [
        yield* propose(community),
        yield* propose(community, ada, { reason: "Hoses" }),
        yield* propose(community, ada, { reason: "Seeds" }),
        yield* propose(community, ada, { reason: "A shed" })
      ]
      yield* approve(community, bea, done.id)
      yield* approve(community, cas, done.id)
      for (const who of [ada, bea]) yield* refuse(community, who, no.id)
      yield* (yield* Proposing).withdraw(as(community, ada), back.id)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE approval_requests SET state = 'expired' WHERE id = ${late.id}`
      const one = yield* propose(community, ada, { reason: "For Bea", sign: ["#1#", "#2#"] })
      const other = yield* propose(community, ada, { reason: "Not for Bea", sign: ["#1#", "#3#"] })

      const first = yield* document(community, bea)
      assert.deepStrictEqual(first.page.counts, { waiting: 2, signed: 1, refused: 2, expired: 1 })
      assert.strictEqual(first.page.shown?.id, one.id)
      const numbers = (requests: ReadonlyArray<{ readonly number: number }>) => requests.map(({ number }) => number)
      assert.deepStrictEqual(numbers(first.page.waiting), [other.number])
      assert.deepStrictEqual(numbers(first.page.over), [late.number, back.number])
      // The link of an e-mail shows its own request, also once it is closed, and nothing twice.
      assert.strictEqual((yield* document(community, bea, `?act=${other.number}`)).page.shown?.id, other.id)
      const old = yield* document(community, bea, `?act=${done.number}`)
      assert.strictEqual(old.page.shown?.id, done.id)
      assert.deepStrictEqual(numbers(old.page.over), [late.number, back.number])
      for (const [tab, wanted] of [
        ["signed", [done.number]],
        ["refused", [back.number, no.number]],
        ["expired", [late.number]],
        ["signers", []]
      ] as const) {
        const { page, statements } = yield* document(community, bea, `?tab=${tab}`)
        assert.deepStrictEqual(numbers(page.over), [...wanted], tab)
        assert.isAtMost(statements, MOST, tab)
      }
      const made = yield* document(community, bea, `?from=${no.number}`)
      assert.deepInclude(made.page.from, { number: no.number })
      assert.strictEqual(made.page.from?.payload.reason, "Hoses")
      assert.isNull((yield* document(community, bea, "?from=99&act=-1&tab=nothing&before=x")).page.from)
    }).pipe(Effect.provide(Live))
  )

  it.effect("show what a request other than a payment does to each account, from the ledger's preview", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const effectsOf = (query: string) =>
        Effect.map(document(community, bea, query), ({ page }) =>
          page.effects?.map(({ account, change, symbol }) => [account === null, change, symbol])
        )
      const fundEscrow = yield* proposed(community, yield* listed(community))
      const out = yield* effectsOf(`?act=${fundEscrow.number}`)
      // The list's 6 XRD and the fees, from the treasury into an account that this creates.
      const sum = String(-Number(out?.find(([isTreasury]) => isTreasury)?.[1]))
      assert.isAbove(Number(sum), 6)
      assert.sameDeepMembers(out ?? [], [
        [true, `-${sum}`, "XRD"],
        [false, sum, "XRD"]
      ])
      const rule = { ids: ["#1#", "#2#"], needed: 2, reason: "Fewer of us" }
      const change = yield* (yield* Proposing).rule(as(community, ada), rule)
      // A change of the rule and a payment need no preview: the one moves nothing, the other states it itself.
      assert.isUndefined(yield* effectsOf(`?act=${change.number}`))
      const paying = yield* propose(community)
      assert.isUndefined(yield* effectsOf(`?act=${paying.number}`))
    }).pipe(Effect.provide(Live))
  )

  it.effect("let the proposer choose the signers of a rule change or its end in the form, as for a payment", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const requests = yield* ApprovalRequestsRepo
      const signersOf = Effect.map(requests.waiting(community.id), (all) => all.at(-1)?.signers.map(({ id }) => id))
      const ask = (form: ReadonlyArray<readonly [string, string]>) =>
        Effect.flatMap(signIn(accountOf(ada)), (token) =>
          submitted("/signers", signersAction, { token, params: { id: community.id }, form })
        )
      const chosen = [
        ["sign", "#2#"],
        ["sign", "#3#"],
        ["reason", "The three agreed on it"]
      ] as const
      yield* ask([["intent", "propose-release"], ...chosen])
      assert.deepStrictEqual(yield* signersOf, ["#2#", "#3#"])
      yield* ask([["intent", "propose-rule"], ["signers", "#1#"], ["signers", "#2#"], ["needed", "2"], ...chosen])
      assert.deepStrictEqual(yield* signersOf, ["#2#", "#3#"])
      assert.lengthOf(yield* requests.waiting(community.id), 2)
      const { status } = yield* ask([
        ["intent", "propose-release"],
        ["sign", "#2#"],
        ["reason", "Too few sign"]
      ])
      assert.strictEqual(status, 200)
      assert.lengthOf(yield* requests.waiting(community.id), 2)
    }).pipe(Effect.provide(Live))
  )

  it.effect.each(rules)(
    "take six statements at most with a hundred waiting and a hundred closed, for each reader and tab: by %s",
    ([kind, under]) =>
      Effect.gen(function* () {
        const community = yield* under()
        const request = yield* propose(community, ada, kind === "badges" ? {} : { sign: [] })
        yield* approve(community, bea, request.id)
        const requests = yield* ApprovalRequestsRepo
        const full = yield* requests.findOrFail(community.id, request.id)
        for (let n = 2; n <= 200; n++) {
          const state = n <= 100 ? "waiting" : n <= 150 ? "committed" : "refused"
          yield* requests.insert({ ...full, id: `act${n}`, number: n, idempotencyKey: `request:${n}`, state })
        }
        for (const who of [ada, bea, cas]) {
          for (const query of [
            "",
            "?act=7",
            "?act=150",
            "?from=190",
            "?tab=signed",
            "?tab=refused&before=160",
            "?tab=signers"
          ]) {
            const { page, statements } = yield* document(community, who, query)
            assert.isAtMost(statements, MOST, `${query} by ${accountOf(who)}`)
            assert.isAtLeast(statements, 4)
            assert.deepInclude(page.counts, { waiting: 100, signed: 50, refused: 50 })
            if (query === "") assert.lengthOf(page.waiting, 99)
          }
        }
        yield* minute
      }).pipe(Effect.provide(Live)),
    60_000
  )
})
