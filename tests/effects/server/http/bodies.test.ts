import { describe, expect, it } from "vitest"
import { BODY_BUDGET, makeBodies } from "~/effects/server/http/admit.server"

const budget = { total: 100, share: 60, free: 5 }

describe("bodies", () => {
  it("are admitted until the budget of the process is used, and again once one has ended", () => {
    const bodies = makeBodies(budget)
    const first = bodies.take("a", 50)
    expect(first).toBeDefined()
    expect(bodies.take("b", 50)).toBeDefined()
    expect(bodies.take("c", 6)).toBeUndefined()
    first?.()
    first?.()
    expect(bodies.take("c", 50)).toBeDefined()
    expect(bodies.take("c", 6)).toBeUndefined()
  })

  it("of one network never use all of it", () => {
    const bodies = makeBodies(budget)
    expect(bodies.take("a", 40)).toBeDefined()
    expect(bodies.take("a", 21)).toBeUndefined()
    expect(bodies.take("a", 20)).toBeDefined()
    expect(bodies.take("b", 40)).toBeDefined()
  })

  it("as small as an ordinary form are admitted however full it is", () => {
    const bodies = makeBodies(budget)
    bodies.take("a", 60)
    bodies.take("b", 40)
    expect(bodies.take("a", 5)).toBeDefined()
    expect(bodies.take("a", 6)).toBeUndefined()
  })

  it("of the largest kind fit into one network's share", () => {
    expect(BODY_BUDGET.share).toBeGreaterThanOrEqual(16 * 1_048_576)
    expect(BODY_BUDGET.total).toBeGreaterThan(BODY_BUDGET.share)
  })
})
