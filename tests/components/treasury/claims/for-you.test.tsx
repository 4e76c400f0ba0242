/** What waits for the reader of a dashboard, with the link to it. */

import { assert, describe, it } from "vitest"
import { ForYou } from "~/components/treasury/claims/for-you"
import { CommunityId } from "~/effects/access/Community"
import { markupOf } from "../../markup"

const waits = {
  key: "a b",
  communityId: CommunityId.make("aaaaaaaaaaaa"),
  treasury: null,
  symbol: "GRD",
  amount: "1234.5"
}
const shown = (waiting: Parameters<typeof ForYou>[0]["waiting"]) => markupOf(<ForYou waiting={waiting} />)

describe("money that waits for the reader", () => {
  it("is shown with its button, and with its community if the reader may see it", () => {
    const html = shown([{ ...waits, community: "Garden" }])
    assert.match(html, /1,234\.5 GRD/)
    assert.include(html, "waits for you in Garden")
    assert.include(html, 'href="/userDashboard/claims/aaaaaaaaaaaa"')
    assert.notInclude(shown([{ ...waits, community: null }]), "Garden")
  })

  it("has no empty section if there is none", () => {
    assert.strictEqual(shown([]), "")
  })
})
