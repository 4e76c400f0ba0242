import { fileURLToPath } from "node:url"
import { build, type Rollup } from "vite"
import { assert, describe, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))

describe("the ledger's entry point", () => {
  it("bundles for the browser without Node modules", async () => {
    const result = await build({
      root,
      configFile: false,
      logLevel: "silent",
      resolve: { alias: { "~": `${root}app` } },
      build: {
        write: false,
        minify: false,
        lib: { entry: `${root}app/ledger/index.ts`, formats: ["es"] },
        // Effect is in every browser bundle already, and is the slowest part of this one.
        rollupOptions: { external: /^effect(\/|$)/ }
      }
    })
    const outputs = (Array.isArray(result) ? result : [result]).flatMap((each) => ("output" in each ? each.output : []))
    const chunks = outputs.filter((output): output is Rollup.OutputChunk => output.type === "chunk")
    assert.isAbove(chunks.length, 0)
    for (const { imports, moduleIds } of chunks) {
      assert.deepStrictEqual(
        imports.filter((name) => !/^effect(\/|$)/.test(name)),
        []
      )
      const foreign = moduleIds.filter((id) => /^node:|__vite-browser-external/.test(id.replace(/^\0/, "")))
      assert.deepStrictEqual(foreign, [])
    }
  }, 60_000)
})
