/**
 * Admin badges that are given and transferred, and what a treasury lists, on a real local ledger: the gateway decides.
 */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Layer, TestClock } from "effect"
import type { Community } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { textsIn } from "~/effects/chain/ledger/metadata"
import { inside } from "~/effects/communities/communities/inside.server"
import { OverviewRepo } from "~/effects/communities/communities/OverviewRepo.server"
import { panelsAction, panelsPage } from "~/effects/communities/communities/pages/panels.server"
import { HandOver } from "~/effects/communities/steering/HandOver.server"
import { Steering } from "~/effects/communities/steering/Steering.server"
import { ProposalDrafts } from "~/effects/governance/proposals/ProposalDrafts.server"
import { Faults } from "~/effects/local/Faults.server"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { Webhooks } from "~/effects/publishing/webhooks/Webhooks.server"
import { WebhookNotices } from "~/effects/publishing/webhooks/WebhooksRepo.server"
import { NotTreasuryHolder } from "~/effects/treasury/deployment/errors"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { Treasury } from "~/effects/treasury/treasury/Treasury.server"
import type { Signer } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { ADA } from "../../chain/ledger/transactions"
import { join } from "../../communities/communities/world"
import { counting } from "../../communities/founding/counting"
import { visitInside } from "../../communities/members/world"
import { member } from "../../publishing/dashboard/visits"
import { garden, world as ledgerSide, person, refuseDeposits, report, sign } from "../payouts/world"

type Place = Effect.Effect.Success<typeof scene>

const BEN = person(0)

const scene = Effect.gen(function* () {
  const { community } = yield* garden
  const ada = yield* member(ADA, "Ada Main")
  const ben = yield* member(BEN.account, "Ben Okafor")
  yield* join(community.id, ADA, { role: "owner" })
  yield* join(community.id, BEN.account, { joinedAt: 2 })
  return { id: community.id, ada, ben }
})

const see = ({ id }: Pick<Place, "id">, token: string) =>
  Effect.gen(function* () {
    const page = yield* visitInside({ id, token, path: "?panel=badges" }, panelsPage)
    return page.panel === "badges" ? page : yield* Effect.dieMessage(`the panel is ${page.panel}`)
  })

/** Clicks a button; returns where it leads, or the errors. */
const submit = ({ id }: Pick<Place, "id">, token: string, form: Readonly<Record<string, string>>) =>
  Effect.map(Effect.either(visitInside({ id, token, form }, panelsAction)), (ended) => {
    if (Either.isRight(ended)) return { status: ended.right.init?.status, ...ended.right.data }
    return ended.left instanceof Response ? ended.left.headers.get("Location") : "malformed"
  })

const give = (place: Place, token: string, to: string, way = "mint") =>
  Effect.zipRight(TestClock.adjust("1 second"), submit(place, token, { intent: "give-badge", to, way }))

/** The prepared transaction, signed and reported. */
const signed = (place: Place, token: string, ...signers: ReadonlyArray<Signer>) =>
  Effect.gen(function* () {
    const { act } = yield* see(place, token)
    const txId = yield* sign(act?.step?.manifest ?? "", ...signers)
    return yield* report(act?.step?.id ?? "", txId)
  })

const holds = (id: string, account: AccountAddress) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<Community>`SELECT * FROM communities WHERE id = ${id}`
    if (row === undefined) return "no community"
    const badge = yield* TreasuryHolders.holder(row, account)
    return badge._tag === "Some" ? badge.value.id : null
  })

