/**
 * A file's content counts; its layout (spaces, line ends, the order of members, escapes) may differ from ours.
 * Ambiguous content is refused: a duplicate member, of which readers may take the first or the last, and a number not
 * written as in RFC 8785. Pure.
 */
import type { Pace } from "./pace"

export const OTHER_LAYOUT = "The content is the same; the layout is not the one we publish."

const BYTE_ORDER_MARK = /^\uFEFF/

/** The value, or undefined if the text is not JSON. Ignores the byte order mark that editors on Windows write. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(BYTE_ORDER_MARK, ""))
  } catch {
    return undefined
  }
}

/** Zero-based line of an index in a text. */
const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length - 1

export interface Doubt {
  /** Zero-based. */
  readonly line: number
  readonly words: string
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|-?\d[\d.eE+-]*/g
/** Characters read before yielding to other work. */
const STRETCH = 100_000

/** Members of the object that is being read; null inside a list. */
type Level = Set<string> | null

/** Reads the tokens of a text that is known to be JSON; returns what is wrong with the next one. */
const makeReader = () => {
  const levels: Array<Level> = []
  let isName = false
  return (token: string): string | undefined => {
    const here = levels.at(-1) ?? null
    if (token === "{" || token === "[") {
      levels.push(token === "{" ? new Set() : null)
      isName = token === "{"
    } else if (token === "}" || token === "]") {
      levels.pop()
      isName = false
    } else if (token === ",") {
      isName = here !== null
    } else if (token === ":") {
      isName = false
    } else if (token.startsWith('"')) {
      if (!isName || here === null) return undefined
      const name: string = JSON.parse(token)
      if (here.has(name)) return `The member “${name}” is there twice.`
      here.add(name)
    } else if (String(Number(token)) !== token) {
      return `A number is written as ${token} instead of ${Number(token)}.`
    }
    return undefined
  }
}

/** The first place that another reader may interpret differently; only for valid JSON. */
export const doubtIn = async (text: string, pace: Pace): Promise<Doubt | undefined> => {
  const read = makeReader()
  const tokens = new RegExp(TOKEN)
  let found: Doubt | undefined
  const stretches = Array.from({ length: Math.ceil(text.length / STRETCH) }, (_, at) => (at + 1) * STRETCH)
  let next = tokens.exec(text)
  await pace.each(stretches, (end) => {
    while (next !== null && next.index < end && found === undefined) {
      const words = read(next[0])
      if (words !== undefined) found = { line: lineAt(text, next.index), words }
      next = tokens.exec(text)
    }
  })
  return found
}
