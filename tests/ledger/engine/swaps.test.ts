/** Random batches of orders, valid and not: value is conserved, and a batch executes as a whole or not at all. */
import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { ONE, parseAmount, Templates } from "~/ledger/index"
import { XRD } from "../bench"
import { accountOf, STOKENET, signer } from "../signing"
import { Community } from "./ownTemplates"

const PRICE = 9n * ONE
const buyers = [signer(12), signer(13)] as const
const thief = signer(99)

const orderRequest = fc.record({
  buyer: fc.constantFrom(...buyers),
  units: fc.bigInt(1n, 60n),
  /** What is offered for a unit, besides the price. */
  off: fc.constantFrom(0n, 0n, 0n, -1n, ONE),
  isStolen: fc.constantFrom(false, false, false, false, true)
})
const honest = fc.record({ buyer: fc.constantFrom(...buyers), units: fc.bigInt(1n, 60n) })
const fair = fc.array(honest, { minLength: 1, maxLength: 3 }).map((orderRequests) => ({
  orderRequests: orderRequests.map((each) => ({ ...each, off: 0n, isStolen: false })),
  slip: 0n,
  byAdmin: true
}))
const foul = fc.record({
  orderRequests: fc.array(orderRequest, { minLength: 1, maxLength: 3 }),
  /** By how many units the treasury's side is too low or too high. */
  slip: fc.constantFrom(0n, 0n, 0n, 1n, -1n),
  byAdmin: fc.constantFrom(true, true, true, false)
})
const attempt = fc.oneof(fair, foul)

describe("random batches", () => {
  it("conserve value, and settle as a whole or not at all", () => {
    let [settled, refused] = [0, 0]
    fc.assert(
      fc.property(fc.array(attempt, { minLength: 1, maxLength: 3 }), (attempts) => {
        const bench = new Community()
        const { admin, token, treasury } = bench
        const holders = [treasury, ...buyers.map(accountOf), accountOf(thief)]
        const amount = (holder: string, resource: string) =>
          parseAmount(bench.balance(holder, resource)) ?? assert.fail(holder)
        const holdings = () => holders.map((each) => [amount(each, XRD), amount(each, token)] as const)
        const total = (resource: 0 | 1) => holdings().reduce((sum, each) => sum + each[resource], 0n)
        const [money, tokens] = [total(0), total(1)]

        for (const { byAdmin, slip, orderRequests } of attempts) {
          const sum = orderRequests.reduce((all, { units }) => all + units, 0n) + slip
          if (sum < 1n) continue
          const offer = bench.part(
            Templates.batchOffer({
              admin,
              treasury,
              gives: { resource: token, amount: sum * ONE },
              gets: { resource: XRD, amount: sum * PRICE }
            }),
            byAdmin ? bench.founder : thief
          )
          const orders = orderRequests.map(({ buyer, isStolen, off, units }) =>
            bench.part(
              Templates.order({
                account: accountOf(buyer),
                gives: { resource: XRD, amount: units * (PRICE + off) },
                gets: { resource: token, amount: units * ONE }
              }),
              isStolen ? thief : buyer
            )
          )
          const root = Templates.settleBatch({
            networkId: STOKENET,
            treasury: offer.hash,
            orders: orders.map(({ hash }, index) => ({
              subintent: hash,
              amount: (orderRequests[index]?.units ?? 0n) * ONE
            })),
            units: token,
            payments: XRD,
            fee: 10n * ONE
          })
          const before = holdings()
          const isHonest = byAdmin && slip === 0n && orderRequests.every(({ isStolen, off }) => !isStolen && off === 0n)
          const { status } = bench.join(root, offer, ...orders)
          if (status === "CommittedSuccess") {
            settled++
            assert.isTrue(isHonest)
            assert.strictEqual(amount(treasury, token), (before[0]?.[1] ?? 0n) - sum * ONE)
            assert.strictEqual(amount(treasury, XRD), (before[0]?.[0] ?? 0n) + sum * PRICE)
          } else {
            refused++
            assert.deepStrictEqual(holdings(), before)
          }
          // The faucet pays the fee, so the sum that these four hold never changes.
          assert.deepStrictEqual([total(0), total(1)], [money, tokens])
        }
      }),
      { numRuns: 20 }
    )
    // Otherwise the property would hold only because nothing was tried.
    assert.isAbove(settled, 5)
    assert.isAbove(refused, 5)
  })
})
