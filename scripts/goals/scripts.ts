/** A1: how much JavaScript a public page loads at once. A5: and none of it is Effect. */
import { brotliCompressSync, constants } from "node:zlib"
import { firstLoads, readAsset } from "./firstLoad"
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

export const firstLoadSize: Goal = async () => {
  const pages = firstLoads()
    .map(({ files, route }) => ({ route, kB: files.reduce((sum, file) => sum + brotliSize(file), 0) / KB }))
    .sort((one, other) => other.kB - one.kB)
  const worst = pages[0]
  const named = (route: string) => `${route} ${(pages.find((page) => page.route === route)?.kB ?? 0).toFixed(1)} kB`
  return atMost(
    Number((worst?.kB ?? Number.NaN).toFixed(1)),
    92,
    `kB of brotli, worst of ${pages.length} pages: ${worst?.route}; ${named("routes/_site._index")}, ${named("routes/signup")}`
  )
}

/** Names that Effect's modules register at run time; no minifier touches them. */
const EFFECT = /["'`]effect\/(Effect|Cause|Exit|Fiber|Layer|Schema|Context|Option|Either|Data|Equal|Hash)\b/

export const effectInFirstLoad: Goal = async () => {
  const loads = firstLoads()
  const files = [...new Set(loads.flatMap((load) => load.files))]
  const guilty = files.filter((file) => EFFECT.test(readAsset(file).toString("utf8")))
  const pages = loads.filter((load) => load.files.some((file) => guilty.includes(file))).map(({ route }) => route)
  const found = guilty.length === 0 ? "" : `: ${guilty.join(", ")} (${pages.join(", ")})`
  return atMost(guilty.length, 0, `of ${files.length} chunks of ${loads.length} public pages hold Effect${found}`)
}
