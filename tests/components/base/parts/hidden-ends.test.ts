import { describe, expect, it } from "vitest"
import { hiddenEnds } from "~/components/base/parts/hidden-ends"

describe("a row that scrolls", () => {
  it.each([
    ["has room for all", 0, 313, undefined],
    ["begins", 0, 377, "end"],
    ["is in its middle", 32, 377, "both"],
    ["is at its end", 64, 377, "start"],
    ["is at its end but for a fraction of a pixel", 63.5, 377, "start"]
  ] as const)("%s", (_, scrollLeft, scrollWidth, hidden) => {
    expect(hiddenEnds({ scrollLeft, scrollWidth, clientWidth: 313 })).toBe(hidden)
  })
})
