/**
 * Lists from a spreadsheet program: uploaded, asked about, decided, checked by a second person; payments are prepared,
 * and voting weights are set.
 */
import { utimesSync, writeFileSync } from "node:fs"
import { textsOf, workbook } from "../effects/base/lists/workbook"
import { accountOf, signer } from "../ledger/signing"
import { checkScreen, giveBadge, SECOND } from "./approving"
import { openCommunity, visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { signsAs } from "./ledger-signing"
import { deploy, OWNER, roomOf } from "./quiet-room"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

test("a list with 1.000 is asked about, decided, checked by a second admin and prepared; also without JavaScript", async ({
  browser,
  server
}) => {
  test.setTimeout(300_000) // three transactions, each confirmed on the ledger
  const { origin } = server
  const visit = await visitAs(browser, origin, OWNER)
  const { page } = visit
  await deploy(visit)
  const room = await roomOf(page)
  await giveBadge(visit, room, SECOND)

  await page.goto(`${room}/tokenDistribution?new=1`)
  await page.getByLabel("Title").fill("Thanks to the helpers")
  await page.getByLabel("From a list").check()
  const [one, two, three] = [81, 82, 83].map((seed) => accountOf(signer(seed)))
  const lines = [`${one};Amir;48;Watering`, `${two};Piet;1.000;"Compost,\nall season"`, `${three};Luis;;Seeds`]
  const text = ["wallet;member;share;for", ...lines].join("\r\n")
  const chosen = page.getByLabel(/^Or a file/)
  const large = test.info().outputPath("large.csv")
  writeFileSync(large, Buffer.alloc(64 * 1_048_576, "a,1\n"))
  await chosen.setInputFiles(large)
  await expect(page.getByText("The list is larger than 3 MiB. Split it.")).toBeVisible()
  const path = test.info().outputPath("helpers.csv")
  writeFileSync(path, text)
  await chosen.setInputFiles(path)
  await expect(page.getByText("The list is larger than 3 MiB. Split it.")).toBeHidden()
  writeFileSync(path, `${text}\r\n`)
  utimesSync(path, new Date(), new Date(Date.now() + 5_000))
  await button(page, "Preview").click()
  await expect(page.getByText(/it changed after it was chosen\. Choose it again\.$/)).toBeVisible()
  await expect(page.getByLabel("Title")).toHaveValue("Thanks to the helpers")
  await chosen.setInputFiles(path)
  await button(page, "Preview").click()

  await expect(page.getByText("The totals differ by 999 QRM.", { exact: false })).toBeVisible()
  await expect(page.getByText("1 or 1,000?")).toBeVisible()
  await checkScreen(page, "list-asked")
  await button(page, "Check the list").click()
  await expect(page.getByRole("group", { name: "How amounts are written" })).toContainText(
    "Choose how amounts are written."
  )
  await page.getByRole("radio", { name: /^1\.234,50/ }).check()
  await button(page, "Check the list").click()
  await expect(page.getByText("1 line has an error.")).toBeVisible()
  await button(page, "Exclude all with errors").click()
  await expect(page.getByText(/2 people in 1 batch/)).toBeVisible()

  const second = await visitAs(browser, origin, SECOND)
  await second.page.goto(page.url())
  const reading = second.page.getByRole("region", { name: "How the list was read" })
  await expect(reading).toContainText("helpers.csv, columns separated by semicolon")
  await expect(reading).toContainText("Amount from C · share")
  await expect(reading).toContainText("1.234,50: point for thousands, comma for decimals. Total 1,048 QRM")
  await checkScreen(second.page, "list-checked")
  await signsAs(second, SECOND, (at) => button(at, "Pay 2 people 1,048 QRM").click())
  await expect(second.page.getByText("1 of 1 batch confirmed, 2 of 2 people paid, 0 unclaimed.")).toBeVisible({
    timeout: 30_000
  })

  // Without JavaScript, a list whose columns are in another order.
  const storageState = await page.context().storageState()
  const bare = await browser.newContext({ baseURL: origin, javaScriptEnabled: false, storageState })
  const still = await bare.newPage()
  await still.goto(`${room}/tokenDistribution?new=1`)
  await still.getByLabel(/^Or a file/).setInputFiles(large)
  await button(still, "Preview").click()
  await expect(still.getByText("The list is larger than 3 MiB. Split it.")).toBeVisible()
  await still.goto(`${room}/tokenDistribution?new=1`)
  await still.getByLabel("Title").fill("Thanks again")
  await still.getByLabel("From a list").check()
  await still.getByLabel("List", { exact: true }).fill(`1.000;${one}`)
  await button(still, "Preview").click()
  await expect(still.getByText("1 line has an error.")).toBeVisible()
  await still.getByRole("link", { name: "Read it in another way" }).click()
  await still.getByLabel("A", { exact: true }).selectOption("Amount")
  await still.getByLabel("B", { exact: true }).selectOption("Account or name")
  await button(still, "Show the rows again").click()
  await expect(still.getByText("1 or 1,000?")).toBeVisible()
  await still.getByRole("radio", { name: /^1\.234,50/ }).check()
  await button(still, "Check the list").click()
  await expect(still.getByRole("region", { name: "How the list was read" })).toContainText("Total 1,000 QRM")
  await bare.close()
})

test("weights in a spreadsheet with 1.000 are asked about, checked by a moderator and set by the owner", async ({
  browser,
  server
}) => {
  test.setTimeout(180_000)
  const marta = await visitAs(browser, server.origin, "Marta Lindqvist")
  const { page } = marta
  await openCommunity(page, "riverside-garden", "members?tab=weights")
  const path = test.info().outputPath("weights.xlsx")
  const rows = textsOf(
    ["Name", "Weight", "Beds"],
    ["Ruth Okafor", "1.000", "2"],
    ["Hugo Ferrand", "4", "1"],
    ["Olga", "5", ""]
  )
  writeFileSync(path, workbook({ weights: rows }))
  await checkScreen(page, "weights-empty")
  await page.getByLabel(/^Or a file/).setInputFiles(path)
  await button(page, "Read the list").click()
  await expect(page.getByText("1 weight can be read in more than one way. The totals differ by 999.")).toBeVisible()
  await expect(page.getByText("1 or 1,000?")).toBeVisible()
  await checkScreen(page, "weights-asked")
  await button(page, "Check the list").click()
  await expect(page.getByRole("group", { name: "How weights are written" })).toContainText(
    "Choose how weights are written."
  )
  await page.getByRole("radio", { name: /^1\.234,50/ }).check()
  await button(page, "Check the list").click()
  await expect(page.getByText("1 line has an error: nothing can be set.")).toBeVisible()
  await expect(page.getByRole("row", { name: /^4 Olga 5/ })).toContainText("no member has this name")
  await expect(page.getByRole("button", { name: /^Set/ })).toHaveCount(0)
  await checkScreen(page, "weights-wrong")

  // Without JavaScript, the mended list.
  const storageState = await page.context().storageState()
  const bare = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false, storageState })
  const still = await bare.newPage()
  await still.goto(page.url())
  await still
    .getByLabel("List", { exact: true })
    .fill("Name;Weight\nRuth Okafor;1.000\nHugo Ferrand;4\nMarta Lindqvist;10")
  await button(still, "Read the list").click()
  await still.getByRole("radio", { name: /^1\.234,50/ }).check()
  await button(still, "Check the list").click()
  await expect(still.getByText("2 weights change. 1 member keeps theirs.")).toBeVisible()

  await test.step("the moderator sees what was understood, and cannot set it", async () => {
    const { context, page: checking } = await visitAs(browser, server.origin, "Joaquim Teles")
    await openCommunity(checking, "riverside-garden", "members?tab=weights")
    const reading = checking.getByRole("region", { name: "How the list was read" })
    await expect(reading).toContainText("Pasted text, columns separated by semicolon")
    await expect(reading).toContainText("1.234,50: point for thousands, comma for decimals. Total 1,014")
    await expect(checking.getByRole("row", { name: /Ruth Okafor/ })).toContainText("1,000")
    await expect(checking.getByText("Only the owner can set these weights.")).toBeVisible()
    await expect(checking.getByRole("button", { name: /^Set/ })).toHaveCount(0)
    await checkScreen(checking, "weights-checked")
    await context.close()
  })

  // Marta's other page shows the list from before.
  await button(page, "Discard the list").click()
  await expect(page.getByText(/set or discarded after this page was loaded/)).toBeVisible()
  await button(page, "Set 2 weights").click()
  await expect(page.getByText("2 weights were changed.")).toBeVisible()
  await page.getByRole("link", { name: "Members by weight" }).click()
  await expect(page.getByRole("row", { name: /Ruth Okafor/ })).toContainText("1,000")
  await bare.close()
  await marta.context.close()
})
