/**
 * Every page, requested as a document with all its loaders, sends six statements at most (docs/product/safety.md): with
 * the demonstration's content, by kind of reader. A new page without a row here fails.
 */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import type { LoaderFunctionArgs } from "@remix-run/node"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, test } from "vitest"
import { demoAccount } from "~/effects/local/seed/accounts"
import { SearchEntries } from "~/effects/publishing/search/SearchEntries.server"
import { isShort } from "../../../sets"
import { type DemoWho, demoPeople, GARDEN, openDemo } from "./demo"

const MOST = 6
const INSIDE = "_wallet.community.detail.$id"
/** Of the demonstration's bond, whose code is appended. */
const SERIES = "?series="
/** A search by the address of a post's page. */
const POST = `?q=${encodeURIComponent("/community/detail/aaaaaaaaaaaa/discussion?thread=1&at=aaaaaaaaaaaa")}`
type Module = { readonly loader?: (args: LoaderFunctionArgs) => unknown }
const modules: Readonly<Record<string, () => Promise<unknown>>> = {
  ...import.meta.glob("/app/routes/*.tsx"),
  ...import.meta.glob("/app/root.tsx")
}
const pages = readdirSync(join(import.meta.dirname, "../../../../app/routes"))
  .filter((file) => file.endsWith(".tsx") && !file.startsWith("local."))
  .map((file) => file.slice(0, -".tsx".length))

const everybody: ReadonlyArray<DemoWho> = isShort
  ? ["visitor", "applicant", "owner"]
  : ["visitor", "newcomer", "outsider", "applicant", "member", "moderator", "owner"]
