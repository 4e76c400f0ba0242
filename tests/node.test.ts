import { expect, it } from "vitest"
import { isTooOld, packageOf } from "../scripts/node.mjs"

it("the start refuses Node versions that crash the embedded database's driver", () => {
  expect(["v18.20.4", "v20.20.2", "v21.7.3"].filter((version) => !isTooOld(version))).toEqual([])
  expect(["v22.0.0", "v24.21.0", "v26.10.0"].filter(isTooOld)).toEqual([])
})

it("the start knows a package with Node 24 for usual systems, and none for others", () => {
  for (const [platform, arch] of [
    ["linux", "x64"],
    ["linux", "arm64"],
    ["darwin", "x64"],
    ["darwin", "arm64"],
    ["win32", "x64"]
  ] as const) {
    expect(packageOf(platform, arch)?.version).toMatch(/^24\.\d+\.\d+$/)
  }
  expect(packageOf("sunos", "x64")).toBeUndefined()
})
