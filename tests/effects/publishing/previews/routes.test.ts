/** Pictures over HTTP: cached by their content, refused when too many wait, and none of private content. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import sharp from "sharp"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { openSite, publish, type Site } from "../../governance/proposals/site"

const VOTE = "explore.$slug.proposals.$n.picture[.]png.ts"
const COMMUNITY = "explore.$slug.picture[.]png.ts"
const BOND = "explore.$slug.bonds.$code.picture[.]png.ts"
let site: Site
let club = ""
beforeAll(async () => {
  site = await openSite()
  club = await site.club("pictures", { resultsVisibility: "afterClose" })
  await publish(site, club, "proposalaaaa")
}, 60_000)
afterAll(() => site.stop())

const modules = import.meta.glob<Readonly<Record<string, unknown>>>("/app/routes/explore.*.ts")
let asked = 0
/** The response itself, with its bytes. */
const get = async (
  file: string,
  params: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {}
) => {
  const route = await modules[`/app/routes/${file}`]?.()
  const loader = route?.loader as (args: object) => Promise<Response> // a resource route's own
  return loader({
    request: new Request(`${site.origin}/explore/${params.slug}/picture.png`, { headers }),
    params,
    context: { requestId: "a request", nonce: "", address: `10.9.${asked >> 8}.${asked++ % 256}` }
  })
}
const vote = { slug: "pictures", n: "1" }

describe("a picture's route", () => {
  it("serves a PNG of 1200 by 630, public, and named by its content", async () => {
    for (const [file, params] of [
      [VOTE, vote],
      [COMMUNITY, { slug: "pictures" }]
    ] as const) {
      const response = await get(file, params)
      assert.strictEqual(response.status, 200)
      assert.strictEqual(response.headers.get("content-type"), "image/png")
      assert.strictEqual(response.headers.get("cache-control"), "public, max-age=60")
      const bytes = Buffer.from(await response.arrayBuffer())
      assert.strictEqual(Number(response.headers.get("content-length")), bytes.length)
      const { format, height, width } = await sharp(bytes).metadata()
      assert.deepEqual([format, width, height], ["png", 1200, 630])
      const tag = response.headers.get("etag") ?? ""
      const again = await get(file, params, { "If-None-Match": `W/"other", ${tag}` })
      assert.deepEqual([again.status, again.headers.get("etag"), await again.text()], [304, tag, ""])
    }
  })

  it("serves another one after a vote, and the same for another choice while results are hidden", async () => {
    const tagNow = async () => (await get(VOTE, vote)).headers.get("etag")
    const before = await tagNow()
    const ballot = await site.signed("Ana", "proposalaaaa", "no")
    assert.strictEqual((await site.cast("Ana", ballot)).status, 200)
    const after = await tagNow()
    assert.notStrictEqual(after, before)
    const other = await site.signed("Ana", "proposalaaaa", "yes")
    assert.strictEqual((await site.cast("Ana", other)).status, 200)
    assert.strictEqual(await tagNow(), after)
  })

  it("returns the same 404 for private and for missing subjects", async () => {
    const hidden = await site.club("hidden-pictures")
    await publish(site, hidden, "proposalbbbb")
    await site.within(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE communities SET visibility = 'private' WHERE id = ${hidden}`
      )
    )
    const bodies = []
    for (const slug of ["hidden-pictures", "no-such-club"]) {
      for (const [file, params] of [
        [VOTE, { slug, n: "1" }],
        [COMMUNITY, { slug }],
        [BOND, { slug, code: "GRD-2027A" }]
      ] as const) {
        const response = await get(file, params)
        assert.strictEqual(response.status, 404, `${file} ${slug}`)
        bodies.push((await response.text()).replace(/"requestId":"[^"]*"/, ""))
      }
    }
    assert.strictEqual(new Set(bodies).size, 1)
    for (const [file, params] of [
      [VOTE, { slug: "pictures", n: "9" }],
      [VOTE, { slug: "pictures", n: "x" }],
      [BOND, { slug: "pictures", code: "' OR 1=1" }]
    ] as const) {
      assert.strictEqual((await get(file, params)).status, 404)
    }
  })

  it("refuses too frequent requests", async () => {
    const route = await modules[`/app/routes/${COMMUNITY}`]?.()
    const loader = route?.loader as (args: object) => Promise<Response> // a resource route's own
    const ask = () =>
      loader({
        request: new Request(`${site.origin}/explore/no-such-club/picture.png`),
        params: { slug: "no-such-club" },
        context: { requestId: "a request", nonce: "", address: "10.8.0.1" }
      })
    const all = await Promise.all(Array.from({ length: 130 }, ask))
    const refused = all.filter(({ status }) => status === 429)
    assert.isAtLeast(refused.length, 5)
    assert.isAbove(Number(refused[0]?.headers.get("retry-after")), 0)
  })
})