describeOnBothDatabases("admin badges", (database) => {
  const Live = Layer.mergeAll(
    Steering.Default,
    Layer.provide(Webhooks.Default, WebhookNotices.Default),
    HandOver.Default,
    OverviewRepo.Default,
    Idempotency.Default,
    ProposalDrafts.Default,
    Treasury.Default
  ).pipe(
    Layer.provideMerge(Uploads.Default),
    Layer.provideMerge(Layer.merge(UploadStore.layerMemory, ledgerSide(database)))
  )
  it.effect("are made once, and count when the gateway shows them", () =>
    Effect.gen(function* () {
      const place = yield* scene
      assert.deepStrictEqual(
        (yield* see(place, place.ada)).holders.map(({ address, ids, name }) => [address, ids, name]),
        [[ADA, ["#1#"], "Ada Main"]]
      )
      assert.strictEqual(yield* give(place, place.ada, " ben okafor "), `/community/detail/${place.id}?panel=badges`)
      const asked = yield* see(place, place.ada)
      assert.match(asked.act?.words ?? "", /^Makes admin badge #2# and puts it into the account of Ben Okafor/)
      assert.isTrue(asked.act?.isOpen)
      // Requested, not signed: nothing has changed.
      assert.isNull(yield* holds(place.id, BEN.account))

      assert.strictEqual((yield* signed(place, place.ada)).state, "verified")
      assert.strictEqual(yield* holds(place.id, BEN.account), "#2#")
      const shown = yield* counting(see(place, place.ada))
      assert.isAtMost(shown.statements, 6)
      assert.deepStrictEqual(
        shown.value.holders.map(({ ids, name }) => [name, ids]),
        [
          ["Ada Main", ["#1#"]],
          ["Ben Okafor", ["#2#"]]
        ]
      )
      assert.isFalse(shown.value.act?.isOpen)
      const again = yield* give(place, place.ada, "Ben Okafor")
      assert.deepInclude(again, { status: 422, fields: { to: "This account already holds an admin badge." } })
    }).pipe(Effect.provide(Live))
  )

  it.effect("are transferred at a hand-over by the former owner to the new one, and to nobody else", () =>
    Effect.gen(function* () {
      const place = yield* scene
      const sql = yield* SqlClient.SqlClient
      const handOver = yield* HandOver
      const here = (token: string) => visitInside({ id: place.id, token }, inside)
      yield* handOver.start(yield* here(place.ada), "Ben Okafor")
      yield* handOver.accept(yield* here(place.ben))
      const [notified] = yield* sql<{ readonly text: string; readonly target: string }>`SELECT text, target
        FROM notifications WHERE account_address = ${ADA} AND target LIKE '%badges'`
      assert.strictEqual(
        notified?.text,
        "Ben Okafor is now the owner of Riverside Garden. Give them an admin badge with your wallet."
      )
      // The owner in our records does not hold the treasury on the ledger.
      const locked = yield* Effect.flip(TreasuryHolders.must(yield* here(place.ben), "distribute"))
      assert.strictEqual(locked.message, "Only holders of an admin badge of Riverside Garden can distribute.")
      const other = yield* give(place, place.ada, person(7).account)
      assert.deepInclude(other, { status: 403, message: "Only the owner can decide who else gets an admin badge." })

      yield* give(place, place.ada, BEN.account, "move")
      assert.match((yield* see(place, place.ada)).act?.words ?? "", /^Moves admin badge #1# to Ben Okafor/)
      assert.strictEqual((yield* signed(place, place.ada)).state, "verified")
      assert.strictEqual(yield* holds(place.id, BEN.account), "#1#")
      assert.isNull(yield* holds(place.id, ADA))
      const [row] = yield* sql<{
        readonly adminAccount: string
      }>`SELECT admin_account FROM communities WHERE id = ${place.id}`
      assert.strictEqual(row?.adminAccount, BEN.account)
      assert.deepInclude(yield* submit(place, place.ada, { intent: "name-links" }), { status: 403, code: "E-ROLE" })
      const gone = yield* Effect.flip(see(place, place.ada))
      assert.isTrue(gone instanceof NotTreasuryHolder)
      assert.strictEqual((yield* see(place, place.ben)).mine, "#1#")
    }).pipe(Effect.provide(Live))
  )

  it.effect("change nothing when refused, failed, misreported or unreported, until the ledger confirms it", () =>
    Effect.gen(function* () {
      const place = yield* scene
      const faults = yield* Faults
      const shy = person(3)
      yield* refuseDeposits(shy)
      const wrong = {
        nobody: "No active member has this name, and it is not an account on the test network.",
        [ADA]: "You already hold a badge."
      }
      for (const [to, text] of Object.entries(wrong)) {
        assert.deepInclude(yield* give(place, place.ada, to), { status: 422, fields: { to: text } })
      }
      const refused = yield* give(place, place.ada, shy.account)
      assert.match(typeof refused === "string" ? "" : (refused?.fields.to ?? ""), /^The ledger would refuse this: /)
      assert.deepInclude(yield* give(place, place.ada, BEN.account, "sell"), { status: 422 })
      assert.deepInclude(yield* give(place, place.ben, BEN.account), {
        status: 403,
        message: "Only holders of an admin badge of Riverside Garden can pass a badge on."
      })

      yield* give(place, place.ada, BEN.account)
      for (const [nextTransaction, state] of [
        ["CommittedFailure", "failed"],
        ["Rejected", "rejected"]
      ] as const) {
        yield* faults.change({ nextTransaction })
        assert.strictEqual((yield* signed(place, place.ada)).state, state)
        assert.isNull(yield* holds(place.id, BEN.account))
        yield* give(place, place.ada, BEN.account)
      }
      const lied = (yield* see(place, place.ada)).act?.step?.id ?? ""
      assert.strictEqual((yield* report(lied, yield* refuseDeposits(person(50)))).state, "mismatch")
      yield* give(place, place.ada, BEN.account)
      yield* submit(place, place.ada, { intent: "drop-badge" })
      assert.isFalse((yield* see(place, place.ada)).act?.isOpen ?? false)

      // Signed on a page that is gone: found by its signer.
      yield* give(place, place.ada, BEN.account)
      yield* sign((yield* see(place, place.ada)).act?.step?.manifest ?? "")
      const indexer = yield* Indexer
      yield* indexer.round
      assert.strictEqual(yield* holds(place.id, BEN.account), "#2#")
      assert.isFalse((yield* see(place, place.ada)).act?.isOpen)
    }).pipe(Effect.provide(Live))
  )

  it.effect("sign the treasury's link to a bond series made later, which keeps the existing links", () =>
    Effect.gen(function* () {
      const place = yield* scene
      const sql = yield* SqlClient.SqlClient
      const ledger = yield* Ledger
      const before = (yield* see(place, place.ada)).links
      assert.deepStrictEqual(
        [before.claimed.map(({ name }) => name), before.missing],
        [["Admin badge", "Token", "Locker"], []]
      )
      assert.strictEqual(
        yield* submit(place, place.ada, { intent: "name-links" }),
        `/community/detail/${place.id}?panel=badges`
      )
      assert.isNull((yield* see(place, place.ada)).links.act)
      const bond = before.claimed[1]?.address ?? ""
      // A treasury that lists less than it owns, as after a new series, on the ledger's side.
      const [community] = yield* sql<{
        readonly treasuryAccount: string
        readonly ownerBadge: string
        readonly lockerAddress: string
      }>`
        SELECT treasury_account, owner_badge, locker_address FROM communities WHERE id = ${place.id}`
      if (community === undefined) return assert.fail("no community")
      const { ownerBadge, treasuryAccount } = community
      yield* sign(`CALL_METHOD Address("${ADA}") "create_proof_of_non_fungibles" Address("${ownerBadge}") Array<NonFungibleLocalId>(NonFungibleLocalId("#1#"));
SET_METADATA Address("${treasuryAccount}") "claimed_entities" Enum<Metadata::AddressArray>(Array<Address>(Address("${bond}")));\n`)
      assert.deepStrictEqual(
        (yield* see(place, place.ada)).links.missing.map(({ name }) => name),
        ["Admin badge", "Locker"]
      )
      yield* submit(place, place.ada, { intent: "name-links" })
      const { act } = (yield* see(place, place.ada)).links
      assert.strictEqual((yield* report(act?.step?.id ?? "", yield* sign(act?.step?.manifest ?? ""))).state, "verified")
      const { byAddress } = yield* ledger.entityDetails([treasuryAccount], { metadata: ["claimed_entities"] })
      assert.sameMembers(
        [...textsIn(byAddress.get(treasuryAccount)?.metadata ?? new Map(), "claimed_entities")],
        [bond, ownerBadge, community.lockerAddress]
      )
      assert.isEmpty((yield* see(place, place.ada)).links.missing)
    }).pipe(Effect.provide(Live))
  )
})
