import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { nextMorning } from "~/effects/activity/notifications/MailChoices.server"
import { isZone } from "~/effects/base/text/moments"

const at = (iso: string) => Date.parse(iso)
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16)

describe("nextMorning", () => {
  it.each([
    ["2026-11-20T07:59:59Z", "UTC", "2026-11-20T08:00"],
    ["2026-11-20T08:00:00Z", "UTC", "2026-11-21T08:00"],
    ["2026-11-20T12:00:00Z", "Europe/Berlin", "2026-11-21T07:00"],
    ["2026-11-20T23:00:00Z", "Asia/Kathmandu", "2026-11-21T02:15"],
    ["2026-11-20T12:00:00Z", "Pacific/Auckland", "2026-11-20T19:00"],
    // The nights on which clocks go back and forward: eight stays eight.
    ["2026-10-24T12:00:00Z", "Europe/Berlin", "2026-10-25T07:00"],
    ["2026-03-28T12:00:00Z", "Europe/Berlin", "2026-03-29T06:00"],
    ["2026-11-20T12:00:00Z", "Nowhere/At_all", "2026-11-21T08:00"]
  ])("after %s in %s is %s", (now, zone, morning) => assert.strictEqual(iso(nextMorning(at(now), zone)), morning))

  it("is always in the future, by at most a day and an hour", () => {
    const zones = fc.constantFrom("UTC", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia")
    fc.assert(
      fc.property(fc.integer({ min: at("2026-01-01T00:00Z"), max: at("2027-01-01T00:00Z") }), zones, (now, zone) => {
        const wait = nextMorning(now, zone) - now
        assert.isTrue(wait > 0 && wait <= 25 * 3_600_000)
      })
    )
  })

  it("accepts only existing time zones", () => {
    assert.isTrue(isZone("Europe/Berlin"))
    assert.isFalse(isZone("Berlin; DROP TABLE users"))
  })
})
