import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { type EditEvent, editReducer, eventOf, isChanged, startEdit } from "~/components/people/account/edit-state"
import type { OwnProfile } from "~/effects/people/signup/Profile"
import type { EditReply } from "~/effects/publishing/dashboard/EditReply"
import { asAccount } from "../../../addresses"

const profile = (bio: string, version: number): OwnProfile => ({
  account: asAccount("account_tdx_2_ada"),
  username: "Ada Main",
  bio,
  displayImage: "/p",
  tags: [],
  workHistory: [],
  createdAt: 0,
  email: "ada@example.org",
  newsletterOptedIn: false,
  version
})
const reply = (outcome: EditReply["outcome"], stored: OwnProfile | null): EditReply => ({
  tab: "profile",
  outcome,
  message: "",
  code: "",
  fields: {},
  stored,
  sent: {}
})
const bioOf = ({ bio }: OwnProfile) => bio
const typed = editReducer(startEdit("old", 1, undefined), { type: "edit", draft: "mine" })

describe("an edit form", () => {
  it("starts from what is stored, or from the input of a refused post", () => {
    expect(startEdit("old", 1, undefined)).toMatchObject({ draft: "old", version: 1 })
    const refused = startEdit("old", 1, "typed")
    expect(refused.draft).toBe("typed")
    expect(isChanged(refused)).toBe(true)
  })

  it("has no unsaved changes once it is saved", () => {
    const event = eventOf(reply("saved", profile("mine", 2)), bioOf)
    const saved = event === undefined ? typed : editReducer(typed, event)
    expect(saved).toMatchObject({ draft: "mine", version: 2 })
    expect(isChanged(saved)).toBe(false)
  })

  it("keeps the text after a conflict, and saves over the version it has shown", () => {
    const event = eventOf(reply("stale", profile("theirs", 5)), bioOf)
    const stale = event === undefined ? typed : editReducer(typed, event)
    expect(stale).toMatchObject({ draft: "mine", base: "theirs", version: 5 })
    expect(isChanged(stale)).toBe(true)
  })

  it("does not change on a refusal", () => {
    expect(eventOf(reply("refused", null), bioOf)).toBeUndefined()
  })

  it("restores what the device stored, with the version it was typed over", () => {
    const restored = editReducer(startEdit("new", 3, undefined), { type: "restored", draft: "mine", version: 1 })
    expect(restored).toMatchObject({ draft: "mine", base: "new", version: 1, wasRestored: true })
    expect(editReducer(restored, { type: "discard" })).toMatchObject({ draft: "new", wasRestored: false })
  })

  it("does not let the device overwrite what was just sent back", () => {
    const sent = startEdit("old", 2, "sent")
    expect(editReducer(sent, { type: "restored", draft: "kept", version: 1 })).toBe(sent)
  })

  it("changes typed text only by typing, restoring, discarding or saving", () => {
    const event = fc.oneof(
      fc.record({ type: fc.constant("edit" as const), draft: fc.string() }),
      fc.record({ type: fc.constant("stale" as const), base: fc.string(), version: fc.nat() })
    )
    fc.assert(
      fc.property(fc.array(event), (events: ReadonlyArray<EditEvent<string>>) => {
        const end = events.reduce(editReducer<string>, startEdit("start", 1, undefined))
        const last = events.filter((one) => one.type === "edit").at(-1)
        expect(end.draft).toBe(last?.type === "edit" ? last.draft : "start")
      })
    )
  })
})
