/** Votes whose stored text cannot be read: every address about votes responds, with the others or a message. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { strFromU8, unzipSync } from "fflate"
import { afterAll, assert, beforeAll, describe, test } from "vitest"
import { type DemoWho, GARDEN, openDemo } from "./demo"

let demo: Awaited<ReturnType<typeof openDemo>>
interface Row {
  readonly id: string
  readonly number: number
}
let broken: { readonly open: Row; readonly closed: Row }
let well: Row

/** The newest open and the newest closed vote are broken in columns that readers of rows parse. */
const breakVotes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const some = (status: string) =>
    sql<Row>`SELECT id, number FROM proposals
      WHERE community_id = ${demo.id} AND ${status === "open" ? sql`status = 'active'` : sql`closed_at IS NOT NULL`}
      ORDER BY number DESC LIMIT 2`
  const [[open, other], [closed]] = [yield* some("open"), yield* some("closed")]
  if (open === undefined || other === undefined || closed === undefined)
    throw new Error("The garden has no such votes.")
  yield* sql`UPDATE proposals SET choices = '[{"key":5}]', opening = '{"stateVersion":"many"}' WHERE id = ${open.id}`
  yield* sql`UPDATE proposals SET choices = '[{"key":5}]', tally = '{"rounds":5}' WHERE id = ${closed.id}`
  return { broken: { open, closed }, well: other }
})

beforeAll(async () => {
  demo = await openDemo()
  const found = await demo.within(breakVotes)
  broken = found.broken
  well = found.well
}, 120_000)
afterAll(() => demo.stop())

const load = async (route: string, address: string, params: Readonly<Record<string, string>>, who: DemoWho) => {
  const { loader } = await import(`../../../../app/routes/${route}.ts`)
  const { ends } = await demo.visit([loader], address, params, who)
  const [end] = ends
  const response = end?.status === "fulfilled" ? end.value : end?.reason
  if (!(response instanceof Response)) throw new Error(`${route} answered ${String(response)}`)
  return { status: response.status, text: await response.text() }
}
const page = async (route: string, address: string, params: Readonly<Record<string, string>>, who: DemoWho) => {
  const { loader } = await import(`../../../../app/routes/${route}.tsx`)
  const { ends } = await demo.visit([loader], address, params, who)
  const [end] = ends
  if (end?.status !== "rejected") return { status: 200, text: JSON.stringify(end?.value) }
  const { reason } = end
  return { status: reason instanceof Response ? reason.status : reason.init?.status, text: JSON.stringify(reason.data) }
}

const ONE = "/explore/riverside-garden/proposals"

