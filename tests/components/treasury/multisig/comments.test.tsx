/** Comments under requests after a refused form: it keeps what was typed, and no other form shows it. */
import { assert, describe, it } from "vitest"
import { FrameContext } from "~/components/base/site/use-frame"
import { Comments } from "~/components/treasury/multisig/comments"
import type { PageReply, Sent } from "~/effects/base/remix/PageReply"
import type { CommunityFrame } from "~/effects/communities/communities/frame"
import type { MultisigView, RequestView } from "~/effects/treasury/multisig/views"
import { markupOf } from "../../markup"

const comment = (id: string) => ({ id, at: 0, name: "Bea", isOwn: false, isModerated: false, text: "Buy my tokens!" })

const shown = (intent: string, sent: Sent, fields: PageReply["fields"]): string => {
  const reply = { intent, sent, fields, ok: false, code: "E-FIELDS", message: "", requestId: "", stored: null }
  // The component reads these members alone.
  const request = { id: "act", number: 1, comments: [comment("one"), comment("two")] } as unknown as RequestView
  const page = { isMember: true, moderates: true, now: 0 } as MultisigView
  const element = (
    <FrameContext.Provider value={{ formKey: "key" } as CommunityFrame}>
      <Comments request={request} page={page} reply={reply} />
    </FrameContext.Provider>
  )
  return markupOf(element)
}
const count = (html: string, part: string) => html.split(part).length - 1

describe("comments on a request", () => {
  it("keep a refused reason open, with the text and the error, at that comment alone", () => {
    const html = shown("hide-comment", { act: "act", comment: "two", reason: "no" }, { reason: "Please write more." })
    assert.strictEqual(count(html, '<details open="">'), 1)
    assert.isAbove(html.indexOf('<details open="">'), html.indexOf('value="one"'))
    assert.strictEqual(count(html, 'value="no"'), 1)
    assert.strictEqual(count(html, "Please write more."), 1)
  })

  it("keep a refused comment, and show it under no other request", () => {
    const sent = { act: "act", text: "Who asked for this?" }
    assert.strictEqual(count(shown("comment", sent, { text: "Too long." }), "Who asked for this?"), 1)
    const other = shown("comment", { ...sent, act: "another" }, { text: "Too long." })
    assert.strictEqual(count(other, "Who asked for this?") + count(other, "Too long."), 0)
  })
})
