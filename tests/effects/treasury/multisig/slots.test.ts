/** Where the badges that count are, who is notified when one moves, and payments that wait while the rule changes. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { describe, test } from "vitest"
import type { Community } from "~/effects/access/Community"
import { ApprovalRequestsRepo } from "~/effects/treasury/multisig/ApprovalRequestsRepo.server"
import { Proposing } from "~/effects/treasury/multisig/Proposing.server"
import { signersPage } from "~/effects/treasury/multisig/pages/signers.server"
import { placeWords, reachWords } from "~/effects/treasury/multisig/slots"
import type { Signer } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { registered } from "../claims/world"
import { requestsIn } from "./submitting"
import {
  ada,
  approve,
  approvedBy,
  as,
  ask,
  badgesChecked,
  bea,
  cas,
  dan,
  eve,
  giveBadge,
  propose,
  signing,
  submit,
  world
} from "./world"

/** The wallet of one account sends its badge to another, outside this site. */
const moveBadge = (community: Community, id: string, from: Signer, to: Signer) =>
  submit(
    `CALL_METHOD Address("${accountOf(from)}") "withdraw_non_fungibles" Address("${community.ownerBadge}")
  Array<NonFungibleLocalId>(NonFungibleLocalId("${id}"));
CALL_METHOD Address("${accountOf(to)}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") Enum<0u8>();`,
    from
  )

const shown = (community: Community) =>
  Effect.gen(function* () {
    const token = yield* signIn(accountOf(ada))
    const { value } = yield* visit(`/community/detail/${community.id}/signers`, signersPage, {
      token,
      params: { id: community.id }
    })
    return value.state === "multisig" ? value : yield* Effect.dieMessage("the treasury has no signers")
  })

const notified = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ readonly account: string; readonly text: string }>`SELECT account_address AS account, text
    FROM notifications WHERE text LIKE 'Badge %' ORDER BY created_at, account_address`
})

const all = [ada, bea, cas].map(accountOf).sort()
const CAN = "2 of 3 signers can approve, and 2 must: one more lost badge shuts this treasury for good."

describeOnBothDatabases("badges that count", (database) => {
  it.effect(
    "are reported on the page, and once to the signers, when one moves to an account that nobody here has",
    () =>
      Effect.gen(function* () {
        const community = yield* signing()
        for (const who of [ada, bea, cas]) yield* registered(accountOf(who))
        yield* badgesChecked
        assert.deepStrictEqual(yield* notified, [])
        assert.isNull((yield* shown(community)).reach)
        yield* moveBadge(community, "#3#", cas, eve)

        const page = yield* shown(community)
        assert.deepStrictEqual(
          page.seats.map(({ account, id, place }) => [id, account, place]),
          [
            ["#1#", accountOf(ada), null],
            ["#2#", accountOf(bea), null],
            [
              "#3#",
              accountOf(eve),
              "Nobody with an active profile here has this account, so nobody approves with this badge."
            ]
          ]
        )
        assert.strictEqual(page.reach, `${CAN} Add or replace a signer while enough of you can approve.`)

        yield* badgesChecked
        yield* badgesChecked
        const first = yield* notified
        assert.deepStrictEqual(
          first.map(({ account }) => account),
          all
        )
        assert.strictEqual(
          first[0]?.text,
          `Badge #3# of Riverside Garden's treasury is in an account now that nobody with an active profile here has. ${page.reach}`
        )

        // Moved back, which is another change; reported later, so that both are read in order.
        yield* TestClock.adjust("1 hour")
        yield* moveBadge(community, "#3#", eve, cas)
        yield* badgesChecked
        yield* badgesChecked
        const again = (yield* notified).slice(3)
        assert.lengthOf(again, 3)
        assert.match(
          again[0]?.text ?? "",
          /^Badge #3# of Riverside Garden's treasury is in One Person's account now\.$/
        )
        assert.isNull((yield* shown(community)).reach)
      }).pipe(Effect.provide(world(database)))
  )

  it.effect("determine by their current holder who is notified of what waits", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const requests = yield* ApprovalRequestsRepo
      yield* moveBadge(community, "#3#", cas, eve)
      yield* badgesChecked
      const seats = yield* requests.seats(community.id)
      assert.deepStrictEqual(
        seats.map(({ account }) => account),
        [ada, bea, eve].map(accountOf)
      )
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("end requests to signers who leave by another rule, as announced before, and no others", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const proposing = yield* Proposing
      const requests = yield* ApprovalRequestsRepo
      yield* giveBadge(community, dan, "#4#")
      const [leaves, stays] = [
        yield* propose(community, ada, { sign: ["#1#", "#3#"] }),
        yield* propose(community, bea, { sign: ["#1#", "#2#"], reason: "Hoses" })
      ]
      yield* approve(community, ada, leaves.id)
      yield* approve(community, ada, stays.id)
      const rule = { ids: ["#1#", "#2#", "#4#"], needed: 2, reason: "Cas lost the wallet" }
      const change = yield* proposing.rule(as(community, ada), rule)
      const page = yield* shown(community)
      assert.deepStrictEqual(requestsIn(page).find(({ id }) => id === change.id)?.ends, [leaves.number])
      assert.strictEqual((yield* approvedBy(community, change.id, ada, bea)).act.state, "committed")
      assert.deepInclude(yield* requests.findOrFail(community.id, leaves.id), { state: "void" })
      assert.match((yield* Effect.flip(ask(community, ada, leaves.id))).message, /^This payment is no longer possible/)
      // Signatures under the former rule are valid under this one, as both count these signers.
      assert.strictEqual((yield* approve(community, bea, stays.id)).act.state, "committed")
    }).pipe(Effect.provide(world(database)))
  )
})

describe("messages about badges", () => {
  const [one, two, lost] = [
    { id: "#1#", account: "account_1", name: "ada" },
    { id: "#2#", account: "account_2", name: "bea" },
    { id: "#3#", account: "account_3", name: null }
  ]
  test("nothing while the loss of one badge does no harm", () => {
    const third = { id: "#3#", account: "account_3", name: "cas" }
    assert.isNull(reachWords({ needed: 2, seats: [one, two, third] }))
    assert.match(reachWords({ needed: 3, seats: [one, two, third] }) ?? "", /^3 of 3 signers can approve, and 3 must/)
  })
  test("a warning if fewer signers than the threshold can approve", () => {
    assert.strictEqual(
      reachWords({ needed: 2, seats: [one, lost, { id: "#2#", account: null, name: null }] }),
      "Only 1 of 3 signers can approve, and 2 must: nothing leaves this treasury until a badge is back with somebody here."
    )
  })
  test("a warning that two badges in one account approve nothing", () => {
    const seats = [one, { ...two, account: "account_1", name: "ada" }, { ...lost, name: "cas" }]
    assert.match(reachWords({ needed: 2, seats }) ?? "", /^Only 1 of 3 signers can approve/)
    assert.strictEqual(
      placeWords(seats, one),
      "This account holds two of these badges, so it approves with neither of them."
    )
  })
  test("a warning about a badge outside of accounts", () => {
    for (const account of [null, "locker_1"]) {
      const seat = { id: "#2#", account, name: null }
      assert.strictEqual(placeWords([one, seat], seat), "This badge is in no account, so nobody approves with it.")
    }
  })
})
