/** A reloaded page may post a signed proposal again: it is published once. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, it } from "vitest"
import { type Form, formOf, openSite, type Site, signForm, type Who } from "./site"

let site: Site
let club = ""
beforeAll(async () => {
  site = await openSite()
  club = await site.club("repeating")
}, 60_000)
afterAll(() => site.stop())

const proposed = () =>
  site.within(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ readonly id: string }>`SELECT id FROM proposals ORDER BY id`)
  )
const send = (who: Who, form: Form) =>
  site.ask(who, "api.proposals.$id._index.ts", "/", { form: { ...form, intent: "publish" }, params: { id: club } })

it("the same signature leads to the same proposal; another signature or another person's does not", async () => {
  const form = await signForm(site, club, formOf("proposaleeee"))
  const first = await send("Ben", form)
  assert.deepEqual([first.status, first.json.to], [200, `/community/detail/${club}/proposals?p=1`], first.text)
  for (const again of [await send("Ben", form), ...(await Promise.all([send("Ben", form), send("Ben", form)]))]) {
    assert.deepEqual([again.status, again.json.to], [200, first.json.to])
  }
  assert.deepEqual(await proposed(), [{ id: "proposaleeee" }])

  const { signature = "" } = await signForm(site, club, formOf("proposalffff"))
  assert.isAtLeast((await send("Ben", { ...form, signature })).status, 400)
  assert.isAtLeast((await send("Cho", form)).status, 400)
  assert.deepEqual(await proposed(), [{ id: "proposaleeee" }])
})