/** The addresses of each page: its tabs and panels, and single subjects. None if it reads no database. */
const inside: Readonly<Record<string, ReadonlyArray<string>>> = {
  _index: [
    "",
    "?opened=1",
    "?panel=hand-over",
    ...["general", "people", "decisions", "treasury", "webhooks", "hand-over", "archive"].map(
      (part) => `?panel=settings&part=${part}`
    )
  ],
  activity: ["", "?view=moderation", "?topic=people", `?person=${demoAccount(demoPeople.member)}`],
  annissue: [""],
  annissued: ["", "?a=1"],
  bondissue: [""],
  bondissued: ["", SERIES],
  bondrecipt: [""],
  discussion: ["", "?waiting=1", "?thread=1", "?thread=2", "?new=1", "?filter=mine", "?q=water"],
  budgets: ["", "?new=1", "?b=1"],
  expenses: ["", "?new=1", "?new=1&copy=1", "?e=1", "?rules=1", "?sums=2026", "?state=paid"],
  search: ["", "?q=water", "?q=water&kind=discussion&when=month", "?q=wtaer", "?q=nothing here like this"],
  signers: [""],
  delegations: [
    "",
    "?q=a",
    "?q=a&after=a~account_tdx_2_12xc5kfwstmdg29sv3qrlyx338ul5zhg4w36760pjmdn776ml2rwvxa",
    "?from=x",
    "?done=x",
    "?used=x"
  ],
  members: [
    "",
    "?tab=applications",
    "?tab=invitations",
    "?tab=invitations&list=1",
    "?tab=weights",
    "?q=a",
    "?sort=name"
  ],
  proposals: [
    "",
    "?p=1",
    "?tab=results",
    "?tab=drafts",
    "?new=1",
    "?new=choose",
    "?new=fill&template=spending",
    "?p=1&do=versions"
  ],
  purchasedbond: [""],
  decisions: ["", `?year=${new Date().getUTCFullYear()}`, "?view=agenda", "?year=2026-13"],
  statement: ["", `?year=${new Date().getUTCFullYear()}`, "?month=2026-13", "?after=1~1~resource_a"],
  templates: ["", "?new=1"],
  tokenDistribution: ["", "?d=1", "?new=1"],
  tokenWithdraw: [""],
  treasury: ["", "?after=1~resource_a"]
}
const views: Readonly<Record<string, ReadonlyArray<string>>> = {
  $: [""],
  signup: [""],
  _operator: [""],
  _site: [""],
  _wallet: [""],
  "_site._index": [""],
  "_site.blog": [""],
  "_site.catalystsuite": [""],
  "_site.community._index": ["", "?tag=Film"],
  "_site.developers": [""],
  "_site.explore._index": ["", "?tab=proposals", "?tab=sales", "?q=garden", "?vote=1&sort=members"],
  "_site.explore.$slug._index": [""],
  "_site.explore.$slug.bonds.$code": [""],
  "_site.explore.$slug.proposals.$n": [""],
  "_site.leave.$secret": [""],
  "_operator.operator._index": ["", "?do=run-job&on=indexer"],
  "_operator.operator.find": ["", "?q=a", `?q=${demoAccount(demoPeople.member)}`, "?q=account_tdx_2_nobody", POST],
  "_operator.operator.emails": [""],
  "_operator.operator.log": [""],
  "_operator.operator.signups": [""],
  "_operator.operator.takedown": ["", `?who=${demoAccount(demoPeople.member)}`],
  "_operator.operator.person.$account": [""],
  "_site.search": ["", "?q=garden", "?q=gadren", "?q=nothing here like this"],
  "_site.ourstory": [""],
  "_site.price": [""],
  "_site.privacypolicy": [""],
  "_site.resources.$id": [""],
  "_site.resources._index": [""],
  "_site.roadmap": [""],
  "_site.support": [""],
  "_site.temp": [""],
  "_site.termsandcondition": [""],
  "_site.verify": ["", "?transaction=nothing"],
  "_wallet.create": ["", "?step=decisions", "?step=review"],
  "_wallet.exploreDao.$slug.deploy": ["", "?step=review"],
  "_wallet.myCommunities": ["", "?tab=moderating", "?tab=owned", "?tab=following", "?tab=applications", "?tab=drafts"],
  "_wallet.undo": [""],
  "_wallet.userDashboard": [""],
  "_wallet.userDashboard._index": ["", "?tab=notifications", "?tab=notifications&unread=1", "?tab=votes"],
  "_wallet.userDashboard.bonds": [""],
  "_wallet.userDashboard.claims.$id": [""],
  "_wallet.userDashboard.edit": ["", ...["work", "e-mail", "notifications", "privacy"].map((tab) => `?tab=${tab}`)],
  "_wallet.userDashboard.userProfile.$id": [""],
  "_wallet.community.detail.$id": [""],
  "_wallet.community.detail.$id_.invitation": ["?invite=aaaaaaaaaaaaaaaa"],
  ...Object.fromEntries(Object.entries(inside).map(([tab, queries]) => [`${INSIDE}.${tab}`, queries]))
}

/** A refusal is a valid response; a defect is not. */
const requireResponse = (thrown: unknown) => {
  if (thrown instanceof Error || JSON.stringify(thrown).includes("E-SERVER")) assert.fail(String(thrown))
}

let demo: Awaited<ReturnType<typeof openDemo>>
beforeAll(async () => {
  demo = await openDemo()
  // As the job does each minute; a search folds what was written since.
  await demo.within(
    Effect.provide(
      Effect.flatMap(SearchEntries, ({ catchUpWholly }) => catchUpWholly),
      SearchEntries.Default
    )
  )
}, 120_000)
afterAll(() => demo.stop())

/** The modules around a page, from the outermost to the page itself. */
const chainOf = async (page: string): Promise<ReadonlyArray<NonNullable<Module["loader"]>>> => {
  const parts = page.split(".")
  const names = ["/app/root.tsx", ...parts.map((_, n) => `/app/routes/${parts.slice(0, n + 1).join(".")}.tsx`)]
  const chain: Array<NonNullable<Module["loader"]>> = []
  for (const name of names) {
    const loaded = (await modules[name]?.()) as Module | undefined // a route module, by its path
    if (loaded?.loader !== undefined) chain.push(loaded.loader)
  }
  return chain
}

