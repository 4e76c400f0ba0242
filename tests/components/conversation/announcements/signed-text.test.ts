/** A page hashes the same text that the server reads from the form, however it was typed. */
import { Either, Schema } from "effect"
import { assert, describe, it } from "vitest"
import { announcedText } from "~/components/conversation/announcements/issue-form"
import { textOfForm } from "~/components/governance/proposals/form-text"
import { checkForm } from "~/effects/base/remix/form"
import { templates } from "~/effects/communities/communities/templates"
import { Body, Title } from "~/effects/conversation/announcements/forms"
import { readProposalFields } from "~/effects/governance/proposals/forms"

const typed = { title: " Two  spaces\u0000 and\ta tab ", body: `One\r\ntwo\u0007  three ${"x".repeat(50)}\r\n` }
const formOf = (fields: Readonly<Record<string, string>>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

describe("the signed text", () => {
  it("of an announcement equals the server's", () => {
    const read = checkForm(Schema.Struct({ title: Title, body: Body }), typed)
    assert.deepEqual(Either.getOrThrow(read), announcedText(formOf(typed)))
  })

  it("of a proposal's new version equals the server's", () => {
    const fields = { ...typed, voteType: "single", choice: " A  choice\u0000 ", choiceNote: "with\n a note" }
    const page = textOfForm(formOf(fields), null, 0)
    const server = readProposalFields(
      { ...fields, choice: [fields.choice], choiceNote: [fields.choiceNote] },
      templates.club.governance
    )
    assert.deepEqual(
      [page.title, page.body, page.choices.map(({ label, note }) => ({ label, note }))],
      [server.title, server.body, server.choices]
    )
  })
})
