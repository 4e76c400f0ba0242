/** The text format of Prometheus, version 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats). Pure. */
import type { Distribution, Family, Labels } from "./Family"

export const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

const escaped = (text: string) => text.replace(/\\/g, "\\\\").replace(/\n/g, "\\n")
const quoted = (text: string) => `"${escaped(text).replace(/"/g, '\\"')}"`

const numberText = (value: number): string => {
  if (value === Number.POSITIVE_INFINITY) return "+Inf"
  return value === Number.NEGATIVE_INFINITY ? "-Inf" : String(value)
}

const line = (name: string, labels: Labels, value: number): string => {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}=${quoted(text)}`)
  return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${numberText(value)}`
}

const distributionLines = (name: string, { buckets, count, labels, sum }: Distribution): ReadonlyArray<string> => [
  ...buckets.map(([bound, many]) => line(`${name}_bucket`, { ...labels, le: numberText(bound) }, many)),
  line(`${name}_sum`, labels, sum),
  line(`${name}_count`, labels, count)
]

const familyLines = (family: Family): ReadonlyArray<string> => [
  `# HELP ${family.name} ${escaped(family.help)}`,
  `# TYPE ${family.name} ${family.type}`,
  ...(family.type === "histogram"
    ? family.samples.flatMap((sample) => distributionLines(family.name, sample))
    : family.samples.map(({ labels, value }) => line(family.name, labels, value)))
]

/** Renders each family once; one without samples is left out. */
export const writeFamilies = (families: ReadonlyArray<Family>): string =>
  families
    .filter(({ samples }) => samples.length > 0)
    .map((family) => `${familyLines(family).join("\n")}\n`)
    .join("")
