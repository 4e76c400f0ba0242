import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { treeText } from "~/effects/base/text/markdown/Tree"
import type { Library } from "~/effects/publishing/articles/Article"
import { Articles, contentFiles } from "~/effects/publishing/articles/Articles.server"
import { findArticle, searchArticles } from "~/effects/publishing/articles/lists.server"
import { type ContentFiles, findQuestions, readLibrary } from "~/effects/publishing/articles/readLibrary.server"

const withLibrary = (check: (library: Library) => void) => Effect.provide(Effect.map(Articles, check), Articles.layer)

/** The problems of our own content after a change to it. */
const problemsAfter = (change: ContentFiles): string => {
  const read = readLibrary({ ...contentFiles, ...change })
  return Either.isLeft(read) ? read.left.join("\n") : ""
}
const edited = (path: string, from: string | RegExp, to: string): ContentFiles => {
  const text = contentFiles[path] ?? ""
  assert.notStrictEqual(text.replace(from, to), text, "the edit changes nothing")
  return { [path]: text.replace(from, to) }
}

describe("the content files", () => {
  it.effect("contain every page, post, guide and question of docs/product/publishing.md", () =>
    withLibrary(({ guides, posts, support }) => {
      assert.deepStrictEqual(
        guides.map(({ group, id }) => `${group} ${id}`),
        [
          "Start connect",
          "Start first-community",
          "Start house-rules",
          "Govern thread-to-proposal",
          "Govern ways-to-count",
          "Govern small-quorum",
          "Govern recount",
          "Govern ballot-file",
          "Fund bonds-plain",
          "Fund term-sheet",
          "Fund paying-a-list",
          "Fund who-enforces-each-rule",
          "Operate self-host",
          "Operate api",
          "Operate moving-from-the-toolkit",
          "Operate webhooks"
        ]
      )
      assert.deepStrictEqual(
        posts.map(({ title }) => title),
        [
          "Why the vote file exists",
          "What your wallet does and does not show when you vote",
          "A bond sale in which nobody holds the money",
          "How we count, with every tie-break",
          "Running it on a spare laptop"
        ]
      )
      assert.deepStrictEqual(
        support.groups.flatMap(({ questions }) => questions.map(({ title }) => title)).sort(),
        [
          "Why can I not vote?",
          "What does my wallet show when I vote?",
          "The request hangs",
          "My phone came back to a blank page",
          "Which network?",
          "Where do I get test tokens?",
          "I joined yesterday; when can I vote?",
          "Can I change my vote?",
          "Who can see my vote?",
          "What is a pre-authorization?",
          "My order expired; what now?",
          "My coupon has not come",
          "Someone owes me tokens; where are they?",
          "My CSV has errors",
          "How do I leave or remove my account?",
          "How do I run this myself?"
        ].sort()
      )
    })
  )

  it.effect("answer each question in three sentences or fewer", () =>
    withLibrary(({ support }) => {
      for (const { answer, title } of support.groups.flatMap(({ questions }) => questions)) {
        const sentences = treeText(answer).match(/[.?](?=\s|$)/g) ?? []
        assert.isAtLeast(sentences.length, 1, title)
        assert.isAtMost(sentences.length, 3, title)
      }
    })
  )

  it("keep the tone: no exclamation marks, no Oops, no exaggerations (docs/product/publishing.md)", () => {
    for (const [path, text] of Object.entries(contentFiles)) {
      assert.notMatch(text.replaceAll("![", "["), /!/, path)
      assert.notMatch(text, /\b(oops|seamless|empower|revolution)/i, path)
    }
  })

  it.effect("tell our story in the specified words", () =>
    withLibrary(({ pages }) => {
      const words = treeText(pages.ourstory.tree)
      for (const sentence of [
        "We kept meeting groups that ran on trust and spreadsheets. Someone counted the votes. Someone held the money.",
        "where a stranger can check each step later without asking for permission.",
        "Nothing leaves your wallet until the whole exchange happens.\nEvery vote can be re-counted from one file.\nYou can take everything with you and run it yourself.",
        "That is on purpose: a group should be able to rehearse before it matters.",
        "Open questions are on the roadmap; our mistakes are in the blog."
      ]) {
        assert.include(words, sentence)
      }
    })
  )

  it.effect("mark each unreleased part as coming, and nothing else", () =>
    withLibrary(({ guides, pages, roadmap }) => {
      const titles = (coming: ReadonlyArray<{ readonly id: string }>) => coming.map(({ id }) => id)
      const open = [...roadmap.now, ...roadmap.next, ...roadmap.later].map(({ id }) => id)
      const bonds = guides.find(({ id }) => id === "bonds-plain")
      assert.deepStrictEqual(titles(bonds?.coming ?? []), open.includes("bond-sales") ? ["bond-sales"] : [])
      assert.deepStrictEqual(titles(pages.ourstory.coming), [])
    })
  )

  it("keep that mark while the roadmap lists the part under Now, and remove it under Done", () => {
    const roadmap = contentFiles["roadmap.md"] ?? ""
    const line = /\n {2}- (bond-sales) \| (\d{4}-\d\d-\d\d) \| ([^\n]*)/.exec(roadmap)
    assert.isNotNull(line)
    const remarks = (text: string) => {
      const library = Either.getOrThrow(readLibrary({ ...contentFiles, "roadmap.md": text }))
      return library.guides.find(({ id }) => id === "bonds-plain")?.coming.map(({ id }) => id)
    }
    const open = roadmap.replace(line?.[0] ?? "", "").replace("\nnow:\n", `\nnow:\n  - bond-sales | ${line?.[3]}\n`)
    assert.deepStrictEqual(remarks(open), ["bond-sales"])
    assert.deepStrictEqual(remarks(roadmap), [])
  })
})

