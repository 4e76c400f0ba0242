/** Benchmark of docs/goals.md A3: what a page loads for the connector and its button. */
import { OPENED, RARE } from "../connector/rare.mjs"
import { type Bundle, bundles } from "./connectorBundles"
import { atMost, type Goal } from "./goal"

const SHARE = 0.85
const OWN_LIMIT_KB = 68.3

const kB = ({ sizes }: Bundle, isCounted: (file: string) => boolean = () => true) =>
  Object.entries(sizes).reduce((sum, [file, size]) => (isCounted(file) ? sum + size : sum), 0) / 1_000

export const connectorSize: Goal = async () => {
  const { official, ours } = await bundles()
  const value = Number(kB(ours, (file) => !RARE.test(file)).toFixed(1))
  const opened = kB(ours, (file) => !RARE.test(file) || OPENED.test(file))
  const chunks = Object.entries(ours.sizes)
    .map(([file, size]) => `${file.replace(/-[\w-]{8}\.js$/, "")} ${(size / 1_000).toFixed(1)}`)
    .join(", ")
  const figures = `kB of brotli on a computer, ${opened.toFixed(1)} with the popover opened, ${kB(ours).toFixed(1)} with all rare chunks (${chunks})`
  if (official === undefined) return atMost(value, OWN_LIMIT_KB, `${figures}; official: absent`)
  const theirs = kB(official)
  return atMost(
    value,
    Number((SHARE * theirs).toFixed(1)),
    `${figures}; official ${theirs.toFixed(1)}; ratio ${(value / theirs).toFixed(3)}, ${(opened / theirs).toFixed(3)} opened`
  )
}
