import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { LedgerTime } from "~/components/base/parts/ledger-time"

const shown = (isFresh: boolean) =>
  renderToStaticMarkup(
    createElement(LedgerTime, { time: { stateVersion: 1_234_567, at: "2026-11-20T18:04:09.000Z", isFresh } })
  ).replace(/<[^>]+>/g, "")

describe("the ledger's moment of displayed figures", () => {
  it("is shown with its version while the gateway responds", () => {
    expect(shown(true)).toBe("Ledger version 1,234,567, 20 Nov 2026, 18:04 UTC")
  })

  it("is marked as old when it does not", () => {
    expect(shown(false)).toContain("Ledger data is from 20 Nov 2026, 18:04 UTC; the gateway does not answer.")
  })
})
