import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import { newUntil } from "~/effects/access/newMember"
import { checkForm } from "~/effects/base/remix/form"
import { diffTexts } from "~/effects/base/text/diff"
import { parseMarkdown } from "~/effects/base/text/markdown/parseMarkdown.server"
import { CommentForm, ReasonForm, ReportForm, ThreadForm } from "~/effects/conversation/discussion/forms"
import { newMemberProblem } from "~/effects/conversation/discussion/limits"
import { readThreadsQuery, threadsSearch } from "~/effects/conversation/discussion/listQuery"
import {
  afterEdit,
  candidateKeys,
  linkMentions,
  MAX_MENTIONS,
  mayName,
  mentionsIn
} from "~/effects/conversation/discussion/mentions"
import { hiddenWords } from "~/effects/conversation/discussion/texts"
import { asAccount } from "../../../addresses"

const problems = (checked: Either.Either<unknown, unknown>) => (Either.isLeft(checked) ? checked.left : {})

describe("forms of discussion", () => {
  const thread = { title: "A leak", category: "idea", body: "Look." }

  it("accept what is within the limits and refuse the rest with their own messages", () => {
    assert.deepEqual(problems(checkForm(ThreadForm, thread)), {})
    assert.deepEqual(problems(checkForm(ThreadForm, { title: "Leak", category: "news", body: " \n " })), {
      title: "Title: 5 to 140 characters.",
      category: "Please choose a category.",
      body: "Please write something."
    })
    assert.deepEqual(problems(checkForm(ThreadForm, { ...thread, title: "x".repeat(141) })), {
      title: "Title: 5 to 140 characters."
    })
    assert.deepEqual(problems(checkForm(ThreadForm, { ...thread, body: "x".repeat(20_001) })), {
      body: "Please write at most 20,000 characters."
    })
    assert.deepEqual(problems(checkForm(CommentForm, { body: "x".repeat(5_001), parent: "" })), {
      body: "Please write at most 5,000 characters."
    })
    assert.deepEqual(problems(checkForm(ReasonForm, { reason: "why" })), { reason: "Reason: 5 to 300 characters." })
    assert.deepEqual(problems(checkForm(ReportForm, { reason: "", note: "x".repeat(501) })), {
      reason: "Please choose a reason.",
      note: "Please write at most 500 characters."
    })
  })

  it("treat a text of blanks and invisible characters as empty (docs/product/errors.md)", () => {
    for (const blank of ["", "   ", "\n\t\r\n", "\u200b\u200d\ufeff", "\u00a0\u3000", "\u2800\u3164", "\u0000"]) {
      assert.deepEqual(problems(checkForm(CommentForm, { body: blank, parent: "" })), {
        body: "Please write something."
      })
    }
  })

  it("keep no character that a database cannot store", () => {
    const checked = checkForm(CommentForm, { body: "a\u0000b", parent: "" })
    assert.deepEqual(Either.getOrNull(checked), { body: "ab", parent: "" })
  })

  it("count a line break once, however the browser sent it", () => {
    const checked = checkForm(CommentForm, { body: `${"x\r\n".repeat(2_499)}x`, parent: "" })
    assert.isTrue(Either.isRight(checked))
  })
})

describe("a new member's text", () => {
  const tree = (text: string) => parseMarkdown(text, { userText: true })

  it("contains no picture, and two links at most", () => {
    const until = newUntil(0)
    assert.isUndefined(newMemberProblem(tree("[a](https://a.example) and https://b.example"), 0))
    assert.strictEqual(
      newMemberProblem(tree("[a](/a) [b](/b) [c](/c)"), 0),
      `New members can use at most 2 links in a post. The limit ends at ${until}.`
    )
    for (const text of ["![x](/files/a/-/preview/1000x562/)", "> - ![x](/files/a/)", "|a|\n|-|\n|![x](/files/a/)|"]) {
      assert.strictEqual(
        newMemberProblem(tree(text), 0),
        `New members cannot show pictures yet. You can from ${until}.`
      )
    }
  })
})

