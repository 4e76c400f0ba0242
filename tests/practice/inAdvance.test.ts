/** The practice wallet describes every part of a request that signers sign. */
import { assert, describe, it } from "vitest"
import { ONE, Templates } from "~/ledger/index"
import { readPart } from "~/practice/inAdvance"
import { asAccount, asResource } from "../addresses"
import { accountOf, signer } from "../ledger/signing"

const [SIGNER, TREASURY, PAYEE] = [accountOf(signer(1)), accountOf(signer(2)), accountOf(signer(3))]
const BADGE = asResource("resource_tdx_2_badge")
const TOKEN = asResource("resource_tdx_2_token")
const ada = { account: SIGNER, badge: BADGE, id: "#2#" }

describe("a request", () => {
  it("to pay shows what leaves the treasury, to whom, and the recorded message", () => {
    const payments = [{ resource: TOKEN, amount: 420n * ONE, payee: PAYEE }]
    const act = Templates.paymentsRequest({ treasury: TREASURY, payments, idempotencyKey: "request:a", digest: "00" })
    const part = readPart(Templates.signersRequest([ada], act))
    assert.isTrue(part.isKnown)
    assert.deepStrictEqual(part.shows, [{ from: SIGNER, resource: BADGE, many: "#2#" }])
    assert.deepStrictEqual(part.gives, [{ from: TREASURY, resource: TOKEN, many: "420" }])
    assert.deepStrictEqual(part.puts, [{ to: PAYEE, resource: TOKEN, many: "420" }])
    assert.isEmpty(part.into)
    assert.match(part.acts[0] ?? "", /^Write “request:a” on account_…/)
  })

  it("to change the signers shows which badges can spend from the treasury afterwards", () => {
    const part = readPart(
      Templates.signersRequest(
        [ada],
        Templates.ruleRequest({
          treasury: asAccount(TREASURY),
          badge: BADGE,
          ids: ["#1#", "#2#", "#4#"],
          needed: 2,
          idempotencyKey: "request:b",
          digest: "00"
        })
      )
    )
    assert.isTrue(part.isKnown)
    assert.match(part.acts[1] ?? "", /^From then on 2 of the badges #1#, #2#, #4# control account_…/)
  })
})
