import { describe, expect, it } from "vitest"
import { hasTests, isInstalled, isNpmTooOld, reasonOf } from "../../scripts/packages.mjs"

describe("the installed packages", () => {
  const locked = {
    "": {},
    "node_modules/effect": { version: "3.0.0", integrity: "sha512-a" },
    "node_modules/vitest": { version: "3.2.7", integrity: "sha512-b", dev: true },
    "node_modules/@img/sharp-win32-x64": { version: "0.35.5", integrity: "sha512-c", optional: true }
  }
  const { "node_modules/effect": effect, "node_modules/vitest": vitest } = locked

  it.each([
    ["nothing", {}, false, false],
    ["what a start needs", { "node_modules/effect": effect }, true, false],
    ["everything", { "node_modules/effect": effect, "node_modules/vitest": vitest }, true, true],
    ["another version", { "node_modules/effect": { ...effect, version: "2.9.0" } }, false, false],
    ["another content", { "node_modules/effect": { ...effect, integrity: "sha512-z" } }, false, false]
  ])("%s", (_, installed, forStart, forTests) => {
    expect(isInstalled(locked, installed, false)).toBe(forStart)
    expect(isInstalled(locked, installed, true)).toBe(forTests)
  })

  it("distinguish an installation for tests from one for a start", () => {
    expect(hasTests({ "node_modules/effect": effect })).toBe(false)
    expect(hasTests({ "node_modules/effect": effect, "node_modules/vitest": vitest })).toBe(true)
  })
})

it("an npm too old for overrides is refused", () => {
  expect(["6.14.18", "7.24.2", "8.2.0"].filter((version) => !isNpmTooOld(version))).toEqual([])
  expect(["8.3.0", "10.8.2", "11.19.1"].filter(isNpmTooOld)).toEqual([])
})

describe("the reason for a failed command", () => {
  it.each([
    ["npm error code ENOTFOUND\nnpm error network request to https://registry.example/effect failed", "registry"],
    ["npm ERR! code EAI_AGAIN", "registry"],
    ["npm error code ENOSPC\nnpm error nospc ENOSPC: no space left on device, write", "disk is full"],
    ["[commonhold-packed] ENOSPC: no space left on device, write", "disk is full"],
    ["npm error code EACCES", "cannot be written"]
  ])("%s", (said, words) => {
    expect(reasonOf(said)).toContain(words)
  })

  it("is not guessed", () => {
    expect(reasonOf("npm error code EUSAGE")).toBeUndefined()
    expect(reasonOf("app/effects/gateway.ts (12:4): ECONNREFUSED is not exported")).toBeUndefined()
  })
})
