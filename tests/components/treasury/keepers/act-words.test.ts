/** What keepers are asked for, as a heading says it. */
import { assert, describe, it } from "vitest"
import { titleOf } from "~/components/treasury/keepers/act-words"
import { AmountText } from "~/effects/base/amounts/AmountText"
import type { StepAct } from "~/effects/treasury/keepers/Act"

const amounts = [
  { symbol: "GRD", amount: AmountText.make("1200.5") },
  { symbol: "XRD", amount: AmountText.make("0") }
]
const step = (kind: StepAct["kind"], more: Partial<StepAct> = {}) => ({
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

describe("what keepers are asked for", () => {
  it("is named with what moves; what is nothing is left out", () => {
    const fees = [...amounts.slice(0, 1), { symbol: "XRD", amount: AmountText.make("7.25") }]
    assert.match(titleOf(step("parking", { amounts: fees })), /^Park .*GRD and 7\.25 XRD$/)
    const units = [{ symbol: "units of GRD-2027A", amount: AmountText.make("1000") }]
    assert.strictEqual(titleOf(step("issue", { amounts: units })), "Issue 1,000 units of GRD-2027A")
    assert.match(titleOf(step("back")), /^Take [^ ]+ GRD back$/)
    assert.match(titleOf(step("recovery")), /GRD back that nobody claimed$/)
  })
})
