/**
 * Reads profiles of a server and adds them up by package, or by feature of ours. Usage: node scripts/profile.mjs
 * FILE.cpuprofile|FILE.heapprofile … [--functions N] [--under NAME]
 *
 * For recording, and what the columns mean, see docs/contributing.md, "Where the time goes".
 */
import { existsSync, readFileSync } from "node:fs"
import { SourceMap } from "node:module"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { functions: { type: "string", default: "25" }, under: { type: "string" } }
})

/** @type {Map<string, SourceMap | undefined>} */
const maps = new Map()
/** @param {string} url */
const mapOf = (url) => {
  if (!maps.has(url)) {
    const file = url.startsWith("file:") ? `${fileURLToPath(url)}.map` : ""
    maps.set(url, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, "utf8"))) : undefined)
  }
  return maps.get(url)
}

/** The source file of a function. @param {{ url: string, lineNumber: number, columnNumber: number }} frame */
const sourceOf = ({ columnNumber, lineNumber, url }) => {
  const found = mapOf(url)?.findEntry(lineNumber, columnNumber)
  return found !== undefined && "originalSource" in found ? found.originalSource.replace(/^(\.\.\/)+/, "") : url
}

/**
 * A package, or a top folder with its layer and feature. @param {{ functionName: string, url: string, lineNumber:
 * number, columnNumber: number }} frame
 */
const placeOf = (frame) => {
  if (frame.url === "") return frame.functionName.startsWith("(") ? frame.functionName : "(engine)"
  if (frame.url.startsWith("node:")) return "node"
  const source = sourceOf(frame)
  const packaged = source.split("node_modules/").at(-1) ?? ""
  if (source.includes("node_modules/")) {
    const [scope = "", name = ""] = packaged.split("/")
    return scope.startsWith("@") ? `${scope}/${name}` : scope
  }
  return source
    .split("/")
    .slice(0, source.startsWith("app/routes") ? 2 : 4)
    .join("/")
}

/** Nodes with their own amounts, in one form for both kinds of profile: microseconds, or bytes. */
const nodesOf = (/** @type {string} */ file) => {
  const profile = JSON.parse(readFileSync(file, "utf8"))
  /** @type {Array<{ frame: any, own: number, parent: any }>} */
  const nodes = []
  if (profile.head !== undefined) {
    /** @param {any} node @param {any} parent */
    const walk = (node, parent) => {
      const own = node.selfSize
      const made = { frame: node.callFrame, own, parent }
      nodes.push(made)
      for (const child of node.children) walk(child, made)
    }
    walk(profile.head, undefined)
    return nodes
  }
  /** @type {Map<number, { frame: any, own: number, parent: any }>} */
  const byId = new Map()
  for (const { callFrame, id } of profile.nodes) byId.set(id, { frame: callFrame, own: 0, parent: undefined })
  for (const { children = [], id } of profile.nodes) {
    for (const child of children) Object.assign(byId.get(child) ?? {}, { parent: byId.get(id) })
  }
  for (const [n, id] of profile.samples.entries()) {
    const node = byId.get(id)
    if (node !== undefined) node.own += profile.timeDeltas[n + 1] ?? 0
  }
  return [...byId.values()].filter(({ frame }) => frame.functionName !== "(idle)")
}

/** @param {Map<string, number>} sums @param {string} key @param {number} amount */
const add = (sums, key, amount) => sums.set(key, (sums.get(key) ?? 0) + amount)

/** @param {string} title @param {Map<string, number>} sums @param {number} all @param {number} most */
const print = (title, sums, all, most) => {
  console.log(`\n${title}`)
  for (const [name, amount] of [...sums].sort((one, other) => other[1] - one[1]).slice(0, most)) {
    console.log(`${((100 * amount) / all).toFixed(1).padStart(6)}%  ${name}`)
  }
}

const nodes = positionals.flatMap(nodesOf)
/** @type {Map<any, { place: string, name: string }>} */
const named = new Map()
for (const { frame } of nodes) {
  if (named.has(frame)) continue
  const line = frame.url === "" ? "" : ` ${sourceOf(frame).split("/").slice(-2).join("/")}:${frame.lineNumber + 1}`
  named.set(frame, { place: placeOf(frame), name: `${frame.functionName || "(anonymous)"}${line}` })
}
const [places, functions, within] = [new Map(), new Map(), new Map()]
let all = 0
for (const node of nodes) {
  const { name, place } = named.get(node.frame) ?? { name: "", place: "" }
  /** @type {Set<string>} */
  const callers = new Set()
  for (let at = node; at !== undefined; at = at.parent) callers.add(named.get(at.frame)?.name ?? "")
  const { under } = values
  if (under !== undefined && ![...callers].some((each) => each.includes(under))) continue
  all += node.own
  add(places, place, node.own)
  add(functions, name, node.own)
  for (const caller of callers) add(within, caller, node.own)
}
const most = Number(values.functions)
print("By package or feature, own", places, all, most)
print("By function, own", functions, all, most)
print("By function, with what it calls", within, all, most * 2)
