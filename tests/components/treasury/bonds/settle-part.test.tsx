/** Before the treasury signs: which orders would fail, why, and whether the sale can continue without them. */
import { assert, describe, it } from "@effect/vitest"
import { renderToStaticMarkup } from "react-dom/server"
import { WouldFail } from "~/components/treasury/bonds/settle-part"

const failures = [
  {
    id: "one",
    account: "account_tdx_2_1aaaaaaaaaaaaaaaa",
    units: 1,
    failure: "The buyer's account no longer holds it"
  },
  { id: "two", account: "account_tdx_2_1bbbbbbbbbbbbbbbb", units: 7, failure: "Its time has run out" }
]
const shown = (said: object) =>
  renderToStaticMarkup(<WouldFail said={{ ...said }} isBusy={false} onGoOn={() => undefined} />)

describe("orders that would fail", () => {
  it("are listed with account, units and reason, and can be left out with a click", () => {
    const html = shown({ failures, mayGoOn: true })
    assert.match(html, /aaaaaaaa<\/span>, 1 unit: The buyer&#x27;s account no longer holds it/)
    assert.match(html, /bbbbbbbb<\/span>, 7 units: Its time has run out/)
    assert.include(html, "Continue without them")
  })

  it("offer no button if the minimum would be missed, and show nothing if none fails", () => {
    assert.notInclude(shown({ failures, mayGoOn: false }), "Continue without them")
    assert.strictEqual(shown({ message: "No orders are waiting." }), "")
    assert.strictEqual(shown({ failures: "odd" }), "")
  })
})
