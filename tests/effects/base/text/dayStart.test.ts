import { FastCheck as fc } from "effect"
import { expect, test } from "vitest"
import { dayStart } from "~/effects/base/text/calendar"

test("a day starts at midnight UTC, and impossible dates are refused", () => {
  const days = fc.date({ min: new Date("1990-01-01"), max: new Date("2190-01-01"), noInvalidDate: true })
  fc.assert(
    fc.property(days, (date) => {
      const day = date.toISOString().slice(0, 10)
      expect(new Date(dayStart(day)).toISOString()).toBe(`${day}T00:00:00.000Z`)
    })
  )
  for (const text of ["2027-02-31", "2027-13-01", "2027-2-1", "27-02-01", "", "2027-02-01T00:00", "tomorrow"]) {
    expect(dayStart(text), text).toBeNaN()
  }
  expect(dayStart("2028-02-29")).toBe(Date.UTC(2028, 1, 29))
  expect(dayStart("2027-02-29")).toBeNaN()
})
