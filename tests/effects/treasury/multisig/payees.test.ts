/**
 * Payees of payments that signers approve: an address that cannot be paid is reported at its field, and blocks nobody.
 */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { HandOver } from "~/effects/communities/steering/HandOver.server"
import { BudgetsLive } from "~/effects/treasury/budgets/layers.server"
import { ApprovalRequestsRepo } from "~/effects/treasury/multisig/ApprovalRequestsRepo.server"
import { signersAction } from "~/effects/treasury/multisig/pages/actions.server"
import { signersPage } from "~/effects/treasury/multisig/pages/signers.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { deriveAddress } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { requestsIn, submitForm } from "./submitting"
import { ada, approve, ask, bea, cas, eve, propose, signing, world, XRD } from "./world"

const TYPO = "This is not an account address. A character may be wrong or missing."
const ELSEWHERE = "This account is on another network. Only accounts on the test network can be paid."
const UNPAYABLE =
  /^Nothing can be paid to this address: it is not an account on the test network\. Withdraw the payment/

describeOnBothDatabases("payees of multisig payments", (database) => {
  const Live = Layer.mergeAll(BudgetsLive, DistributionsLive, HandOver.Default, Idempotency.Default).pipe(
    Layer.provideMerge(world(database))
  )

  it.effect("are refused at their field if they cannot be paid, and nothing waits", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const token = yield* signIn(accountOf(ada))
      const eves = accountOf(eve)
      for (const [payee, words] of [
        ["account_hello", TYPO],
        [`${eves.slice(0, -1)}${eves.endsWith("q") ? "p" : "q"}`, TYPO],
        [eves.slice(0, -1), TYPO],
        [deriveAddress("account", "curve25519", eve.publicKey.bytes, 1), ELSEWHERE],
        ["Nobody", "No active member has this name, and it is not an account on the test network."]
      ] as const) {
        const form = { intent: "propose-payment", resource: XRD, amount: "4", reason: "Pump repair", vote: "", payee }
        const { value } = yield* visit(`/community/detail/${community.id}/signers`, signersAction, {
          token,
          params: { id: community.id },
          form: Object.entries(form)
        })
        assert.deepInclude(value.data, { ok: false, code: "E-FIELDS" })
        assert.deepStrictEqual(value.data.fields, { payee: words })
        assert.strictEqual(value.data.sent.payee, payee)
      }
      assert.lengthOf(yield* (yield* ApprovalRequestsRepo).waiting(community.id), 0)
    }).pipe(Effect.provide(Live))
  )

  it.effect(
    "that were stored before this check are not signed for, can be withdrawn by any signer, and block no others",
    () =>
      Effect.gen(function* () {
        const community = yield* signing()
        const sql = yield* SqlClient.SqlClient
        const request = yield* propose(community)
        const other = yield* propose(community, bea)
        const payload = JSON.stringify({ ...request.payload, payee: "account_hello" })
        yield* sql`UPDATE approval_requests SET payload = ${payload} WHERE id = ${request.id}`
        assert.match((yield* Effect.flip(ask(community, bea, request.id))).message, UNPAYABLE)
        const page = yield* visit(`/community/detail/${community.id}/signers`, signersPage, {
          token: yield* signIn(accountOf(cas)),
          params: { id: community.id }
        })
        const seen = requestsIn(page.value).find(({ id }) => id === request.id)
        assert.deepInclude(seen, { maySign: false, mayTakeBack: true })
        assert.match(seen?.refusal ?? "", UNPAYABLE)
        yield* approve(community, bea, other.id)
        yield* approve(community, cas, other.id)
        assert.strictEqual(yield* submitForm(community, cas, { intent: "withdraw", act: request.id }), "")
        assert.strictEqual(
          (yield* (yield* ApprovalRequestsRepo).findOrFail(community.id, request.id)).state,
          "withdrawn"
        )
        assert.strictEqual((yield* (yield* ApprovalRequestsRepo).findOrFail(community.id, other.id)).state, "committed")
      }).pipe(Effect.provide(Live))
  )

  it.effect("that were stored after a signature are reported to the last signer without a server error", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const sql = yield* SqlClient.SqlClient
      const request = yield* propose(community)
      yield* approve(community, bea, request.id)
      const payload = JSON.stringify({ ...request.payload, payee: "account_hello" })
      yield* sql`UPDATE approval_requests SET payload = ${payload} WHERE id = ${request.id}`
      assert.match((yield* Effect.flip(ask(community, cas, request.id))).message, UNPAYABLE)
    }).pipe(Effect.provide(Live))
  )
})
