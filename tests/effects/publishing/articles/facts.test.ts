/** Facts about the product in articles and policies that the code states too. */
import { assert, describe, it } from "@effect/vitest"
import { Duration } from "effect"
import { WeightMode } from "~/effects/access/Community"
import { SMALL_COMMUNITY } from "~/effects/access/rules"
import { grouped } from "~/effects/base/text/grouped"
import { VoteType } from "~/effects/governance/votes/proposal/Proposal"
import { SESSION_LIFE } from "~/effects/people/wallet-session/Sessions.server"
import { contentFiles } from "~/effects/publishing/articles/Articles.server"
import { BATCH, MOST_ROWS, RECOVER } from "~/effects/treasury/payouts/limits"

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
const inWords = (many: number): string => NUMBERS[many] ?? String(many)
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const textOf = (file: string): string => contentFiles[file] ?? assert.fail(`no ${file}`)
/** Scores from 0 to 5 and from 0 to 10 are one way. */
const ways = inWords(new Set(VoteType.literals.map((type) => type.replace(/\d+$/, ""))).size)
const weights = inWords(WeightMode.literals.length)

describe("articles and policies", () => {
  it.each<readonly [file: string, fact: string]>([
    ["pages/catalystsuite.md", `${capital(ways)} ways to count`],
    ["roadmap.md", `Votes in ${ways} ways`],
    ["resources/ways-to-count.md", `${capital(ways)} kinds of ballot and ${weights} kinds of weight`],
    ["blog/how-we-count.md", `The ${ways} kinds`],
    ["blog/how-we-count.md", `${ways} kinds of ballot`],
    ["blog/how-we-count.md", `A community chooses one of the ${weights}.`],
    ["resources/paying-a-list.md", `batches of ${BATCH.start}, one transaction each`],
    ["resources/paying-a-list.md", `At most ${grouped(MOST_ROWS)} lines`],
    ["resources/paying-a-list.md", `With more than ${inWords(SMALL_COMMUNITY)} members`],
    ["resources/paying-a-list.md", `by default after ${RECOVER.usual} days and never before ${RECOVER.least}`],
    ["pages/price.md", `1 for every ${BATCH.start} people`],
    ["pages/privacypolicy.md", `${Duration.toDays(SESSION_LIFE)} days at most`]
  ])("%s states: %s", (file, fact) => {
    assert.include(textOf(file), fact)
  })

  it("state the right number of ways to count", () => {
    const others = NUMBERS.slice(2).filter((word) => word !== ways)
    const wrong = new RegExp(`\\b(${others.join("|")}) (ways to count|kinds of ballot)`, "i")
    for (const [file, text] of Object.entries(contentFiles)) assert.notMatch(text, wrong, file)
  })

  it("mention sealed votes wherever they say that an operator sees hidden choices", () => {
    const paragraphs = Object.entries(contentFiles).flatMap(([file, text]) =>
      text.split(/\n\s*\n/).map((paragraph) => [file, paragraph] as const)
    )
    const reported = paragraphs.filter(
      ([, text]) => /operator/i.test(text) && /results?/i.test(text) && /\bhid(es|den)\b/i.test(text)
    )
    assert.isAtLeast(reported.length, 4)
    for (const [file, paragraph] of reported) assert.match(paragraph, /seal/i, file)
  })

  it("send nobody to support for what a button does: exporting own data and deleting an account", () => {
    const [, rights = ""] = textOf("pages/privacypolicy.md").split("{#your-rights}")
    for (const button of ["Download my data", "Remove my account"]) assert.include(rights, `**${button}**`)
    assert.include(rights, "/userDashboard/edit?tab=privacy")
  })
})