describe("statements of a page", () => {
  test("are counted for every page", () => {
    assert.deepEqual(Object.keys(views).sort(), [...pages].sort())
  })

  test.each(Object.entries(views))("%s", async (page, queries) => {
    const chain = await chainOf(page)
    const [series] = await demo.within(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ readonly code: string }>`SELECT code FROM bond_series`)
    )
    const code = series?.code ?? ""
    const params = {
      id: page.includes("userProfile") ? demoAccount(demoPeople.moderator) : demo.id,
      account: demoAccount(demoPeople.member),
      slug: GARDEN,
      n: "1",
      code,
      secret: "none"
    }
    const tooMany: Array<string> = []
    for (const query of queries) {
      await demo.afterAnHour()
      for (const who of everybody) {
        const { ends, statements } = await demo.visit(chain, `/${query}${query === SERIES ? code : ""}`, params, who)
        for (const end of ends) if (end.status === "rejected") requireResponse(end.reason)
        if (statements > MOST) tooMany.push(`${query} by ${who}: ${statements}`)
      }
    }
    assert.deepEqual(tooMany, [])
  })

  // Equally many statements take equally long, so that the time of a response reveals no more than its text
  // (docs/product/safety.md).
  test("are equally many for a private community and a missing one, with equal messages", async () => {
    const { demoCommunityId } = await import("~/effects/local/seed/DemoSeed.server")
    const hidden = { id: demoCommunityId("quiet-room"), slug: "quiet-room" }
    const missing = { id: demoCommunityId("no-such-room"), slug: "loud-room" }
    const about = pages.filter((page) => /\$slug|^_wallet\.community\.detail/.test(page))
    assert.isAtLeast(about.length, 15)
    const reported: Array<string> = []
    for (const page of about) {
      const chain = await chainOf(page)
      for (const who of ["visitor", "newcomer", "outsider"] as const) {
        const ask = async (params: typeof hidden) => {
          const { ends, statements } = await demo.visit(chain, "/", { n: "1", code: "BG26", ...params }, who)
          const refused = ends.flatMap((end) => (end.status === "rejected" ? [JSON.stringify(end.reason)] : []))
          return { refused, statements }
        }
        const [there, gone] = [await ask(hidden), await ask(missing)]
        if (who !== "visitor" || page.startsWith("_site")) assert.include(there.refused.join(), "E-NOT-FOUND", page)
        if (JSON.stringify(there) !== JSON.stringify(gone)) {
          reported.push(`${page} by ${who}: ${JSON.stringify(there)} and ${JSON.stringify(gone)}`)
        }
      }
    }
    assert.deepEqual(reported, [])
  }, 60_000)

  // If the counting broke, nothing above would fail.
  test("are really counted", async () => {
    const { statements } = await demo.visit(await chainOf(`${INSIDE}._index`), "/", { id: demo.id }, "member")
    assert.isAtLeast(statements, 4)
  })
})

test("an announcement counts as read when its page reports it, not when its address is requested", async () => {
  const { loader } = await import("~/routes/_wallet.community.detail.$id.annissued")
  const { action } = await import("~/routes/api.read")
  const announced = await demo.within(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ readonly id: string }>`SELECT id FROM announcements ORDER BY number`
    )
  )
  const counts = () =>
    demo.within(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT number, read_count FROM announcements ORDER BY number`)
    )
  await demo.visit([loader], "/?a=1", { id: demo.id }, "member")
  assert.deepEqual(await counts(), [
    { number: 1, readCount: 0 },
    { number: 2, readCount: 0 }
  ])
  for (let n = 0; n < 2; n++) {
    const reported = await demo.call(action, { type: "announcement", id: announced[0]?.id, seq: 0 }, "member")
    assert.strictEqual(reported.status, 200)
  }
  assert.deepEqual(await counts(), [
    { number: 1, readCount: 1 },
    { number: 2, readCount: 0 }
  ])
  assert.strictEqual(
    (await demo.call(action, { type: "announcement", id: "aaaaaaaaaaaa", seq: 0 }, "member")).status,
    404
  )
})
