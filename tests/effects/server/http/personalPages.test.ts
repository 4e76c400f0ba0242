/**
 * Pages of people who are signed in, shown again (docs/goals.md A9): to nobody else, and never when something has
 * changed.
 */
import { assert, describe, it } from "vitest"
import type { ShownOnce } from "~/effects/base/remix/RequestContext"
import { idText } from "~/effects/base/text/random.server"
import {
  isPersonalPage,
  lifeOfText,
  makePersonalPages,
  PERSONAL_LIFE
} from "~/effects/server/http/personalPages.server"

const HTML = { "Content-Type": "text/html; charset=utf-8" }
const NOON = 1_795_176_000_000
const theo = "__Host-session=theo"
const mara = "__Host-session=mara"

/** A store with a clock of its own, the state of a database, sessions, and a count of what was rendered. */
const world = (maxBytes = 100_000) => {
  let [time, revision] = [0, 1]
  const rendered: Array<string> = []
  const pages = makePersonalPages({ now: () => time, makeGap: () => `gap-${rendered.length}-`, maxBytes })
  const open = async (
    cookie: string,
    url: string,
    make: (gap: string, shownOnce: Array<ShownOnce>) => string | Response = () => `${cookie} sees ${url}`,
    sessionId = cookie
  ) => {
    const facts = { sessionId, revision: String(revision), now: NOON + time, since: time }
    const page = await pages.find({ method: "GET", url, cookie }, facts, async (gap, shownOnce) => {
      rendered.push(`${cookie} ${url}`)
      const made = make(gap, shownOnce)
      return made instanceof Response ? made : new Response(made, { headers: HTML })
    })
    return page && Buffer.concat(page.body.plain(page.fills(`nonce-${idText(8)}`))).toString()
  }
  return {
    pages,
    open,
    rendered,
    write: () => {
      revision += 1
    },
    later: (millis: number) => {
      time += millis
    }
  }
}

describe("which requests may be answered again", () => {
  const asked = (url: string, method = "GET", cookie = theo) => isPersonalPage({ method, url, cookie })

  it("takes pages and their data, for whoever has a session", () => {
    for (const url of [
      "/",
      "/community/detail/abc/activity?topic=x",
      "/userDashboard",
      "/explore.data",
      "/_root.data"
    ]) {
      assert.isTrue(asked(url), url)
    }
    for (const url of [
      "/api/events",
      "/files/a",
      "/local/mailbox",
      "/calendar/abc",
      "/explore/a/calendar.ics",
      "/signup"
    ]) {
      assert.isFalse(asked(url), url)
    }
    assert.isFalse(asked("/", "POST"))
    assert.isFalse(asked("/", "GET", "theme=dark"))
  })
})

describe("a page that is shown again", () => {
  it("is the same person's, at the same address, with the same cookies", async () => {
    const { open, rendered } = world()
    assert.strictEqual(await open(theo, "/userDashboard"), `${theo} sees /userDashboard`)
    assert.strictEqual(await open(mara, "/userDashboard"), `${mara} sees /userDashboard`)
    assert.strictEqual(await open(theo, "/userDashboard"), `${theo} sees /userDashboard`)
    assert.strictEqual(await open(theo, "/userDashboard?tab=2"), `${theo} sees /userDashboard?tab=2`)
    await open(`${theo}; theme=dark`, "/userDashboard")
    assert.strictEqual(rendered.length, 4)
  })

  it("is rendered anew after any write, and for another session", async () => {
    const { open, rendered, write } = world()
    await open(theo, "/")
    write()
    await open(theo, "/")
    await open(theo, "/", undefined, "a later session of the same cookie")
    assert.strictEqual(rendered.length, 3)
  })

  it("does not wait for a rendering that began before a write", async () => {
    const { open, write } = world()
    const before = open(theo, "/", () => "before")
    write()
    const after = open(theo, "/", () => "after")
    assert.deepStrictEqual(await Promise.all([before, after]), ["before", "after"])
    assert.strictEqual(await open(theo, "/", () => "again"), "after")
  })

  it("lives a few seconds, and no longer than the next moment it names", async () => {
    const { later, open, rendered } = world()
    await open(theo, "/")
    later(PERSONAL_LIFE - 1)
    await open(theo, "/")
    assert.strictEqual(rendered.length, 1)
    later(1)
    await open(theo, "/", () => `now ${NOON + PERSONAL_LIFE}, closes ${NOON + PERSONAL_LIFE + 700}, ended ${NOON}`)
    later(699)
    await open(theo, "/")
    assert.strictEqual(rendered.length, 2)
    later(1)
    await open(theo, "/")
    assert.strictEqual(rendered.length, 3)
  })

  it("finds moments however they are written, and none in other numbers", () => {
    const life = (text: string) => lifeOfText(text, NOON, NOON + 20)
    assert.strictEqual(life(`"closesAt",${NOON + 1_500}]`), 1_500)
    assert.strictEqual(life(new Date(NOON + 2_000).toISOString()), 2_000)
    assert.strictEqual(life(new Date(NOON + 2_000).toISOString().replace(".000", "")), 2_000)
    for (const text of [
      `${NOON + 20}`,
      `${NOON + PERSONAL_LIFE}`,
      `9${NOON + 1_500}`,
      `x${NOON + 1_500}`,
      "2026-13-99"
    ]) {
      assert.strictEqual(life(text), PERSONAL_LIFE, text)
    }
  })

  it("has a nonce and ids of its own each time", async () => {
    const { open, rendered } = world()
    const make = (gap: string, shownOnce: Array<ShownOnce>) => {
      const text = idText(20)
      shownOnce.push({ text, again: () => idText(20) })
      return `<script nonce="${gap}"></script><input type="hidden" name="key" value="${text}join"/><i>${text}</i>`
    }
    const shown = [await open(theo, "/", make), await open(theo, "/", make), await open(theo, "/", make)]
    assert.strictEqual(rendered.length, 1)
    assert.strictEqual(new Set(shown).size, 3)
    for (const page of shown) {
      assert.match(page ?? "", /^<script nonce="nonce-[a-z2-7]{8}"><\/script>/)
      assert.match(page ?? "", /value="([a-z2-7]{20})join"\/><i>\1<\/i>$/)
    }
    const keys = shown.map((page) => /value="([^"]*)"/.exec(page ?? "")?.[1])
    assert.strictEqual(new Set(keys).size, 3)
  })

  it("is never one with a key that would not be renewed, a cookie, or a refusal", async () => {
    const odd: ReadonlyArray<() => string | Response> = [
      () => '<input type="hidden" name="key" value="made-elsewhere"/>',
      () => new Response("hello", { headers: { ...HTML, "Set-Cookie": "a=b" } }),
      () => new Response("not yours", { status: 404, headers: HTML }),
      () => new Response("{}", { headers: { "Content-Type": "application/json" } })
    ]
    for (const make of odd) {
      const { open, rendered } = world()
      await open(theo, "/", make)
      await open(theo, "/", make)
      assert.strictEqual(rendered.length, 2)
    }
  })

  it("gives way when there is no room, the oldest first", async () => {
    const { open, rendered } = world(5_000)
    const big = () => "x".repeat(1_000)
    for (const url of ["/", "/explore", "/blog", "/blog", "/"]) await open(theo, url, big)
    assert.deepStrictEqual(rendered, [`${theo} /`, `${theo} /explore`, `${theo} /blog`, `${theo} /`])
    await open(theo, "/price", () => "x".repeat(9_000))
    await open(theo, "/", big)
    assert.strictEqual(rendered.length, 5)
  })
})
