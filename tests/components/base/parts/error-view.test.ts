import { describe, expect, it } from "vitest"
import { describeTrouble, sentOf } from "~/components/base/parts/error-view"

const respond = (status: number, data: unknown) => ({ status, statusText: "", internal: false, data })
const body = (message: string) => ({ code: "E", message, requestId: "11-22" })

describe("an error page", () => {
  it("says that a page does not exist", () => {
    expect(describeTrouble(respond(404, body("This page does not exist.")))).toMatchObject({
      title: "This page does not exist.",
      reference: "11-22",
      again: false
    })
  })

  it("shows the rule of a 403 in the server's words", () => {
    expect(describeTrouble(respond(403, body("Only the owner can change settings.")))).toMatchObject({
      reason: "Only the owner can change settings.",
      again: false
    })
  })

  it.each([500, 503, 429])("offers to retry a %i, with reason and reference", (status) => {
    expect(
      describeTrouble(respond(status, body("The ledger cannot be reached right now. Try again in a minute.")))
    ).toEqual({
      title: "We could not load this page.",
      reason: "The ledger cannot be reached right now. Try again in a minute.",
      reference: "11-22",
      again: true
    })
  })

  it("does not offer a retry for a malformed address", () => {
    const trouble = describeTrouble(respond(422, body("January 2031 has not begun yet.")))
    expect(trouble).toMatchObject({ reason: "January 2031 has not begun yet.", again: false })
  })

  it("has a message if the server sent none, and shows no stack of a failed rendering", () => {
    expect(describeTrouble(respond(500, null)).reason).toBe("Something went wrong.")
    expect(describeTrouble(respond(500, { message: 5 })).reason).toBe("Something went wrong.")
    const secret = describeTrouble(new Error("SELECT * FROM users"))
    expect(JSON.stringify(secret)).not.toContain("SELECT")
  })

  it("returns only the input when the page around its form no longer exists", () => {
    const sent = { title: "Five words", tags: ["Arts", "Film"], key: "abc" }
    expect(sentOf(respond(503, { ...body("Later."), sent }))).toEqual([
      ["title", "Five words"],
      ["tags", "Arts"],
      ["tags", "Film"],
      ["key", "abc"]
    ])
    expect(describeTrouble(respond(503, { ...body("Later."), sent })).title).toBe("This was not saved.")
    for (const error of [
      respond(503, body("Later.")),
      respond(503, { sent: null }),
      respond(500, null),
      new Error("x")
    ]) {
      expect(sentOf(error)).toEqual([])
    }
  })

  it("recognises a server that cannot be reached", () => {
    expect(describeTrouble(new TypeError("Failed to fetch")).reason).toBe("The server could not be reached.")
  })
})
