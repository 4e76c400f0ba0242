/** Requests closed on this site that signers then execute on the ledger with signatures they collected themselves. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import type { Community } from "~/effects/access/Community"
import { type ActivityType, wordsOf } from "~/effects/activity/activity/catalogue"
import { Faults } from "~/effects/local/Faults.server"
import type { ApprovalRequest } from "~/effects/treasury/multisig/ApprovalRequest"
import { ApprovalRequestsRepo } from "~/effects/treasury/multisig/ApprovalRequestsRepo.server"
import { nothingMoved } from "~/effects/treasury/multisig/approvalMessages"
import { Proposing } from "~/effects/treasury/multisig/Proposing.server"
import { requestView } from "~/effects/treasury/multisig/requestView"
import { describeOnBothDatabases } from "../../../databases"
import { inTime } from "../../../inTime"
import { accountOf } from "../../../ledger/signing"
import { submitElsewhere } from "./elsewhere"
import {
  ada,
  approve,
  approvedBy,
  as,
  askOthers,
  balance,
  bea,
  cas,
  dan,
  eve,
  giveBadge,
  minute,
  propose,
  refuse,
  signing,
  world,
  XRD
} from "./world"

const paid = balance(accountOf(eve), XRD)
const found = (community: Community, { id }: Pick<ApprovalRequest, "id">) =>
  Effect.flatMap(ApprovalRequestsRepo, (requests) => Effect.orDie(requests.findOrFail(community.id, id)))
const withdraw = (community: Community, { id }: ApprovalRequest) =>
  Effect.flatMap(Proposing, (proposing) => proposing.withdraw(as(community, ada), id))

/** What the page says about nothing having moved, and when it cannot say so. */
const saidOf = (request: ApprovalRequest, now: number) =>
  nothingMoved(
    requestView({
      request,
      said: [],
      open: [],
      rule: { ids: [], needed: 0 },
      seats: [],
      mine: null,
      names: new Map(),
      reader: null
    }),
    now
  )

/** Texts of the activity, the newest first. */
const lastActivity = ({ id }: Community) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{
      readonly type: ActivityType
      readonly data: string
    }>`SELECT type, data FROM activity_events
      WHERE community_id = ${id} ORDER BY seq DESC`
    return rows.map(({ data, type }) => wordsOf(type, JSON.parse(data)))
  })

/** The signers of a treasury change and change back: signatures under the former rule are valid again. */
const changeAndBack = (community: Community) =>
  Effect.gen(function* () {
    const proposing = yield* Proposing
    yield* giveBadge(community, dan, "#4#")
    for (const third of ["#4#", "#3#"]) {
      const wanted = { ids: ["#1#", "#2#", third], needed: 2, reason: "Lost wallet" }
      const change = yield* proposing.rule(as(community, ada), wanted)
      yield* approvedBy(community, change.id, ada, bea)
    }
  })

/** A request to Bea and Cas is closed here before anybody submits it. */
const closeAs = (state: "withdrawn" | "refused" | "void", community: Community, request: ApprovalRequest) =>
  Effect.gen(function* () {
    if (state === "withdrawn") yield* withdraw(community, request)
    if (state === "void") yield* changeAndBack(community)
    if (state === "refused") {
      yield* refuse(community, ada, request.id)
      yield* refuse(community, bea, request.id, "On second thought no.")
    }
  })

