/**
 * A build for LEDGER=stokenet contains nothing of local mode.
 *
 * Searches that build for every longer text that only files of local mode contain and, to prove that the search works,
 * the build for LEDGER=local.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { STATUS_CODES } from "node:http"
import { join } from "node:path"
import { atMost, type Goal } from "./goal"

/** Local mode's own files. The address of its dApp definition is a plain setting, which every build contains. */
const LOCAL = /^app\/(effects\/local\/(?!dapp\.ts)|practice\/|routes\/local\.)/
const SHORTEST = 14

const filesBelow = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })

/** Plain string literals, without import paths. */
const textsIn = (source: string): ReadonlyArray<string> =>
  [...source.replace(/(?:from |import\()"[^"]*"/g, "").matchAll(/"([^"\\\n]+)"/g)]
    .map(([, text = ""]) => text)
    .filter((text) => text.length >= SHORTEST)

/** Every web server contains these. */
const STATUS_TEXTS = new Set(Object.values(STATUS_CODES))

/** The server's files are plain ASCII. */
const ESCAPED = /\\u([0-9a-fA-F]{4})/g

const readBuild = (ledger: string): string => {
  const folder = `build/${ledger}`
  if (!existsSync(folder)) throw new Error(`${folder} does not exist: run LEDGER=${ledger} npx remix vite:build first.`)
  return filesBelow(folder)
    .filter((file) => /\.(c?js|html|css)$/.test(file))
    .map((file) =>
      readFileSync(file, "utf8").replace(ESCAPED, (_, hex: string) => String.fromCharCode(Number(`0x${hex}`)))
    )
    .join("\n")
}

export const localEndpoints: Goal = async () => {
  const sources = filesBelow("app").filter((file) => /\.(tsx?|css|md)$/.test(file))
  const elsewhere = sources.filter((file) => !LOCAL.test(file)).map((file) => readFileSync(file, "utf8"))
  const common = elsewhere.join("\n")
  const texts = [
    ...new Set(sources.filter((file) => LOCAL.test(file)).flatMap((file) => textsIn(readFileSync(file, "utf8"))))
  ].filter((text) => !common.includes(text) && !STATUS_TEXTS.has(text))
  const stokenet = readBuild("stokenet")
  const local = readBuild("local")
  const leaked = texts.filter((text) => stokenet.includes(text))
  const known = texts.filter((text) => local.includes(text)).length
  const { limit, value } = atMost(leaked.length, 0)
  return {
    value,
    limit,
    ok: value <= limit && known >= texts.length / 2 && known > 10,
    note: `of ${texts.length} texts of local mode (${known} of them in the local build) ${leaked.slice(0, 5).join(" | ")}`.trim()
  }
}
