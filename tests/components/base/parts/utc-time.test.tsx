/** A moment that a rule counts in UTC: the server's text, and the reader's local time next to it. */
import { renderToStaticMarkup } from "react-dom/server"
import { assert, describe, it } from "vitest"
import { UtcTime } from "~/components/base/parts/time-pair"
import { besideUtc } from "~/effects/base/text/moments"

const at = Date.parse("2026-12-01T00:00Z")

describe("a moment in UTC", () => {
  it("is UTC alone on the server, in one text that the browser may replace", () => {
    assert.strictEqual(
      renderToStaticMarkup(<UtcTime at={at} />),
      '<time dateTime="2026-12-01T00:00:00.000Z" data-utc="">1 Dec 2026, 00:00 UTC</time>'
    )
  })
  it("has the reader's time next to it, with the day if it differs", () => {
    assert.strictEqual(besideUtc(at, "Europe/Berlin"), " (01:00 CET)")
    assert.strictEqual(besideUtc(at, "America/New_York"), " (30 Nov 2026, 19:00 GMT-5)")
  })
})
