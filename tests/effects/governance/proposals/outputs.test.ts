import { strFromU8, unzipSync } from "fflate"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { openSite, publish, type Site } from "./site"

const ID = "rankedvoteaa"
const SLUG = "ranked-club"
const REASON = "The yard is nearer"
/**
 * The roof has the fewest votes, then the shed: no tie. The hall, first in the list, loses to the yard once they are
 * out.
 */
const CAST = [
  ["Dev", ["c1", "c3", "c4", "c2"]],
  ["Eva", ["c1", "c4", "c3", "c2"]],
  ["Ben", ["c2", "c3", "c4", "c1"]],
  ["Cho", ["c3", "c2", "c4", "c1"]],
  ["Ana", ["c2", "c4", "c3", "c1"]]
] as const

let site: Site
let club = ""
beforeAll(async () => {
  site = await openSite()
  club = await site.club(SLUG, { resultsVisibility: "afterClose", weightMode: "member" })
  const choice = ["The hall", "The yard", "The shed", "The roof"]
  const published = await publish(site, club, ID, { voteType: "ranked", choice, choiceNote: ["", "", "", ""] })
  assert.strictEqual(published.status, 303, published.text)
  for (const [who, ranking] of CAST) {
    const { status, text } = await site.cast(who, await site.signed(who, ID, ranking, who === "Ben" ? REASON : ""))
    assert.strictEqual(status, 200, text)
  }
}, 60_000)
afterAll(() => site.stop())

const one = () =>
  site.ask("nobody", "api.v1.communities.$slug.proposals.$n.ts", "/", { params: { slug: SLUG, n: "1" } })
const exported = (format: string) =>
  site.ask("nobody", "api.exports.proposals.ts", `/?community=${SLUG}&format=${format}`)

/** The vote's ballot file from the owner's archive. */
const archived = async () => {
  const { text } = await site.ask("Ana", "api.exports.community.ts", `/?community=${SLUG}`)
  const files = unzipSync(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))
  assert.deepStrictEqual(
    Object.keys(files).filter((name) => name.startsWith("ballots")),
    ["ballots/1.json"]
  )
  return strFromU8(files["ballots/1.json"] ?? new Uint8Array())
}
const ownVotes = async (who: "Ben" | "Cho") => (await site.ask(who, "api.exports.me.ts", "/")).json.votes

describe("a ranked vote as data", () => {
  it("contains no winner while results are hidden, an archive without choices, and one's own vote for oneself", async () => {
    const { json } = await one()
    assert.deepInclude(json, { results: null, winners: null, tied: null, rounds: null })
    const archive = await archived()
    assert.notInclude(archive, REASON)
    assert.notMatch(archive, /"choice":/)
    assert.isTrue((await checkFile(archive)).holds)
    const [mine] = (await ownVotes("Ben")) as ReadonlyArray<Readonly<Record<string, unknown>>> // A member of the file.
    assert.deepInclude(mine, { slug: SLUG, number: 1, choice: ["c2", "c3", "c4", "c1"], reason: REASON, weight: "1" })
    assert.notInclude(JSON.stringify(await ownVotes("Cho")), REASON)
  })

  it("names the winner and all rounds after the close, not only the first preferences", async () => {
    await site.closeAfter(121)
    const { json } = await one()
    const lines = json.results as ReadonlyArray<{ readonly key: string; readonly votes: string }> // A member of the API.
    assert.deepEqual(
      lines.map(({ key, votes }) => [key, votes]),
      [
        ["c1", "2"],
        ["c2", "2"],
        ["c3", "1"],
        ["c4", "0"]
      ]
    )
    assert.deepInclude(json, { outcome: "passed", winners: ["c2"], tied: [], ties: [] })
    const rounds = json.rounds as ReadonlyArray<{ readonly eliminated: string | null }> // A member of the API.
    assert.deepEqual(
      rounds.map(({ eliminated }) => eliminated),
      ["c4", "c3", null]
    )

    const file = JSON.parse((await exported("json")).text)
    assert.deepInclude(file.proposals[0], { winners: ["c2"], tied: [], rounds: json.rounds })
    const [header = "", row = ""] = (await exported("csv")).text.split("\r\n")
    assert.include(header, ",winners,tied,")
    assert.include(row, ",The yard,,")

    const archive = await archived()
    assert.include(archive, REASON)
    const report = await checkFile(archive)
    assert.isTrue(report.holds, report.detail)
    const download = await site.ask("nobody", "explore.$slug.proposals.$n.ballots[.]json.ts", "/", {
      params: { slug: SLUG, n: "1" }
    })
    assert.strictEqual(archive, download.text)
  })
})