describe("the worked examples", () => {
  const text = (path: string) => contentFiles[path] ?? ""
  const down = (value: number, decimals: number) =>
    (Math.floor(value * 10 ** decimals) / 10 ** decimals).toFixed(decimals)

  it("bonds-plain: face 100, price 92, 180 days (docs/product/bonds.md)", () => {
    const guide = text("resources/bonds-plain.md")
    assert.include(guide, `**${down((100 / 92 - 1) * 100, 2)}%**`)
    assert.include(guide, `**${down(((100 / 92) ** (365 / 180) - 1) * 100, 2)}%** a year`)
    assert.include(guide, `${(20 * 92).toLocaleString("en")}** XRD`)
    assert.include(guide, "We show 1.9726")
    assert.strictEqual(down((100 * 0.08 * 90) / 365, 4), "1.9726")
    assert.strictEqual(down((3_000 / 4_500) * 100, 1), "66.6")
  })

  it("term-sheet: a year of quarterly coupons, act/365", () => {
    const dates = ["2026-12-01", "2027-03-01", "2027-06-01", "2027-09-01", "2027-12-01"].map((day) => Date.parse(day))
    const rows = [...text("resources/term-sheet.md").matchAll(/^\| 1 \w+ 2027 \| (\d+) \| ([\d.]+) \| ([\d.]+) \|$/gm)]
    assert.strictEqual(rows.length, 4)
    for (const [index, [, days, one, many]] of rows.entries()) {
      const length = ((dates[index + 1] ?? 0) - (dates[index] ?? 0)) / 86_400_000
      assert.strictEqual(days, String(length))
      assert.strictEqual(one, down((100 * 0.08 * length) / 365, 4))
      assert.strictEqual(many, down((2_500 * 0.08 * length) / 365, 4))
    }
  })

  it("small-quorum: ballots for a quorum, and Yes for a threshold", () => {
    const guide = text("resources/small-quorum.md")
    for (const members of [5, 8, 12, 20, 40]) {
      const needed = [10, 20, 25, 50].map((percent) => Math.ceil((members * percent) / 100))
      assert.include(guide, `| ${members} | ${needed.join(" | ")} |`)
    }
    for (const ballots of [3, 4, 5, 6, 9]) {
      // In ten-thousandths, so that 2 of 3 stays just under 66.67%.
      const atLeast = (limit: number) => Math.ceil((ballots * limit) / 10_000)
      const needed = [Math.floor(ballots / 2) + 1, atLeast(6_000), Math.ceil((ballots * 2) / 3), atLeast(6_667)]
      assert.include(guide, `| ${ballots} | ${needed.join(" | ")} |`)
    }
  })

  it("paying-a-list: equal parts and weights, rounded down, the remainder stated", () => {
    const guide = text("resources/paying-a-list.md")
    const cents = (amount: number) => (amount / 100).toFixed(2)
    const equal = Math.floor(100_000 / 7)
    assert.include(guide, `so ${cents(equal)} for each. That is ${cents(equal * 7)} in all`)
    assert.include(guide, `remaining **${cents(100_000 - equal * 7)}**`)
    const parts = [1, 2, 4].map((weight) => Math.floor((100_000 * weight) / 7))
    for (const part of parts) assert.include(guide, cents(part))
    const sum = parts.reduce((all, part) => all + part, 0)
    assert.include(guide, `In all ${cents(sum)}; the remaining **${cents(100_000 - sum)}**`)
  })
})

