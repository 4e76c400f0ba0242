/**
 * Reads a ballot file in the published layout in pieces: one line for each member and each item of a list (BallotFile).
 * Never has more than a few pieces in memory, however large the file is.
 */
import { type BallotFileHead, fileHead, fileTail } from "./BallotFile"

export type ListName = "voters" | "delegations" | "ballots"

/** Some items of a list as in the file, each a line with its end. */
export interface Slice {
  readonly list: ListName
  /** Number of its first item in the list, from 0. */
  readonly first: number
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Whether its last item is the last of the list, which has no comma. */
  readonly isLast: boolean
}

/** What was read so far outside the lists: members by name, and their text. */
export interface Frame {
  readonly members: { readonly [name: string]: unknown }
  readonly lengths: Readonly<Partial<Record<ListName, number>>>
  readonly text: string
}

/** The file does not have the published layout; the line where this was noticed, zero-based. */
export class OtherLayout extends Error {
  constructor(readonly line: number) {
    super()
  }
}

const CHUNK_BYTES = 1_048_576
/** Bytes of one slice. */
const SLICE_BYTES = 65_536
/** Longest possible line of our files: a proposal's text has at most 20,000 characters. */
const LINE_BYTES = 2_097_152
const LINE_FEED = 10
const CLOSING = 93 // ]

const isListName = (name: string): name is ListName => name === "voters" || name === "delegations" || name === "ballots"

/** Yields lines with their ends; the last line may have none. */
async function* linesOf(file: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let rest = new Uint8Array(0)
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    const chunk = new Uint8Array(await file.slice(at, at + CHUNK_BYTES).arrayBuffer())
    const bytes = new Uint8Array(rest.length + chunk.length)
    bytes.set(rest)
    bytes.set(chunk, rest.length)
    let from = 0
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
      yield bytes.subarray(from, end + 1)
      from = end + 1
    }
    rest = bytes.slice(from)
    if (rest.length > LINE_BYTES) break
  }
  if (rest.length > 0) yield rest
}

/** Collects lines into slices. */
const makeSlices = (list: ListName) => {
  let [lines, size, first, count] = [[] as Uint8Array[], 0, 0, 0]
  const take = (isLast: boolean): Slice => {
    const bytes = new Uint8Array(size)
    let at = 0
    for (const line of lines) {
      bytes.set(line, at)
      at += line.length
    }
    const slice = { list, first, bytes, isLast }
    ;[lines, size, first] = [[], 0, count]
    return slice
  }
  return {
    list,
    count: () => count,
    /** Returns a full slice once the next line shows that the list continues. */
    add: (line: Uint8Array): Slice | undefined => {
      const whole = size >= SLICE_BYTES ? take(false) : undefined
      lines.push(line)
      size += line.length
      count += 1
      return whole
    },
    end: (): Slice | undefined => (lines.length === 0 ? undefined : take(true))
  }
}

/** Parses `"name":value,` as a member. */
const memberIn = (line: string): readonly [string, unknown] | undefined => {
  const [, name = "", value = ""] = /^"(\w+)":(.*?),?\n$/s.exec(line) ?? []
  try {
    return name === "" ? undefined : [name, JSON.parse(value)]
  } catch {
    return undefined
  }
}

/**
 * Yields the slices of the lists in order, each with the frame so far, and returns the whole frame. Throws
 * `OtherLayout`, and errors of reading the file.
 */
export async function* readPublished(file: Blob): AsyncGenerator<Slice & { readonly frame: Frame }, Frame> {
  const members = new Map<string, unknown>()
  const lengths: Partial<Record<ListName, number>> = {}
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
  let [text, line, slices]: [string, number, ReturnType<typeof makeSlices> | undefined] = ["", 0, undefined]
  const frame = () => ({ members: Object.fromEntries(members), lengths, text })
  const decode = (bytes: Uint8Array) => {
    try {
      return decoder.decode(bytes)
    } catch {
      throw new OtherLayout(line)
    }
  }
  for await (const bytes of linesOf(file)) {
    if (slices !== undefined && bytes[0] !== CLOSING) {
      const whole = slices.add(bytes)
      if (whole !== undefined) yield { ...whole, frame: frame() }
    } else {
      const rest = slices?.end()
      if (rest !== undefined) yield { ...rest, frame: frame() }
      if (slices !== undefined) lengths[slices.list] = slices.count()
      slices = undefined
      const words = decode(bytes)
      text += words
      const name = /^"(\w+)":\[\n$/.exec(words)?.[1]
      const member = memberIn(words)
      if (name !== undefined && isListName(name) && !(name in lengths)) slices = makeSlices(name)
      else if (member !== undefined && !members.has(member[0])) members.set(...member)
      else if (!/^(\{|\],?|\})\n$/.test(words)) throw new OtherLayout(line)
      if (text.length > LINE_BYTES) throw new OtherLayout(line)
    }
    line += 1
  }
  if (slices !== undefined) throw new OtherLayout(line)
  return frame()
}

/** The same frame as we write it. */
export const frameOf = (head: BallotFileHead, hasDelegated: boolean, lengths: Frame["lengths"]): string => {
  const has = (list: ListName) => (lengths[list] ?? 0) > 0
  const delegated = hasDelegated ? fileTail.delegations(has("delegations")) : ""
  return `${fileHead(head)}${fileTail.voters(has("voters"), hasDelegated)}${delegated}${fileTail.ballots(has("ballots"), head)}`
}
