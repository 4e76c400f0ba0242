/**
 * Benchmarks of docs/goals.md A2: how much JavaScript a guarded page loads initially; and A5: the scripts that hydrate
 * a page do not contain Effect.
 */
import { brotliCompressSync, constants } from "node:zlib"
import { type FirstLoad, firstLoads, guardedLoads, readAsset } from "./firstLoad"
import { atMost, type Goal } from "./goal"

const KB = 1_000
const sizes = new Map<string, number>()

const brotliSize = (file: string): number => {
  const known = sizes.get(file)
  if (known !== undefined) return known
  const size = brotliCompressSync(readAsset(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
  sizes.set(file, size)
  return size
}

const kBOf = (files: ReadonlyArray<string>) => files.reduce((sum, file) => sum + brotliSize(file), 0) / KB

/** Heaviest first. */
const weighed = (loads: ReadonlyArray<FirstLoad>) =>
  loads.map(({ files, route }) => ({ route, kB: kBOf(files) })).sort((one, other) => other.kB - one.kB)

const OWN = 25

/** A page's own code: chunks that no public page and no other page of its kind loads. */
export const guardedLoadSize: Goal = async () => {
  const loads = guardedLoads()
  const users = new Map<string, number>()
  for (const { files } of [...loads, ...firstLoads()])
    for (const file of files) users.set(file, (users.get(file) ?? 0) + 1)
  const [worst] = weighed(loads)
  const [own] = weighed(
    loads.map(({ files, route }) => ({ route, files: files.filter((file) => users.get(file) === 1) }))
  )
  const result = atMost(
    Number((worst?.kB ?? Number.NaN).toFixed(1)),
    116,
    `kB of brotli, worst of ${loads.length} pages: ${worst?.route}; most code of its own: ${own?.route}, ${own?.kB.toFixed(1)} kB (${OWN})`
  )
  return { ...result, ok: result.ok && (own?.kB ?? Number.NaN) <= OWN }
}

/** Names that Effect's modules register at run time; minifiers leave them unchanged. */
const EFFECT = /["'`]effect\/(Effect|Cause|Exit|Fiber|Layer|Schema|Context|Option|Either|Data|Equal|Hash)\b/

export const effectInFirstLoad: Goal = async () => {
  const loads = [...firstLoads(), ...guardedLoads()]
  const files = [...new Set(loads.flatMap((load) => load.files))]
  const guilty = files.filter((file) => EFFECT.test(readAsset(file).toString("utf8")))
  const pages = loads.filter((load) => load.files.some((file) => guilty.includes(file))).map(({ route }) => route)
  const found = guilty.length === 0 ? "" : `: ${guilty.join(", ")} (${pages.join(", ")})`
  return atMost(guilty.length, 0, `of ${files.length} chunks of ${loads.length} pages contain Effect${found}`)
}
