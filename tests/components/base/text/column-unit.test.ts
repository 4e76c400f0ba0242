import { assert, describe, test } from "vitest"
import { columnUnit } from "~/components/base/text/column-unit"

describe("the unit of a column", () => {
  test("is shown in its head if all amounts have the same", () => {
    const { cell, head } = columnUnit(["XRD", "XRD"])
    assert.strictEqual(head("Paid"), "Paid, XRD")
    assert.strictEqual(cell("40", "XRD"), "40")
  })
  test("is shown after each amount if they differ, and nowhere without amounts", () => {
    const { cell, head } = columnUnit(["XRD", "SUN"])
    assert.strictEqual(head("Paid"), "Paid")
    assert.strictEqual(cell("40", "SUN"), "40 SUN")
    assert.strictEqual(columnUnit([]).head("Paid"), "Paid")
  })
})
