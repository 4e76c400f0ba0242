import { expect, test } from "vitest"
import { isUnsound } from "../scripts/driver.mjs"

const compiled = Buffer.from("\0_ZN4node28RemoveEnvironmentCleanupHookEPN2v87IsolateEPFvPvES3_\0")
const readyMade = Buffer.from("\0_ZN4node25AddEnvironmentCleanupHookEPN2v87IsolateEPFvPvES3_\0")

test("a driver that was compiled against headers of Node 24.19 is not started with Node 24", () => {
  expect(isUnsound("24.21.0", compiled)).toBe(true)
  expect(isUnsound("24.21.0", readyMade)).toBe(false)
  expect(isUnsound("22.23.3", compiled)).toBe(false)
  expect(isUnsound("20.19.5", readyMade)).toBe(false)
})
