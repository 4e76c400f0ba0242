/** Reading a ballot file strictly, and naming the line that is not in order. Pure. */
import { Either, ParseResult, Schema } from "effect"
import { STRICT } from "../fields"
import { BallotFile, writeBallotFile } from "./BallotFile"
import type { Finding } from "./Report"

const decode = Schema.decodeUnknownEither(BallotFile, { ...STRICT, errors: "all" })

const parse = (text: string): Either.Either<unknown, undefined> =>
  Either.try({ try: (): unknown => JSON.parse(text), catch: () => undefined })

/** What stands on a line of a file as we write it: an item of one of its lists, or a member. */
export const placeOf = (lines: ReadonlyArray<string>, index: number): Omit<Finding, "words"> => {
  const opens = (name: string) => lines.findIndex((line) => line.startsWith(`"${name}":[`))
  const ballots = opens("ballots")
  const voters = opens("voters")
  const ends = lines.findIndex((line, at) => at > ballots && line.startsWith("]"))
  if (ballots >= 0 && index > ballots && (ends < 0 || index < ends)) {
    return { row: index - ballots, where: `ballot ${index - ballots}` }
  }
  if (voters >= 0 && index > voters && (ballots < 0 || index < ballots - 1)) {
    return { row: null, where: `voter ${index - voters}` }
  }
  const member = /^"(\w+)":/.exec(lines[index] ?? "")?.[1]
  return { row: null, where: member ?? `line ${index + 1}` }
}

const firstDifference = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): number => {
  const length = Math.max(one.length, other.length)
  for (let at = 0; at < length; at++) if (one[at] !== other[at]) return at
  return -1
}

/** Items and plain members stand on lines of their own and must be JSON by themselves. */
const isJsonLine = (line: string): boolean => {
  const plain = line.replace(/,$/, "").replace(/^"\w+":(?!\[$)/, "")
  return /^("(voters|ballots)":\[\]?|\]|\{|\}|)$/.test(plain) || Either.isRight(parse(plain))
}

const broken = (text: string): ReadonlyArray<Finding> => {
  const lines = text.split("\n")
  const index = lines.findIndex((line) => !isJsonLine(line))
  const place = placeOf(lines, Math.max(index, 0))
  return [{ ...place, words: `Line ${Math.max(index, 0) + 1} is no JSON.` }]
}

const misshapen = (error: ParseResult.ParseError): ReadonlyArray<Finding> =>
  ParseResult.ArrayFormatter.formatErrorSync(error).map(({ path }) => {
    const [list, item, ...inside] = path.map(String)
    const rest = inside.length === 0 ? "" : `: ${inside.join(".")}`
    if (list === "ballots" && item !== undefined) {
      return { row: Number(item) + 1, where: `ballot ${Number(item) + 1}`, words: `Its form is wrong${rest}.` }
    }
    if (list === "voters" && item !== undefined) {
      return { row: null, where: `voter ${Number(item) + 1}`, words: `Its form is wrong${rest}.` }
    }
    return { row: null, where: list ?? "file", words: `Its form is wrong${item === undefined ? "" : `: ${item}`}.` }
  })

const oncePerPlace = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> =>
  findings.filter(({ where }, at) => findings.findIndex((other) => other.where === where) === at)

/** The file, or what is wrong with its form, line by line. */
export const readForm = (text: string): Either.Either<BallotFile, ReadonlyArray<Finding>> => {
  const parsed = parse(text)
  if (Either.isLeft(parsed)) return Either.left(broken(text))
  const decoded = decode(parsed.right)
  if (Either.isLeft(decoded)) return Either.left(oncePerPlace(misshapen(decoded.left)))

  // The same data has one writing. Another one may mean something else to another reader: a key twice, say.
  const file = decoded.right
  const lines = text.split("\n")
  const rewritten = [...writeBallotFile(file, file.voters, file.ballots)].join("").split("\n")
  const index = firstDifference(lines, rewritten)
  if (index < 0) return Either.right(file)
  const words = `Line ${index + 1} is not written in the one fixed way. Fetch the file again instead of saving it from an editor.`
  return Either.left([{ ...placeOf(lines, index), words }])
}
