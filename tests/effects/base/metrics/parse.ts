/** Parses the text format of Prometheus strictly: any deviation is an error. */
interface ReadSample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}
export interface ReadFamily {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly samples: ReadonlyArray<ReadSample>
}

const unescape = (text: string) => text.replace(/\\(.)/gs, (_, letter: string) => (letter === "n" ? "\n" : letter))

const numberOf = (text: string): number => {
  if (/^[+-]?Inf$/.test(text)) return text.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  if (text === "NaN") return Number.NaN
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text)) throw new Error(`no number: ${text}`)
  return Number(text)
}

const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/s
const PAIR = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\n"])*)"(,|$)/gy

const labelsOf = (text: string) => {
  const labels: Record<string, string> = {}
  PAIR.lastIndex = 0
  let read = 0
  for (let found = PAIR.exec(text); found !== null; found = PAIR.exec(text)) {
    const [whole, name = "", value = ""] = found
    if (name in labels) throw new Error(`twice: ${name}`)
    labels[name] = unescape(value)
    read += whole.length
    if (read === text.length) break
  }
  if (read !== text.length) throw new Error(`no labels: ${text}`)
  return labels
}

const sampleOf = (line: string): ReadSample => {
  const [, name, labels = "", value] = SAMPLE.exec(line) ?? []
  if (name === undefined || value === undefined) throw new Error(`no sample: ${line}`)
  return { name, labels: labelsOf(labels), value: numberOf(value) }
}

export const parse = (text: string): ReadonlyArray<ReadFamily> => {
  if (text !== "" && !text.endsWith("\n")) throw new Error("the last line has no end")
  const families: Array<{ name: string; help: string; type: string; samples: Array<ReadSample> }> = []
  for (const line of text.split("\n").slice(0, -1)) {
    const [, kind, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) ?(.*)$/s.exec(line) ?? []
    const last = families.at(-1)
    if (kind === "HELP") {
      if (families.some((family) => family.name === name)) throw new Error(`twice: ${name}`)
      families.push({ name, help: unescape(rest), type: "", samples: [] })
    } else if (last === undefined) throw new Error(`before any family: ${line}`)
    else if (kind === "TYPE") last.type = rest
    else {
      const sample = sampleOf(line)
      const isOwn = last.type === "histogram" ? sample.name.startsWith(`${last.name}_`) : sample.name === last.name
      if (!isOwn) throw new Error(`not of ${last.name}: ${line}`)
      last.samples.push(sample)
    }
  }
  return families
}
