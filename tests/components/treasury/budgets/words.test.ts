import { expect, test } from "vitest"
import { toneOf } from "~/components/treasury/budgets/words"

test("a paused or failing budget does not look as if it were running", () => {
  const parked = { state: "parked", isPaused: false, problem: null } as const
  expect(toneOf(parked)).toBe("ok")
  expect(toneOf({ ...parked, isPaused: true })).toBe("warn")
  expect(toneOf({ ...parked, isPaused: true, problem: "No fees are left." })).toBe("bad")
  expect(toneOf({ ...parked, state: "returning" })).toBe("warn")
})
