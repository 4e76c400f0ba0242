import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { checkForm } from "~/effects/base/remix/form"
import { ContactForm } from "~/effects/publishing/support/forms"
import { topicFrom } from "~/effects/publishing/support/pages/contact.server"

const valid = { name: "Ada", email: "ada@example.org", topic: "vote", message: "a".repeat(20), website: "" }
const errors = (change: object) => {
  const checked = checkForm(ContactForm, { ...valid, ...change })
  return Either.isLeft(checked) ? checked.left : {}
}

describe("the contact form", () => {
  it.each([
    ["a name of 3 to 60", { name: "abc" }],
    ["and 60", { name: "a".repeat(60) }],
    ["a message of 2,000", { message: "a".repeat(2_000) }],
    ["blanks around what counts", { name: "  Ada  ", message: `  ${"a".repeat(20)}\n` }]
  ])("accepts %s", (_, change) => assert.deepStrictEqual(errors(change), {}))

  it.each([
    [{ name: "ab   " }, { name: "Use 3 to 60 characters." }],
    [{ name: "a".repeat(61) }, { name: "Use 3 to 60 characters." }],
    [{ email: "a@b" }, { email: "Please enter an e-mail address at which we can reply to you." }],
    [{ email: "a b@c.d" }, { email: "Please enter an e-mail address at which we can reply to you." }],
    [{ email: "a@b.c\r\nBcc: x@y.z" }, { email: "Please enter an e-mail address at which we can reply to you." }],
    [{ topic: "" }, { topic: "Please choose a topic." }],
    [{ topic: "money" }, { topic: "Please choose a topic." }],
    [{ message: `${"a".repeat(19)}   ` }, { message: "Please write at least 20 characters." }],
    [{ message: "a".repeat(2_001) }, { message: "Please write at most 2,000 characters." }],
    [{ website: "https://x" }, { website: "Please leave this field empty." }]
  ])("refuses %j at its field", (change, expected) => assert.deepStrictEqual(errors(change), expected))

  it("lets a link choose a valid topic", () => {
    assert.strictEqual(topicFrom("bond"), "bond")
    assert.strictEqual(topicFrom("constructor"), "")
    assert.strictEqual(topicFrom(null), "")
  })
})
