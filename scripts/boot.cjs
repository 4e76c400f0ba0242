/**
 * What `node build/…/server/index.js` runs: a copy of this file lies there (vite.config.ts).
 *
 * It loads the server's own files with what V8 made of them when they were built (codeCache.mjs), so that a start has
 * next to nothing to compile (docs/goals.md A13). V8 checks that data itself, and compiles anew where it came from
 * another version or other options; the files' names hold their hashes, so old data never meets new code. Node 22 has
 * `module.enableCompileCache` for this.
 */
const { existsSync, readFileSync } = require("node:fs")
const { dirname, join } = require("node:path")
const { Script } = require("node:vm")

/** @type {Map<string, { exports: object }>} by path */
const modules = new Map()
/** @type {Map<string, Script>} by the path of their compiled form */
const scripts = new Map()

/** @param {string} file @returns {object} */
const load = (file) => {
  const known = modules.get(file)
  if (known !== undefined) return known.exports
  const module = { exports: {} }
  modules.set(file, module)
  const compiled = `${file}.cache`
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${readFileSync(file)}\n})`, {
    filename: file,
    cachedData: existsSync(compiled) ? readFileSync(compiled) : undefined
  })
  scripts.set(compiled, script)
  const folder = dirname(file)
  /** @param {string} name */
  const requireFrom = (name) => (name.startsWith(".") ? load(join(folder, name)) : require(name))
  script.runInThisContext()(module.exports, requireFrom, module, file, folder)
  return module.exports
}

load(join(__dirname, require("./package.json").main))

module.exports = { scripts }
