/**
 * BLT files (the format of Wichmann's and Hill's counting programs, which OpenSTV, OpaVote and others read): one line
 * for the numbers of candidates and seats, one for each ranking with its number of voters, then names and a title.
 *
 * A reader that guesses would count another election, so whatever could be read in two ways is refused with its line.
 */
import { Data, Either } from "effect"
import { counted } from "~/effects/base/text/counted"
import { comment, FIRST } from "./isBlt"
import type { Paper } from "./transferable"

export interface Election {
  readonly title: string
  readonly names: ReadonlyArray<string>
  readonly seats: number
  /** Candidates by number, from 0, who withdrew. */
  readonly withdrawn: ReadonlySet<number>
  readonly papers: ReadonlyArray<Paper>
  /** Ballots that skip a rank (`-`), which others may end there. */
  readonly skipping: bigint
}

export class BltUnreadable extends Data.TaggedError("BltUnreadable")<{
  readonly line: number
  readonly reason: string
}> {
  override get message() {
    return `Line ${this.line}: ${this.reason}`
  }
}

/** A server counts files of strangers: the work of a run-off grows with the square of the candidates. */
const MAX_CANDIDATES = 100
interface Line {
  readonly text: string
  readonly number: number
}

class Reader {
  private at = 0
  private readonly lines: ReadonlyArray<string>
  skipping = 0n

  constructor(text: string) {
    this.lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/)
  }

  /** The next line that says something. Names keep what follows a hash. */
  next(isName = false): Line | undefined {
    while (this.at < this.lines.length) {
      const number = this.at + 1
      const raw = this.lines[this.at++] ?? ""
      const text = (isName && !/^\s*#/.test(raw) ? raw : raw.replace(comment, "")).trim()
      if (text !== "") return { text, number }
    }
    return undefined
  }

  end = () => this.lines.length
}

const refuse = (line: number, reason: string): never => {
  throw new BltUnreadable({ line, reason })
}

const whole = (text: string, { number }: Line, what: string): number =>
  /^\d{1,9}$/.test(text) ? Number(text) : refuse(number, `${JSON.stringify(text)} is not ${what}.`)

/** A ballot: number of voters, ranks, and a zero at the end. */
const readPaper = (line: Line, candidates: number, reader: Reader): Paper | null => {
  const words = line.text.replace(/^\([^)]*\)\s*/, "").split(/\s+/)
  if (words.at(-1) !== "0") return refuse(line.number, "A ballot ends with 0.")
  if (words.length === 1) return null
  const [voters = ""] = words
  if (!/^\d{1,40}$/.test(voters)) {
    return refuse(line.number, `${JSON.stringify(voters)} is not a number of voters: whole numbers only.`)
  }
  const count = BigInt(voters)
  const ranks: Array<number> = []
  for (let at = 1; at < words.length - 1; at++) {
    const word = words[at] ?? ""
    if (word === "-") {
      reader.skipping += count
      continue
    }
    if (word.includes("=")) {
      return refuse(
        line.number,
        `${word} ranks several equally, which our rules do not count. Other programs share or end such a ballot.`
      )
    }
    const candidate = whole(word, line, "the number of a candidate") - 1
    if (candidate < 0 || candidate >= candidates) return refuse(line.number, `There is no candidate ${word}.`)
    if (ranks.includes(candidate)) return refuse(line.number, `Candidate ${word} is ranked twice.`)
    ranks.push(candidate)
  }
  return { ranks, count }
}

const NAME = /"((?:[^"]|"")*)"(?=\s|$)|(\S.*)/g

/** A line of names: several in quotes, or one without. */
const namesIn = ({ text }: Line): ReadonlyArray<string> =>
  [...text.matchAll(NAME)].map(([, quoted, plain]) =>
    (quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"')).trim()
  )

const read = (text: string): Election => {
  const reader = new Reader(text)
  const first = reader.next() ?? refuse(1, "The file is empty.")
  const numbers = FIRST.exec(first.text)
  if (numbers === null) return refuse(first.number, "A BLT file begins with the numbers of candidates and seats.")
  const [candidates, seats] = [Number(numbers[1]), Number(numbers[2])]
  if (candidates < 1 || candidates > MAX_CANDIDATES)
    return refuse(first.number, `There may be 1 to ${MAX_CANDIDATES} candidates.`)
  if (seats < 1 || seats > candidates)
    return refuse(first.number, "There is at least one seat, and at most one for each candidate.")

  const withdrawn = new Set<number>()
  /** Equal rankings together, in the order of the file. */
  const papers = new Map<string, { count: bigint; readonly ranks: ReadonlyArray<number> }>()
  for (;;) {
    const line = reader.next() ?? refuse(reader.end(), "The ballots end with a line that is 0.")
    if (line.text === "0") break
    if (/^(?:-\d+\s*)+$/.test(line.text)) {
      for (const word of line.text.split(/\s+/)) {
        const candidate = whole(word.slice(1), line, "the number of a candidate") - 1
        if (candidate >= candidates || candidate < 0)
          return refuse(line.number, `There is no candidate ${word.slice(1)}.`)
        withdrawn.add(candidate)
      }
      continue
    }
    const paper = readPaper(line, candidates, reader)
    if (paper === null) continue
    const key = paper.ranks.join()
    const same = papers.get(key)
    if (same === undefined) papers.set(key, { ...paper })
    else same.count += paper.count
  }
  const names: Array<string> = []
  for (let line = reader.next(true); line !== undefined; line = reader.next(true)) names.push(...namesIn(line))
  if (names.length < candidates || names.length > candidates + 1) {
    return refuse(
      reader.end(),
      `The file has ${counted(candidates, "candidate")} and ${counted(names.length, "name")}; one for each is needed, and one title.`
    )
  }
  return {
    title: names[candidates] ?? "",
    names: names.slice(0, candidates),
    seats,
    withdrawn,
    papers: [...papers.values()],
    skipping: reader.skipping
  }
}

export const readBlt = (text: string): Either.Either<Election, BltUnreadable> =>
  Either.try({
    try: () => read(text),
    catch: (cause) => {
      if (cause instanceof BltUnreadable) return cause
      throw cause
    }
  })

/** A name in quotes on one line; a quote mark inside becomes two, as the published files have them. */
const quoted = (name: string): string => `"${name.replace(/\s+/g, " ").replaceAll('"', '""')}"`

/** Readers expect a newline at the end of each line and nothing else. */
export const writeBlt = ({
  names,
  papers,
  seats,
  title
}: Pick<Election, "names" | "papers" | "seats" | "title">): string =>
  [
    `${names.length} ${seats}`,
    ...papers.map(({ count, ranks }) => [count, ...ranks.map((candidate) => candidate + 1), 0].join(" ")),
    "0",
    ...names.map(quoted),
    quoted(title),
    ""
  ].join("\n")