describe("votes that cannot be read", () => {
  test("the read API lists the others, and says that one cannot be shown", async () => {
    const list = "api.v1.communities.$slug.proposals._index"
    for (const tab of ["open", "results"]) {
      const { status, text } = await load(
        list,
        `/api/v1/communities/x/proposals?tab=${tab}`,
        { slug: GARDEN },
        "visitor"
      )
      assert.strictEqual(status, 200)
      const numbers = JSON.parse(text).proposals.map(({ number }: Row) => number)
      assert.isNotEmpty(numbers)
      assert.notIncludeMembers(numbers, [broken.open.number, broken.closed.number])
    }
    for (const { number } of [broken.open, broken.closed]) {
      const params = { slug: GARDEN, n: String(number) }
      const one = await load("api.v1.communities.$slug.proposals.$n", "/api/v1", params, "visitor")
      assert.strictEqual(one.status, 503)
      assert.deepInclude(JSON.parse(one.text), { code: "E-UNREADABLE" })
    }
    const params = { slug: GARDEN, n: String(well.number) }
    assert.strictEqual((await load("api.v1.communities.$slug.proposals.$n", "/api/v1", params, "visitor")).status, 200)
    assert.strictEqual((await load("api.v1.communities.$slug._index", "/api/v1", params, "visitor")).status, 200)
  })

  test("feed, calendar and files of all votes include the others", async () => {
    for (const route of ["explore.$slug.feed[.]xml", "explore.$slug.calendar[.]ics"]) {
      const { status, text } = await load(route, "/explore/x/feed.xml", { slug: GARDEN }, "visitor")
      assert.strictEqual(status, 200)
      assert.include(text, `/proposals/${well.number}`)
    }
    for (const format of ["csv", "json"]) {
      const file = await load(
        "api.exports.proposals",
        `/api/exports/proposals?community=${GARDEN}&format=${format}`,
        {},
        "visitor"
      )
      assert.strictEqual(file.status, 200)
      assert.include(file.text, `/proposals/${well.number}`)
      assert.notInclude(file.text, `/proposals/${broken.open.number}"`)
    }
  })

  test("files and picture of the broken one explain why there are none", async () => {
    const files = ["ballots[.]json", "ballots[.]csv", "ballots[.]blt", "records[.]csv", "picture[.]png"]
    for (const { number } of [broken.open, broken.closed]) {
      const params = { slug: GARDEN, n: String(number) }
      for (const name of files) {
        const file = await load(`explore.$slug.proposals.$n.${name}`, `${ONE}/${number}/x`, params, "visitor")
        assert.strictEqual(file.status, 503, name)
        assert.include(file.text, "E-UNREADABLE")
      }
      const inside = { id: demo.id, number: String(number) }
      assert.strictEqual((await load("api.proposals.$id.$number.file", "/api", inside, "member")).status, 503)
    }
  })

  test("/verify explains why the broken one fails, and when to try again", async () => {
    const { action } = await import("~/routes/_site.verify")
    const form = new FormData()
    form.set("address", `/explore/${GARDEN}/proposals/${broken.closed.number}`)
    const request = new Request("http://127.0.0.1/verify", { method: "POST", body: form })
    const context = { requestId: "a visit", nonce: "", address: "192.0.2.7" }
    const { data, init } = (await action({ request, params: {}, context })) as unknown as {
      readonly data: { readonly message: string }
      readonly init: { readonly status: number; readonly headers: Headers }
    }
    assert.deepEqual([init.status, init.headers.get("Retry-After")], [503, "3600"])
    assert.match(data.message, /^This vote cannot be shown/)
  })

  test("the export of a community is complete, with the reason in place of the broken one", async () => {
    const { loader } = await import("~/routes/api.exports.community")
    const { ends } = await demo.visit([loader], `/api/exports/community?community=${GARDEN}`, {}, "owner")
    const [end] = ends
    if (end?.status !== "fulfilled" || !(end.value instanceof Response)) throw new Error("there was no file")
    const files = unzipSync(new Uint8Array(await end.value.arrayBuffer()))
    const ballots = (number: number) => JSON.parse(strFromU8(files[`ballots/${number}.json`] ?? new Uint8Array()))
    assert.deepInclude(ballots(broken.closed.number), { code: "E-UNREADABLE" })
    assert.match(ballots(well.number).schema, /^ballots\//)
  })

  test("people's own lists and To do lists still work", async () => {
    const own = ["api.exports.me", "api.exports.votes", "api.exports.activity"]
    for (const route of own) {
      assert.strictEqual((await load(route, `/api?community=${GARDEN}`, {}, "member")).status, 200, route)
    }
    for (const route of ["accounts", "receipt"]) {
      const { status } = await load(`api.ballots.$proposal.${route}`, "/api", { proposal: broken.closed.id }, "member")
      assert.include([200, 404, 503], status, route)
    }
  })

  test("pages show the others, and say that the broken one cannot be shown", async () => {
    const PROPOSALS = "_wallet.community.detail.$id.proposals"
    for (const { number } of [broken.open, broken.closed]) {
      const params = { slug: GARDEN, n: String(number), id: demo.id }
      for (const [route, address, who] of [
        ["_site.explore.$slug.proposals.$n", `${ONE}/${number}`, "visitor"],
        [PROPOSALS, `/community/detail/${demo.id}/proposals?p=${number}`, "member"]
      ] as const) {
        const { status, text } = await page(route, address, params, who)
        assert.strictEqual(status, 503, route)
        assert.include(text, "This vote cannot be shown")
      }
    }
    const params = { slug: GARDEN, id: demo.id }
    for (const [route, address, who] of [
      ...["", "?tab=results", "?tab=drafts"].map(
        (tab) => [PROPOSALS, `/community/detail/${demo.id}/proposals${tab}`, "member"] as const
      ),
      ["_site.explore.$slug._index", `/explore/${GARDEN}`, "visitor"],
      ["_site.explore._index", "/explore?tab=proposals", "visitor"],
      ["_wallet.userDashboard._index", "/userDashboard", "member"],
      ["_wallet.community.detail.$id._index", `/community/detail/${demo.id}`, "member"],
      ["_wallet.community.detail.$id.delegations", `/community/detail/${demo.id}/delegations`, "member"],
      ["_wallet.community.detail.$id.activity", `/community/detail/${demo.id}/activity`, "member"],
      ["_wallet.community.detail.$id.discussion", `/community/detail/${demo.id}/discussion`, "member"],
      ["_wallet.community.detail.$id.signers", `/community/detail/${demo.id}/signers`, "owner"],
      ["_wallet.community.detail.$id.tokenDistribution", `/community/detail/${demo.id}/tokenDistribution`, "owner"],
      ["_wallet.community.detail.$id.bondissued", `/community/detail/${demo.id}/bondissued`, "member"]
    ] as const) {
      const { status, text } = await page(route, address, params, who)
      assert.strictEqual(status, 200, address)
      if (address.endsWith("?tab=results")) assert.include(text, `"unreadable":[{"number":${broken.closed.number},`)
    }
  })
})
