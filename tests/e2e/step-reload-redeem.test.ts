/** The row of the matrix step × reload that needs a matured bond, and so a server whose clock is half a year ahead. */
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { advance, preAuthorized, reads } from "./pre-authorize"
import { reloads, reported, through } from "./reloads"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const HOLDER = "Joaquim Teles"
/** The demonstration's bond of the garden runs for 179 days. */
const LIFE_S = 181 * 86_400

test(`a redeeming order, ${reloads[1]}`, async ({ browser, server: { origin } }) => {
  test.setTimeout(180_000)
  await advance(origin, LIFE_S)
  const visit = await visitAs(browser, origin, HOLDER)
  const { context, page } = visit
  await page.goto("/userDashboard/bonds")
  await reads(page, /Redeem all/)
  await through(visit, reloads[1], {
    click: () => button(page, "Redeem all").click(),
    post: /\/api\/bonds\/[^/]+\/orders\/[^/]+$/,
    response: () => preAuthorized(origin, visit, HOLDER)
  })
  await reported(page, /^Your request to redeem: it is recorded\. Nothing has left your wallet\./)
  await expect(page.getByText("Requested. Nothing has left your wallet.")).toHaveCount(1)
  await context.close()
})
