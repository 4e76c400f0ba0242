import { expect, test } from "vitest"
import { toneOf } from "~/components/treasury/budgets/words"

test("a paused or failing budget does not look as if it were running", () => {
  const escrow = { isPaused: false, problem: null } as const
  expect(toneOf({ state: "funded", escrow })).toBe("ok")
  expect(toneOf({ state: "funded", escrow: { ...escrow, isPaused: true } })).toBe("warn")
  expect(toneOf({ state: "funded", escrow: { isPaused: true, problem: "No fees are left." } })).toBe("bad")
  expect(toneOf({ state: "refunding", escrow })).toBe("warn")
})
