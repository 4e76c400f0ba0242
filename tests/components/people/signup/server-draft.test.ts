import { describe, expect, it } from "vitest"
import { decodeStored, newerDraft, reasonOf, serverDraftText } from "~/components/base/forms/server-draft"

const kept = (version: number | null, savedAt = 1) => ({ data: { name: "x" }, version, savedAt })

describe("a draft in two places", () => {
  it("continues from the device while the server has nothing newer than its base", () => {
    expect(newerDraft(null, null)).toBeNull()
    expect(newerDraft(kept(null), null)).toBe("device")
    expect(newerDraft(null, kept(3))).toBe("server")
    expect(newerDraft(kept(3, 9), kept(3, 99))).toBe("device")
  })

  it("continues from the server if another device saved since", () => {
    expect(newerDraft(kept(3, 99), kept(4, 9))).toBe("server")
    expect(newerDraft(kept(null, 99), kept(1, 9))).toBe("server")
  })

  it("is read from storage only if it is valid", () => {
    expect(decodeStored(JSON.stringify(kept(2)))).toEqual(kept(2))
    for (const odd of [null, "", "{", "[]", "3", '{"data":[],"savedAt":1,"version":1}', '{"data":{},"version":"1"}']) {
      expect(decodeStored(odd)).toBeNull()
    }
  })

  it("states how it is stored", () => {
    const clock = () => "14:05"
    expect(serverDraftText({ state: "unchanged" }, clock)).toBe("")
    expect(serverDraftText({ state: "saving" }, clock)).toBe("Saving…")
    expect(serverDraftText({ state: "saved", at: 1 }, clock)).toBe("Saved 14:05")
    for (const words of ["Too many drafts. Try again in 5 minutes.", "Too long..", "No room… "]) {
      expect(serverDraftText({ state: "failed", reason: reasonOf(429, words), onDevice: true }, clock)).toMatch(
        /[^.…]\. Your text is kept on this device\.$/
      )
      expect(serverDraftText({ state: "failed", reason: words, onDevice: true }, clock)).not.toContain("..")
    }
    expect(serverDraftText({ state: "failed", reason: reasonOf(0, undefined), onDevice: true }, clock)).toBe(
      "Not saved: the server could not be reached. Your text is kept on this device."
    )
    expect(
      serverDraftText({ state: "failed", reason: reasonOf(413, "This draft is too long."), onDevice: false }, clock)
    ).toBe("Not saved: this draft is too long. Keep this page open until you have sent it.")
  })
})