describeOnBothDatabases("a request closed on this site", (database) => {
  const Live = world(database)

  for (const state of ["withdrawn", "refused", "void"] as const) {
    it.effect(`as ${state}, and executed by somebody else, is shown as done with its transaction`, () =>
      Effect.gen(function* () {
        const community = yield* signing()
        const request = yield* propose(community)
        yield* closeAs(state, community, request)
        const closed = yield* found(community, request)
        assert.strictEqual(closed.state, state)
        yield* minute
        assert.notInclude(saidOf(yield* found(community, request), 0), "Nothing moved")
        const txId = yield* submitElsewhere(request, bea, cas)
        yield* minute
        assert.deepInclude(yield* found(community, request), {
          state: "committed",
          closedAs: state,
          txId,
          problem: null
        })
        assert.strictEqual(yield* paid, 420)
        const said = (yield* lastActivity(community)).filter((words) => words.startsWith("The signers paid 420 XRD"))
        assert.lengthOf(said, 1)
        assert.match(said[0] ?? "", /, although it (was withdrawn|was refused|had ended) here$/)
        yield* minute
        assert.lengthOf(
          (yield* lastActivity(community)).filter((words) => words.includes("although")),
          1
        )
      }).pipe(Effect.provide(Live))
    )
  }

  for (const state of ["expired", "failed"] as const) {
    it.effect(`as ${state} while the gateway reported no transaction, is read once more after its end`, () =>
      Effect.gen(function* () {
        const community = yield* signing()
        const request = yield* propose(community)
        const txId = yield* submitElsewhere(request, bea, cas)
        const sql = yield* SqlClient.SqlClient
        // A gateway that lagged behind its own clock: closed without the transaction having been seen.
        yield* TestClock.adjust("15 days")
        yield* sql`UPDATE approval_requests SET state = ${state} WHERE id = ${request.id}`
        yield* minute
        assert.deepInclude(yield* found(community, request), { state: "committed", closedAs: state, txId })
      }).pipe(Effect.provide(Live))
    )
  }

  it.effect('is shown with "Nothing moved" only once the ledger was read after its end', () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const request = yield* propose(community)
      yield* withdraw(community, request)
      const endsAt = request.endsAt ?? 0
      yield* minute
      const before = yield* found(community, request)
      assert.match(saidOf(before, endsAt - 1), /^With all signatures anyone can still submit it until .* UTC/)
      const faults = yield* Faults
      yield* TestClock.adjust("15 days")
      yield* faults.change({ gateway: "down" })
      yield* inTime(minute)
      assert.match(saidOf(yield* found(community, request), endsAt + 1), /is not known yet/)
      yield* faults.change({ gateway: "up" })
      yield* TestClock.adjust("1 minute")
      yield* minute
      const last = yield* found(community, request)
      assert.strictEqual(last.state, "withdrawn")
      assert.strictEqual(saidOf(last, endsAt + 1), "Nothing moved.")
    }).pipe(Effect.provide(Live))
  )

  it.effect("in a former form, after others were asked, is done by those who signed it, with its code", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const request = yield* propose(community)
      yield* askOthers(community, ada, request.id, "#1#", "#3#")
      yield* approve(community, ada, request.id)
      const txId = yield* submitElsewhere(request, bea, cas)
      yield* minute
      const done = yield* found(community, request)
      assert.deepInclude(done, { state: "committed", closedAs: null, txId })
      assert.strictEqual(done.request?.hash, request.request?.hash)
      assert.deepStrictEqual(
        done.signers.map(({ id }) => id),
        ["#2#", "#3#"]
      )
    }).pipe(Effect.provide(Live))
  )

  it.effect("in a former form while the new one was submitted, does not mark the new one as not done", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const request = yield* propose(community)
      yield* askOthers(community, ada, request.id, "#1#", "#3#")
      yield* approve(community, ada, request.id)
      yield* submitElsewhere(request, bea, cas)
      yield* Effect.either(approve(community, cas, request.id))
      yield* minute
      yield* minute
      assert.deepInclude(yield* found(community, request), { state: "committed" })
      assert.strictEqual(yield* paid, 420)
    }).pipe(Effect.provide(Live))
  )

  it.effect("and proposed again under the same vote, ends when the other one is executed", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const sql = yield* SqlClient.SqlClient
      const request = yield* propose(community)
      yield* withdraw(community, request)
      const again = yield* propose(community)
      // As a vote sets it for both.
      yield* sql`UPDATE approval_requests SET idempotency_key = ${request.idempotencyKey} WHERE id = ${again.id}`
      const txId = yield* submitElsewhere(request, bea, cas)
      yield* minute
      assert.deepInclude(yield* found(community, request), { state: "committed", txId })
      const other = yield* found(community, again)
      assert.strictEqual(other.state, "void")
      assert.strictEqual(other.problem, "Payment 1 was executed on the ledger, and only one of the two can happen.")
    }).pipe(Effect.provide(Live))
  )
})
