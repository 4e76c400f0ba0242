/** The rules for plain text, as predicates and as schemas that use them. */
import { Either, FastCheck as fc, Schema } from "effect"
import { assert, describe, it } from "vitest"
import { checkForm } from "~/effects/base/remix/form"
import { Line, Lines } from "~/effects/base/text/fields"
import {
  INVISIBLE,
  isBlank,
  textProblem,
  tidyLine,
  tidyText,
  UNREADABLE,
  withoutControls
} from "~/effects/base/text/plain"
import { Bio, Email } from "~/effects/people/signup/forms"
import { WorkEntry } from "~/effects/people/users/WorkHistory"
import { ContactForm } from "~/effects/publishing/support/forms"

const UNSEEN = [
  "\u200B",
  "\u200B\u200D\uFEFF",
  "\u00AD",
  "\u2060\u3164",
  "\u115F\u1160",
  "\u2800",
  "\uFE0F",
  "\u{E0061}",
  "\u061C"
]
const CONTROLS = ["\u0000", "\u0007", "\u000B", "\u001B", "\u007F", "\u0080", "\u009F"]

describe("text", () => {
  it.each(["", "  ", "a", "äöü", "日本語", "👩‍👩‍👧‍👦", "é", "one\n\ttwo\r\n", "‏שלום", "نص"])("accepts %j", (text) =>
    assert.isUndefined(textProblem(text))
  )
  it.each(CONTROLS)("refuses the control character %j, and strips it where allowed", (control) => {
    assert.strictEqual(textProblem(`a${control}b`), UNREADABLE)
    assert.strictEqual(withoutControls(`a${control}b`), "ab")
  })
  it.each(["\uD800", "a\uDC00b", "\uDE00\uD83D"])("refuses half of a surrogate pair: %j", (text) =>
    assert.strictEqual(textProblem(text), UNREADABLE)
  )
  it.each(UNSEEN)("refuses invisible text: %j", (text) => {
    assert.isTrue(isBlank(text))
    assert.strictEqual(textProblem(text), INVISIBLE)
    assert.isUndefined(textProblem(`${text}a`))
  })

  it("contains nothing after tidying that Postgres or a page could not show", () =>
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        assert.notMatch(tidyLine(text), /\p{Cc}/u)
        assert.notMatch(tidyText(text), /[^\P{Cc}\n\t]/u)
        assert.strictEqual(tidyLine(tidyLine(text)), tidyLine(text))
        assert.strictEqual(tidyText(tidyText(text)), tidyText(text))
      })
    ))
})

describe("the schemas of fields", () => {
  const line = (text: string) => Schema.decodeUnknownEither(Line)(text)
  it("keep one line as one line, and the line breaks of a text", () => {
    assert.deepEqual(line(" a\nb\u0000 c "), Either.right("a b c"))
    assert.deepEqual(Schema.decodeUnknownEither(Lines)(" a\r\nb\u0000\tc "), Either.right("a\nb\tc"))
    for (const schema of [Line, Lines]) {
      assert.isTrue(Either.isLeft(Schema.decodeUnknownEither(schema)("\uD800")))
      assert.isTrue(Either.isLeft(Schema.decodeUnknownEither(schema)("\u200B\u200B")))
    }
  })

  it("apply to e-mail, bio, jobs and messages to support", () => {
    for (const text of ["a\u0000b@c.de", "a\uD800@b.de"]) assert.isFalse(Schema.is(Email)(text), text)
    for (const text of ["I keep bees\u0000 and more", "\u200B".repeat(20), "I keep \uD800 bees"]) {
      assert.isFalse(Schema.is(Bio)(text), text)
    }
    const job = {
      company_name: "Garden",
      start_date: "2019-03-01",
      end_date: null,
      current: true,
      designation: "Water signer",
      description: "Tanks.\nHoses."
    }
    assert.isTrue(Schema.is(WorkEntry)(job))
    for (const field of ["company_name", "designation", "description"]) {
      for (const text of ["\u0000", "a\u0000", "\u200B", "\uDC00"]) {
        assert.isFalse(Schema.is(WorkEntry)({ ...job, [field]: text }), field)
      }
    }
    const letter = { name: "Ada Main", email: "a@b.de", topic: "vote", message: "x".repeat(30), website: "" }
    assert.isTrue(Either.isRight(checkForm(ContactForm, letter)))
    const wrong = checkForm(ContactForm, { ...letter, name: "\u200B".repeat(5), message: `\uD800${"x".repeat(30)}` })
    assert.deepEqual(wrong, Either.left({ name: INVISIBLE, message: UNREADABLE }))
  })
})
