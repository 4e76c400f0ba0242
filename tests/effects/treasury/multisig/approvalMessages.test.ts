/** The headings of requests. */
import { assert, describe, it } from "vitest"
import { AmountText } from "~/effects/base/amounts/AmountText"
import type { Payment, TransactionRequest } from "~/effects/treasury/multisig/ApprovalRequest"
import { titleOf, wholeTitleOf } from "~/effects/treasury/multisig/approvalMessages"
import { asResource } from "../../../addresses"
import { accountOf, signer } from "../../../ledger/signing"
import { XRD } from "./world"

const amounts = [
  { symbol: "GRD", amount: AmountText.make("1200.5") },
  { symbol: "XRD", amount: AmountText.make("0") }
]
const step = (kind: TransactionRequest["kind"], more: Partial<TransactionRequest> = {}) => ({
  payload: {
    kind,
    step: "s",
    about: { number: 3, title: "Harvest share" },
    amounts,
    digest: null,
    offer: null,
    manifest: "",
    from: { ids: [], needed: 2 },
    reason: "Harvest share",
    ...more
  }
})

describe("the heading of a request", () => {
  it("names what moves, and omits amounts of zero", () => {
    const fees = [...amounts.slice(0, 1), { symbol: "XRD", amount: AmountText.make("7.25") }]
    assert.match(titleOf(step("parking", { amounts: fees })), /^Move .*GRD and 7\.25 XRD into escrow$/)
    const units = [{ symbol: "units of GRD-2027A", amount: AmountText.make("1000") }]
    assert.strictEqual(titleOf(step("issue", { amounts: units })), "Issue 1,000 units of GRD-2027A")
    assert.match(titleOf(step("back")), /^Withdraw [^ ]+ GRD$/)
    assert.match(titleOf(step("recovery")), /^Recover .*GRD that nobody claimed$/)
  })

  it("names up to three payees and counts more, while the wallet's message names all", () => {
    const one = (n: number) => ({ amount: AmountText.make("1"), payee: accountOf(signer(n)), payeeName: `Name ${n}` })
    const payment = (...further: ReadonlyArray<number>): { readonly payload: Payment } => ({
      payload: {
        kind: "payment",
        resource: asResource(XRD),
        symbol: "XRD",
        ...one(1),
        further: further.map(one),
        reason: "Pump repair",
        vote: null,
        noVote: null
      }
    })
    assert.strictEqual(titleOf(payment()), "Pay 1 XRD to Name 1")
    assert.strictEqual(titleOf(payment(2, 3)), "Pay 1 XRD to Name 1, 1 XRD to Name 2 and 1 XRD to Name 3")
    assert.strictEqual(titleOf(payment(2, 3, 4)), "Pay 4 XRD to 4 accounts")
    assert.match(wholeTitleOf(payment(2, 3, 4)), /1 XRD to Name 3 and 1 XRD to Name 4$/)
  })
})
