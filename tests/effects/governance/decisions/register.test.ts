/** The register of a year's decisions as a page, as files and at the checker, and the agenda of a meeting. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { codeOf } from "~/effects/base/text/checkCode"
import { agendaOf, readAgenda } from "~/effects/governance/decisions/agenda"
import { checksumOf, type RegisterFile } from "~/effects/governance/decisions/register"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { writeLine } from "~/effects/governance/votes/file/readStrictly"
import { openSite, publish, type Site } from "../proposals/site"

const SLUG = "deciding-club"
const PAGE = "_wallet.community.detail.$id.decisions.tsx"

let site: Site
let club = ""
/** In which the votes are counted: the days until then may lead into another. */
let year = 0
beforeAll(async () => {
  site = await openSite()
  club = await site.club(SLUG, { resultsVisibility: "afterClose", weightMode: "member" })
  for (const [id, title, choice] of [
    ["kettlevoteaa", "A second kettle", "yes"],
    ["shedvoteaaaa", "A larger shed", "no"],
    ["openvoteaaaa", "A vote that stays open", "yes"]
  ] as const) {
    const periodHours = id === "openvoteaaaa" ? "300" : "120"
    const published = await publish(site, club, id, { title, periodHours })
    assert.strictEqual(published.status, 303, published.text)
    for (const who of ["Ana", "Ben", "Cho"] as const) {
      assert.strictEqual((await site.cast(who, await site.signed(who, id, choice))).status, 200)
    }
  }
}, 60_000)
afterAll(() => site.stop())

const page = async (query: string, who: "Ana" | "nobody" = "Ana") =>
  JSON.parse((await site.ask(who, PAGE, `/?${query}`, { params: { id: club } })).text)
const exported = (format: string, of = year) =>
  site.ask("nobody", "api.exports.decisions.ts", `/?community=${SLUG}&year=${of}&format=${format}`)
/** The file as the export sent it: `ask` reads bytes one by one. */
const fileOf = (text: string) => Buffer.from(text, "latin1").toString("utf8")

describe("the register of a year's decisions", () => {
  it("contains nothing before a vote is counted, then each once with its result", async () => {
    assert.deepInclude(await page(""), { decisions: [], code: null, later: null })
    await site.closeAfter(121)
    const { decisions, year: shown } = await page("")
    year = Number(shown)
    assert.deepEqual(
      decisions.map(({ eligible, number, state, title, voters }: Record<string, unknown>) => [
        number,
        title,
        state,
        voters,
        eligible
      ]),
      [
        [1, "A second kettle", "Passed", 3, 5],
        [2, "A larger shed", "Not passed", 3, 5]
      ]
    )
    assert.match(decisions[0].result, /^3 of 5 eligible members voted/)
  })

  it("is a file that the checker reads, and refuses after any change", async () => {
    const { status, text } = await exported("json")
    assert.strictEqual(status, 200)
    const source = fileOf(text)
    const report = await checkFile(source)
    assert.isTrue(report.holds, JSON.stringify(report.findings))
    assert.strictEqual(report.confirmation, "open")
    assert.match(report.verdict, /^The register is complete as it was made: 2 decisions until /)
    const file = JSON.parse(source) as RegisterFile // As checked above.
    const [first, second] = file.decisions
    if (first === undefined || second === undefined) throw new Error("two votes were counted")
    const withSum = (changes: Partial<RegisterFile>) => {
      const register = { ...file, ...changes }
      return { ...register, checksum: checksumOf(register) }
    }
    const wrong: ReadonlyArray<object> = [
      { ...file, decisions: [{ ...first, state: "Not passed" }, second] },
      { ...file, decisions: [first] },
      { ...file, origin: "https://elsewhere.example" },
      { ...file, checksum: "0".repeat(64) },
      { ...file, more: 1 },
      withSum({ decisions: [second, first] }),
      withSum({ decisions: [first, first, second] }),
      withSum({ year: String(year - 1) }),
      withSum({ decisions: [{ ...first, closedAt: `${year - 1}-12-31T23:59:59.999Z` }, second] })
    ]
    for (const changed of wrong) assert.isFalse((await checkFile(writeLine(changed))).holds, JSON.stringify(changed))
    assert.isTrue((await checkFile(writeLine(withSum({ decisions: [second] })))).holds)
  })

  it("is a table for spreadsheets", async () => {
    const [head, ...lines] = fileOf((await exported("csv")).text)
      .trimEnd()
      .split("\r\n")
    assert.match(head ?? "", /number,closedAt,title,kind,state,result,voters,eligible,transaction,proposalDigest/)
    assert.strictEqual(lines.length, 2)
    assert.match(lines[0] ?? "", /^1,.*A second kettle.*decision.*Passed/)
  })

  it.each(["year=20", "year=2026-11", "year=9999", "year=%00"])("refuses %s in words", async (query) => {
    const { status, text } = await site.ask("Ana", PAGE, `/?${query}`, { params: { id: club } })
    assert.strictEqual(status, 422)
    assert.include(text, "E-PERIOD")
  })

  it("is refused as a whole if one of its votes cannot be read", async () => {
    const setTally = (from: string | null) =>
      site.within(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const [row] = yield* sql<{ readonly tally: string }>`SELECT tally FROM proposals WHERE id = 'shedvoteaaaa'`
          yield* sql`UPDATE proposals SET tally = ${from ?? '{"rounds":5}'} WHERE id = 'shedvoteaaaa'`
          return row?.tally ?? ""
        })
      )
    const tally = await setTally(null)
    const { status, text } = await exported("json")
    assert.strictEqual(status, 503)
    assert.include(text, "stored record of vote 2 cannot be read")
    await setTally(tally)
    assert.strictEqual((await exported("json")).status, 200)
  })

  it("has a code once the year has ended, which is compared with the one on paper", async () => {
    const before = Date.UTC(year - 1, 11, 31, 12)
    await site.within(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE proposals SET closed_at = ${before} WHERE id = 'kettlevoteaa'`
      )
    )
    assert.lengthOf((await page("")).decisions, 1)
    const { code, decisions } = await page(`year=${year - 1}`)
    assert.lengthOf(decisions, 1)
    assert.match(code, /^[0-9A-F]{4}(-[0-9A-F]{4}){3}$/)
    const { checksum } = JSON.parse(fileOf((await exported("json", year - 1)).text))
    assert.strictEqual(codeOf(checksum), code)
    const typed = (text: string) => page(`year=${year - 1}&code=${text}`)
    assert.deepInclude((await typed(code.toLowerCase().replaceAll("-", " "))).checked, { isSame: true })
    assert.deepInclude((await typed("0000-0000-0000-0000")).checked, { isSame: false })
  })
})

describe("the agenda of a meeting", () => {
  it("has the chosen proposals in the chosen order", () => {
    const agenda = readAgenda(
      new URLSearchParams("title=AGM&place7=2&place3=1&place9=&place4=2&place5=x&placeX=1&place0=1")
    )
    assert.deepEqual(agenda, { title: "AGM", when: "", where: "", places: { 3: 1, 4: 2, 7: 2 } })
    const numbers = [3, 4, 5, 7, 9].map((number) => ({ number }))
    assert.deepEqual(
      agendaOf(agenda, numbers).map(({ number }) => number),
      [3, 4, 7]
    )
  })
})
