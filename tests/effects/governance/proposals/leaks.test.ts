/**
 * Hidden results leak nowhere: a vote with a tally nobody would guess, and every address of the site that concerns it
 * (startTestServer), requested by a visitor, by members who voted or did not, and by the owner.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { strFromU8, unzipSync } from "fflate"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { testVoter } from "../votes/world"
import { openSite, PAGE, publish, type Site, type Who } from "./site"

const ID = "secretvoteaa"
const SLUG = "secret-club"
const REASON = "zyxquartz"
/** Ben and Cho vote one way, Dev the other. Sums of weights appear nowhere else; single weights are public. */
const YES = 137 + 264
const SECRETS = new RegExp(
  `${REASON}|(?<![\\w.-])${YES}(?![\\w.-])|"choice":"(yes|no|abstain)"|"lines":\\[\\{"key"|"(winners|tied|rounds|perChoice)":(?!\\s*null)|Yes ${YES}|[\\d.]+ % of the counted`
)

let site: Site
let club = ""
beforeAll(async () => {
  site = await openSite()
  club = await site.club(SLUG, { resultsVisibility: "afterClose" })
  assert.strictEqual((await publish(site, club, ID, { title: "Whom do we invite?" })).status, 303)
  for (const [who, choice] of [
    ["Ben", "yes"],
    ["Cho", "yes"],
    ["Dev", "no"]
  ] as const) {
    const { status } = await site.cast(who, await site.signed(who, ID, choice, `${REASON} ${who}`))
    assert.strictEqual(status, 200)
  }
}, 60_000)
afterAll(() => site.stop())

const detail = (tab: string) => `_wallet.community.detail.$id.${tab}.tsx`
const profile = "_wallet.userDashboard.userProfile.$id.tsx"

/** Route, address, params. */
const outputs = (): ReadonlyArray<readonly [file: string, query: string, params: Readonly<Record<string, string>>]> => {
  const inside = { id: club }
  const publicProfile = { slug: SLUG }
  const one = { slug: SLUG, n: "1" }
  return [
    ["explore.$slug.proposals.$n.picture[.]png.ts", "/", one],
    ["explore.$slug.picture[.]png.ts", "/", publicProfile],
    [PAGE, "/", inside],
    [PAGE, "/?tab=results", inside],
    [PAGE, "/?p=1", inside],
    [PAGE, "/?p=1&choice=yes&bq=quartz", inside],
    [PAGE, "/?p=1&tab=results&do=versions", inside],
    ["_wallet.community.detail.$id.tsx", "/", inside],
    [detail("_index"), "/", inside],
    [detail("activity"), "/", inside],
    [detail("activity"), "/?topic=votes", inside],
    [detail("members"), "/", inside],
    ["_site._index.tsx", "/", {}],
    ["_site.community._index.tsx", "/", {}],
    ["_site.explore._index.tsx", "/?tab=proposals", {}],
    ["_site.explore.$slug._index.tsx", "/", publicProfile],
    ["_site.explore.$slug.proposals.$n.tsx", "/", one],
    ["_site.explore.$slug.proposals.$n.tsx", "/?choice=no&bq=quartz", one],
    ["explore.$slug.proposals.$n.ballots[.]json.ts", "/", one],
    ["explore.$slug.proposals.$n.ballots[.]csv.ts", "/", one],
    ["explore.$slug.proposals.$n.ballots[.]blt.ts", "/", one],
    ["explore.$slug.proposals.$n.records[.]csv.ts", "/", one],
    ["explore.$slug.feed[.]xml.ts", "/", publicProfile],
    ["explore.$slug.calendar[.]ics.ts", "/", publicProfile],
    ["api.v1.communities.$slug._index.ts", "/", publicProfile],
    ["api.v1.communities.$slug.proposals._index.ts", "/", publicProfile],
    ["api.v1.communities.$slug.proposals.$n.ts", "/", one],
    ["api.exports.proposals.ts", `/?community=${SLUG}&format=json`, {}],
    ["api.exports.proposals.ts", `/?community=${SLUG}`, {}],
    ["api.exports.activity.ts", `/?community=${SLUG}`, {}],
    ["api.exports.community.ts", `/?community=${SLUG}`, {}],
    ["api.events.ts", `/?community=${club}&since=0`, {}],
    ["api.proposals.$id.$number.file.ts", "/", { id: club, number: "1" }],
    ["_wallet.userDashboard._index.tsx", "/", {}],
    ["_wallet.userDashboard._index.tsx", "/?tab=votes", {}],
    ["_wallet.userDashboard._index.tsx", "/?tab=notifications", {}],
    [profile, "/", { id: testVoter("Ben").account }],
    [profile, "/", { id: testVoter("Dev").account }]
  ]
}

