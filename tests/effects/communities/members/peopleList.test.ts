/** Lists of people with e-mail addresses: columns, rows, and what a person is asked (docs/product/communities.md). */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { sheetOfText } from "~/effects/base/lists/broughtSheet.server"
import { peopleColumns, peopleIn, peopleQuestion, peopleReading } from "~/effects/communities/members/peopleList"

const read = (text: string) =>
  Effect.map(sheetOfText(text), (sheet) => {
    const reading = peopleReading(sheet)
    return { sheet, reading, question: peopleQuestion(reading), people: peopleIn(sheet.rows, reading) }
  })

describe("a list of people", () => {
  it.effect("has an e-mail and a name column, with or without headings, in any order", () =>
    Effect.gen(function* () {
      for (const text of [
        "marta@example.org,Marta Lindqvist\nAmir@Example.org,Amir Haddad",
        "E-Mail,Name\nmarta@example.org,Marta Lindqvist\namir@example.org,Amir Haddad",
        "No.;Name;Adresse e-mail\n1;Marta Lindqvist;marta@example.org\n2;Amir Haddad;amir@example.org"
      ]) {
        const { people, question } = yield* read(text)
        assert.isNull(question, text)
        assert.deepEqual(
          people.map(({ email, name }) => [email, name]),
          [
            ["marta@example.org", "Marta Lindqvist"],
            ["amir@example.org", "Amir Haddad"]
          ],
          text
        )
      }
    })
  )

  it.effect("is read with addresses alone, and as mail programs write them", () =>
    Effect.gen(function* () {
      const { people } = yield* read("marta@example.org\nAmir Haddad <amir@example.org>")
      assert.deepEqual(
        people.map(({ email, name }) => [email, name]),
        [
          ["marta@example.org", ""],
          ["amir@example.org", "Amir Haddad"]
        ]
      )
    })
  )

  it.effect("with two columns of addresses, or none, is a question and never a guess", () =>
    Effect.gen(function* () {
      const two = yield* read("a@example.org,b@example.org\nc@example.org,d@example.org")
      assert.deepInclude(two.question, { field: "email", message: "Choose the column with the e-mail addresses." })
      assert.isNotNull((yield* read("Marta,Lindqvist\nAmir,Haddad")).question)
      // A heading says which of two it is.
      const named = yield* read("E-mail,Guardian\na@example.org,b@example.org\nc@example.org,d@example.org")
      assert.strictEqual(named.reading.columns.email, 0)
      // Other headings have other columns.
      assert.deepEqual(peopleColumns(named.sheet.rows, 0).email, -1)
    })
  )

  it.effect("names each address once, and every row that is left out with its reason", () =>
    Effect.gen(function* () {
      const text = [
        "marta@example.org,Marta",
        "MARTA@example.org,Again",
        ",Nobody",
        "one@example.org two@example.org,Two",
        "amir@example.org,Amir"
      ].join("\n")
      const { people } = yield* read(text)
      assert.deepEqual(
        people.map(({ line, problem }) => [line, problem]),
        [
          [1, null],
          [2, "The same address as in line 1."],
          [3, "The e-mail address is missing."],
          [4, "“one@example.org two@example.org” is not one e-mail address."],
          [5, null]
        ]
      )
    })
  )
})
