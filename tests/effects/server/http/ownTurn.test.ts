/** Pages take turns. */
import { expect, test } from "vitest"
import { isPage, makeOwnTurn } from "~/effects/server/http/ownTurn.server"

test("each has a turn of the event loop of its own, in their order, and is through before the next begins", async () => {
  let turn = 0
  let isOver = false
  const count = () => {
    turn += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const ownTurn = makeOwnTurn()
  const went: Array<string> = []
  const turns = new Set<number>()
  await Promise.all(
    ["a", "b", "c"].map(async (name) => {
      await ownTurn()
      turns.add(turn)
      for (const step of [1, 2, 3]) went.push(`${name}${await Promise.resolve(step)}`)
    })
  )
  isOver = true
  expect(went).toEqual(["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"])
  expect(turns.size).toBe(3)
})

test("only what reads pages waits", () => {
  expect(isPage({ method: "GET", path: "/userDashboard" })).toBe(true)
  expect(isPage({ method: "HEAD", path: "/userDashboard.data" })).toBe(true)
  expect(isPage({ method: "POST", path: "/userDashboard" })).toBe(false)
  expect(isPage({ method: "GET", path: "/api/v1/communities" })).toBe(false)
})
