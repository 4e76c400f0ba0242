/** Helpers of the journeys that pay a list: a list that is ready to be paid, and a treasury with XRD for the fees. */
import type { Page } from "@playwright/test"
import { accountNumbered } from "../ledger/manyAccounts"
import { expect } from "./fixtures"
import { sendAs } from "./ledger-signing"
import { button } from "./wizard-steps"

const FAUCET = "component_tdx_2_1cptxxxxxxxxxfaucetxxxxxxxxx000527798379xxxxxxxxxyulkzl"

interface List {
  readonly room: string
  readonly title: string
  /** Number of the first account; all accounts are new, and each gets one token. */
  readonly first: number
  readonly many: number
  /** Heading of the page that offers to pay it. */
  readonly ready: string
  /** For a multisig treasury: the signers are asked once the rows are fixed. */
  readonly isMultisig?: true
}

/** Creates and previews the list; a community of three needs no vote on it. */
export const checkedList = async (page: Page, { first, isMultisig, many, ready, room, title }: List) => {
  await page.goto(`${room}/tokenDistribution?new=1`)
  await page.getByLabel("Title").fill(title)
  const lines = Array.from({ length: many }, (_, index) => `${accountNumbered(first + index)};1`)
  await page.getByLabel("From a list").check()
  await page.getByLabel("List", { exact: true }).fill(lines.join("\n"))
  await button(page, "Preview").click()
  if (isMultisig) await button(page, "Continue").click()
  await expect(page.getByRole("heading", { name: ready })).toBeVisible()
}

/** Pays 10,000 XRD from the faucet into the treasury of the community whose page is open. */
export const fundTreasury = async (page: Page, origin: string, signer: string) => {
  const room = new URL(page.url()).pathname.split("/").slice(0, 4).join("/")
  const statement = await (await page.request.get(`${room}/statement`)).text()
  const [, treasury = ""] = /Treasury <span class="address" title="(account_tdx_2_\w+)"/.exec(statement) ?? []
  expect(treasury).not.toBe("")
  await sendAs(
    origin,
    signer,
    `CALL_METHOD Address("${FAUCET}") "free";\nCALL_METHOD Address("${treasury}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;\n`
  )
}
