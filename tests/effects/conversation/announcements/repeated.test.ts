/** A reloaded page may post a signed announcement again: it is published once. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, it } from "vitest"
import { type Form, openSite, type Site, type Who } from "../../governance/proposals/site"

let site: Site
let club = ""
beforeAll(async () => {
  site = await openSite()
  club = await site.club("repeating")
}, 60_000)
afterAll(() => site.stop())

const announced = () =>
  site.within(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ readonly id: string }>`SELECT id FROM announcements WHERE state = 'published' ORDER BY id`
    )
  )

const signedForm = async (id: string): Promise<Form> => {
  const fields = {
    id,
    title: "The pump is mended",
    body: "From nine to noon there is no water in the lower beds.",
    importance: "normal",
    pinUntil: "",
    when: "now",
    publishAt: "",
    offset: "0"
  }
  const params = { id: club }
  const prepared = await site.ask("Ana", "api.announcements.$id.prepare.ts", "/", { json: fields, params })
  const { digest, nonce, publishAt } = prepared.json
  const signature = { publishAt, nonce, proof: site.proofOf("Ana", String(digest)) }
  return { ...fields, intent: "publish", sign: "on", signature: JSON.stringify(signature) }
}
const send = (who: Who, form: Form) =>
  site.ask(who, "api.announcements.$id._index.ts", "/", { form, params: { id: club } })

it("a repeated signature leads to the same announcement, but another one or another person's does not", async () => {
  const form = await signedForm("pumpsssaaaaa")
  const first = await send("Ana", form)
  assert.deepEqual([first.status, first.json.to], [200, `/community/detail/${club}/annissued?a=1`], first.text)
  for (const again of [await send("Ana", form), ...(await Promise.all([send("Ana", form), send("Ana", form)]))]) {
    assert.deepEqual([again.status, again.json.to], [200, first.json.to])
  }
  assert.deepEqual(await announced(), [{ id: "pumpsssaaaaa" }])

  const { signature = "" } = await signedForm("pumpsssbbbbb")
  assert.isAtLeast((await send("Ana", { ...form, signature })).status, 400)
  assert.isAtLeast((await send("Ben", form)).status, 400)
  assert.deepEqual(await announced(), [{ id: "pumpsssaaaaa" }])
})
