import { assert, describe, it } from "vitest"
import { missingInProfile } from "~/effects/people/signup/missing"
import { emptyProfile } from "~/effects/people/signup/wizard"
import { missingInWork } from "~/effects/people/signup/workHistory"
import { emptyWorkEntry } from "~/effects/people/users/rules"

const whole = {
  username: "Ada Main",
  email: "ada@example.org",
  bio: "I keep bees and spreadsheets.",
  tags: ["Arts", "Music", "Film", "Games", "Sport"],
  display_image: "/files/a"
}
const words = (change: Partial<typeof whole>) => missingInProfile({ ...whole, ...change }).map((each) => each.words)

describe("what a step still requires", () => {
  it("lists every empty field of a profile, in the order of the form", () => {
    assert.deepStrictEqual(missingInProfile(emptyProfile), [
      { field: "username", words: "a name" },
      { field: "email", words: "an e-mail address" },
      { field: "bio", words: "a bio" },
      { field: "tags", words: "five tags" },
      { field: "display_image", words: "a picture" }
    ])
  })
  it("is empty for a complete profile", () => {
    assert.deepStrictEqual(words({}), [])
  })
  it("counts the tags that are missing or too many", () => {
    assert.deepStrictEqual(words({ tags: ["Arts", "Music", "Film"], display_image: "" }), ["two tags", "a picture"])
    assert.deepStrictEqual(words({ tags: whole.tags.slice(1) }), ["one tag"])
    const twelve = Array.from({ length: 12 }, (_, index) => `Tag ${index}`)
    assert.deepStrictEqual(words({ tags: twelve }), ["at most 10 tags (remove 2)"])
  })
  it("explains the rule that a text breaks", () => {
    assert.deepStrictEqual(words({ username: "Al", email: "ada@", bio: "short" }), [
      "a name of 3 to 60 letters, digits, underscores or spaces",
      "a complete e-mail address",
      "a bio of at least 10 characters"
    ])
    assert.deepStrictEqual(words({ bio: "x".repeat(301) }), ["a bio of at most 300 characters"])
  })
  it("lists the fields of an incomplete job, and which job if there are several", () => {
    const begun = {
      ...emptyWorkEntry,
      company_name: "Harbour Works",
      start_date: "2021-03-01",
      current: true,
      end_date: null
    }
    assert.deepStrictEqual(missingInWork([], "2026-11-20"), [])
    assert.deepStrictEqual(missingInWork([begun], "2026-11-20"), [
      { field: "work_history.0.designation", words: "your role" },
      { field: "work_history.0.description", words: "the job description" }
    ])
    const done = { ...begun, designation: "Planner", description: "Plans." }
    assert.deepStrictEqual(
      missingInWork([done, begun], "2026-11-20").map((each) => each.words),
      ["your role of job 2", "the job description of job 2"]
    )
  })
})