describe("mentions", () => {
  const main = { key: "ada main", account: asAccount("account_ada") }
  const ada = { key: "ada", account: asAccount("account_other") }
  const bo = { key: "bo", account: asAccount("account_bo") }
  const people = [main, ada, bo]

  const tree = (text: string) => parseMarkdown(text, { userText: true })
  const named = (text: string) => mentionsIn(tree(text), people)
  const linked = (text: string) =>
    people.filter(({ account }) => JSON.stringify(linkMentions(tree(text), people)).includes(`/${account}"`))

  it("find the longest name that belongs to somebody, each person once", () => {
    assert.deepEqual(named("Ask @Ada Main, @bo and @BO again"), [main, bo])
    assert.deepEqual(named("Ask @Ada."), [ada])
    assert.deepEqual(named("mail@bo.example and @nobody"), [])
    assert.include(candidateKeys(tree("@Ada Main is here")), "ada main")
  })

  it("notify only people who are linked: not in code, in a link's text or in a quotation", () => {
    for (const text of [
      "`@bo`",
      "```\n@bo\n```",
      "    @bo",
      "[@bo](https://a.example/)",
      "[**@bo**](https://a.example/)",
      "![@bo](https://a.example/x.png)",
      "> @bo wrote this",
      "> - @bo"
    ]) {
      assert.deepEqual([text, named(text), candidateKeys(tree(text)), linked(text)], [text, [], [], []])
    }
  })

  it("notify everybody who is linked, anywhere in the text", () => {
    for (const text of ["- **@bo**", "# @bo", "|a|\n|-|\n|@bo|", "~~@bo~~", "&#64;bo", "> quoted\n\n@bo"]) {
      assert.deepEqual([text, named(text), linked(text)], [text, [bo], [bo]])
      assert.isTrue(mayName(text), text)
    }
  })

  it("of an edited text include its earlier ones, and notify only the others", () => {
    assert.deepEqual(afterEdit([bo], [bo, ada]), { mentions: [bo, ada], added: [ada] })
    assert.deepEqual(afterEdit([bo, ada], [ada]), { mentions: [bo, ada], added: [] })
    // A name that passed to somebody else leads to them.
    const other = { key: "bo", account: asAccount("account_new") }
    assert.deepEqual(afterEdit([bo], [other]), { mentions: [bo, other], added: [other] })
    const many = Array.from({ length: MAX_MENTIONS }, (_, n) => ({ key: `p${n}`, account: asAccount(`account_${n}`) }))
    assert.deepEqual(afterEdit(many, [bo]), { mentions: many, added: [] })
  })

  it("become links in the text, but not inside code and other links", () => {
    const text = JSON.stringify(linkMentions(tree("**@Ada Main** said `@bo` to [@bo](https://a.example/)"), people))
    assert.include(text, '"href":"/userDashboard/userProfile/account_ada","children":["@Ada Main"]')
    assert.notInclude(text, asAccount("account_bo"))
  })
})

describe("the history of a text", () => {
  it("shows what was added and what was removed", () => {
    assert.deepEqual(diffTexts("A new tank.\nSouth side.", "A used tank.\nSouth side."), [
      { kind: "same", text: "A " },
      { kind: "removed", text: "new" },
      { kind: "added", text: "used" },
      { kind: "same", text: " tank.\nSouth side." }
    ])
  })

  it("shows a text with hundreds of changed words as replaced", () => {
    const words = (mark: string) => Array.from({ length: 400 }, (_, place) => `${mark}${place}`).join(" ")
    const few = diffTexts(`${words("a")} end`, `${words("a")} close`)
    assert.deepEqual(
      few.map(({ kind }) => kind),
      ["same", "removed", "added"]
    )
    const [before, after] = [words("a"), words("b")]
    assert.deepEqual(diffTexts(before, after), [
      { kind: "removed", text: before },
      { kind: "added", text: after }
    ])
  })

  it("restores both texts from any difference", () => {
    const text = FastCheck.array(FastCheck.constantFrom("a", "b", " ", "\n", "tank", "é"), { maxLength: 60 })
    FastCheck.assert(
      FastCheck.property(text, text, (one, other) => {
        const [before, after] = [one.join(""), other.join("")]
        const changes = diffTexts(before, after)
        const without = (kind: string) => changes.filter((change) => change.kind !== kind)
        assert.strictEqual(
          without("added")
            .map(({ text }) => text)
            .join(""),
          before
        )
        assert.strictEqual(
          without("removed")
            .map(({ text }) => text)
            .join(""),
          after
        )
      })
    )
  })
})

describe("the list's address", () => {
  it("is parsed back unchanged, and ignores anything invalid", () => {
    const query = readThreadsQuery(
      new URLSearchParams("?q=tank&category=idea&state=open&show=mine&after=1~5~aaaaaaaaaaaa")
    )
    assert.deepEqual(query.after, { pinned: 1, at: 5, id: "aaaaaaaaaaaa" })
    assert.deepEqual(readThreadsQuery(new URLSearchParams(threadsSearch(query))), query)
    const odd = readThreadsQuery(new URLSearchParams("?q=a&category=1&state=x&show=all&after=2~-1~x"))
    assert.strictEqual(threadsSearch(odd), "")
  })

  it("a hidden post shows the reason, with one full stop", () => {
    assert.strictEqual(hiddenWords("advertises a shop"), "Hidden by a moderator: advertises a shop.")
    assert.strictEqual(hiddenWords("Advertises a shop. "), "Hidden by a moderator: Advertises a shop.")
  })
})