/** Archives are unzipped. */
const textsOf = (text: string): string => {
  if (!text.startsWith("PK")) return text
  return Object.values(unzipSync(Uint8Array.from(text, (byte) => byte.charCodeAt(0))))
    .map((file) => strFromU8(file))
    .join("\n")
}

/** Returns what was found, by place, and how many places answered. */
const search = async (who: Who) => {
  let responded = 0
  const found: Array<string> = []
  for (const [file, query, params] of outputs()) {
    const { status, text } = await site.ask(who, file, query, { params })
    if (status !== 200) continue
    responded += 1
    const secret = SECRETS.exec(textsOf(text))
    if (secret !== null) found.push(`${file}${query} for ${who}: …${text.slice(secret.index - 60, secret.index + 60)}…`)
  }
  return { answered: responded, found }
}

/** People's notifications and the texts of their e-mails. */
const notified = () =>
  site.within(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`SELECT text AS words FROM notifications UNION ALL SELECT data FROM activity_events`
      const emails = yield* sql`SELECT * FROM outbox`
      return JSON.stringify([rows, emails])
    })
  )

describe("a vote whose results are hidden", () => {
  it("reveals its tally to nobody: in no page, file, feed, response, e-mail or event", async () => {
    const everybody: ReadonlyArray<Who> = ["nobody", "Zoe", "Eva", "Ana"]
    for (const who of everybody) {
      const { answered: responded, found } = await search(who)
      assert.deepStrictEqual(found, [])
      assert.isAbove(responded, 20, who)
    }
    assert.notMatch(await notified(), SECRETS)
    // Voters find their own choice again, and nobody else's.
    const own = await site.ask("Dev", PAGE, "/?p=1", { params: { id: club } })
    assert.include(own.text, `${REASON} Dev`)
    assert.notMatch(own.text, new RegExp(`${REASON} (Ben|Cho)|"lines":`))
  })

  it("reveals all of it after the close, in the same places", async () => {
    await site.closeAfter(121)
    const { found } = await search("nobody")
    const places = new Set(found.map((line) => line.slice(0, line.indexOf(".ts"))))
    for (const place of [
      "_site.explore.$slug.proposals.$n",
      "explore.$slug.proposals.$n.ballots[.]csv",
      "api.exports.proposals"
    ]) {
      assert.include([...places], place)
    }
    const page = await site.ask("nobody", "_site.verify.tsx", "/verify", {
      form: { address: `/explore/${SLUG}/proposals/1` }
    })
    assert.include(page.text, "All 3 ballots check out. The result is not passed.")
    const file = await site.ask("nobody", "explore.$slug.proposals.$n.ballots[.]json.ts", "/", {
      params: { slug: SLUG, n: "1" }
    })
    assert.isTrue((await checkFile(file.text)).holds)
  })

  it("appears in the feed when it opens and closes, and in no search engine while its community is unlisted", async () => {
    const feed = await site.ask("nobody", "explore.$slug.feed[.]xml.ts", "/", { params: { slug: SLUG } })
    assert.include(feed.text, "Voting opened on")
    assert.match(feed.text, /Whom do we invite\?.*not passed/)
    const metaOf = async () => {
      const { meta } = await import("~/routes/_site.explore.$slug.proposals.$n")
      const { json } = await site.ask("nobody", "_site.explore.$slug.proposals.$n.tsx", "/", {
        params: { slug: SLUG, n: "1" }
      })
      // What Remix passes to a page's meta, as far as it is read.
      const args = { data: json, matches: [], params: { slug: SLUG, n: "1" } } as unknown as Parameters<typeof meta>[0]
      return JSON.stringify(meta(args))
    }
    assert.notInclude(await metaOf(), "noindex")
    await site.within(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE communities SET visibility = 'unlisted' WHERE id = ${club}`
      )
    )
    assert.include(await metaOf(), '{"name":"robots","content":"noindex"}')
    const listed = await site.ask("nobody", "_site.explore._index.tsx", "/?tab=proposals", {})
    assert.notInclude(listed.text, "Whom do we invite?")
    assert.notInclude((await site.ask("nobody", "sitemap[.]xml.ts", "/", {})).text, SLUG)
  })
})
