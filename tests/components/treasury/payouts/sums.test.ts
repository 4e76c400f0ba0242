import { FastCheck as fc } from "effect"
import { assert, it } from "vitest"
import { leftOf, sumOf, unpaidOf } from "~/components/treasury/payouts/sums"
import { readable } from "~/effects/base/amounts/readable"
import { formatAmount } from "~/ledger/amount"

it("sums of batches and remainders are exact to the last digit", () => {
  const states = fc.constantFrom("committed", "skipped", "ready", "failed")
  const batch = fc.record({ attos: fc.bigInt({ min: 0n, max: 10n ** 30n }), state: states })
  fc.assert(
    fc.property(fc.array(batch, { maxLength: 12 }), (given) => {
      const batches = given.map(({ attos, state }) => ({ amount: formatAmount(attos), state }))
      const of = (...wanted: ReadonlyArray<string>) =>
        given.reduce((sum, { attos, state }) => (wanted.includes(state) ? sum + attos : sum), 0n)
      const total = of("committed", "skipped", "ready", "failed")
      assert.strictEqual(sumOf(batches), formatAmount(total))
      assert.strictEqual(sumOf(batches, "skipped"), formatAmount(of("skipped")))
      assert.strictEqual(unpaidOf(formatAmount(total), batches), formatAmount(of("ready", "failed")))
    })
  )
  assert.strictEqual(leftOf("1", "2.5"), "-1.5")
  assert.strictEqual(readable("1234567.5"), "1,234,567.5")
})
