/** Two servers on one Postgres: what a person does on one, visitors of the other see within a second. */
import { startPostgres } from "../postgres"
import { test as base, expect } from "./fixtures"
import { type RunningServer, startServer } from "./server"
import { connect } from "./wizard-steps"

interface Servers {
  readonly database: { readonly url: string } | null
  readonly other: RunningServer | null
}

const test = base.extend<object, Servers>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for here
    async ({}, use) => {
      const postgres = await startPostgres()
      await use(postgres)
      await postgres?.stop()
    },
    { scope: "worker", timeout: 60_000 }
  ],
  server: [
    async ({ database }, use) => {
      const server = await startServer(database === null ? {} : { DATABASE_URL: database.url })
      await use(server)
      await server.stop()
    },
    { scope: "worker", timeout: 60_000 }
  ],
  other: [
    async ({ database, server: _ }, use) => {
      const other = database === null ? null : await startServer({ DATABASE_URL: database.url })
      await use(other)
      await other?.stop()
    },
    { scope: "worker", timeout: 60_000 }
  ]
})

test("a feature request on one server is counted on the other within a second", async ({ other, page, wallet: _ }) => {
  test.skip(other === null, "Postgres is not installed")
  const elsewhere = (tag: string | null = null) =>
    fetch(`${other?.origin}/roadmap`, { headers: tag === null ? {} : { "If-None-Match": tag } })
  await connect(page)
  await page.goto("/roadmap")
  const item = page.locator("#import-community")
  const tag = (await elsewhere()).headers.get("etag")
  expect((await elsewhere(tag)).status).toBe(304)

  const reply = page.waitForResponse((response) => response.request().method() === "POST")
  await item.getByRole("button", { name: "I want this: Import of a community" }).click()
  await reply
  const since = performance.now()
  await expect.poll(async () => (await elsewhere(tag)).status, { intervals: [20], timeout: 5_000 }).toBe(200)
  expect(performance.now() - since).toBeLessThan(1_000)
  const result = await elsewhere(tag)
  expect(await result.text()).toContain("1 person wants this")
  expect(result.headers.get("etag")).not.toBe(tag)
  // From then on both send the same page.
  expect((await elsewhere(result.headers.get("etag"))).status).toBe(304)
})