describe("readLibrary", () => {
  it.each([
    [
      "a summary above 160 characters",
      edited("faq.md", /summary: .*/, `summary: ${"a".repeat(161)}`),
      "faq.md: summary"
    ],
    ["a file without front matter", { "blog/spare-laptop.md": "# Hello" }, "blog/spare-laptop.md: no front matter"],
    ["a field it does not know", edited("faq.md", "author:", "writer: x\nauthor:"), "faq.md: writer"],
    ["a day that is none", edited("faq.md", "date: 2026-11-20", "date: 2026-13-01"), "faq.md: date"],
    ["an update before the date", edited("faq.md", "updated: 2026-11-20", "updated: 2026-11-19"), "faq.md: updated"],
    ["a missing page", { "pages/price.md": "" }, "pages/price.md: is missing"],
    ["an id that is not the file's name", edited("pages/price.md", "id: price", "id: cost"), "pages/price.md: id"],
    [
      "an id used twice",
      { "resources/spare-laptop.md": (contentFiles["resources/api.md"] ?? "").replace("id: api", "id: spare-laptop") },
      '"spare-laptop" is taken'
    ],
    [
      "a group it does not know",
      edited("resources/api.md", "group: Operate", "group: Other"),
      "resources/api.md: group"
    ],
    [
      "a link to no page",
      edited("pages/ourstory.md", "(/roadmap)", "(/road-map)"),
      "/ourstory: links to /road-map, which is not a page"
    ],
    ["a link to no anchor", edited("pages/ourstory.md", "(/roadmap)", "(/roadmap#no)"), "which has no such anchor"],
    ["a wait for nothing", edited("faq.md", "communities, ", "comunities, "), 'faq.md: waits: no item "comunities"'],
    ["a roadmap line it cannot read", edited("roadmap.md", "languages |", "languages"), "roadmap.md: cannot read"],
    ["a roadmap item twice", edited("roadmap.md", "- vesting |", "- languages |"), '"languages" occurs twice'],
    [
      "a question without an answer",
      edited("faq.md", "### Which network?", "### Why?\n\n### Which network?"),
      'no answer to "Why?"'
    ]
  ])("%s", (_, change, problem) => {
    assert.include(problemsAfter(change), problem)
  })

  it("finds no problem in the content that we ship", () => assert.strictEqual(problemsAfter({}), ""))
})

describe("finding", () => {
  it.effect("returns an article with its neighbours, and nothing for an unknown one", () =>
    withLibrary((library) => {
      const found = findArticle(library, "recount")
      assert.strictEqual(found?.article.title, "Re-counting a vote by hand")
      assert.strictEqual(found?.previous?.id, "small-quorum")
      assert.strictEqual(found?.next?.id, "ballot-file")
      assert.isNull(findArticle(library, "connect")?.previous)
      assert.isUndefined(findArticle(library, "ourstory"))
    })
  )

  it.effect("ranks titles before summaries in a search", () =>
    withLibrary((library) => {
      assert.strictEqual(searchArticles(library, "bonds plain")[0]?.id, "bonds-plain")
      assert.strictEqual(searchArticles(library, "re-count by hand")[0]?.id, "recount")
      assert.deepStrictEqual(searchArticles(library, "zzz"), [])
      assert.deepStrictEqual(searchArticles(library, "(((.*"), [])
    })
  )

  it.effect("finds a question by all words of the query", () =>
    withLibrary(({ support }) => {
      const titles = (query: string) =>
        findQuestions(support.groups, query).flatMap(({ questions }) => questions.map(({ title }) => title))
      assert.deepStrictEqual(titles("faucet  XRD"), ["Where do I get test tokens?"])
      assert.strictEqual(titles("").length, 16)
      assert.deepStrictEqual(titles("faucet coupon"), [])
    })
  )
})
