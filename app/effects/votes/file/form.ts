/** Reading a ballot file strictly, and naming the line that is not in order. Long lists are read in pieces. */
import { Either, ParseResult, Schema } from "effect"
import { Entry } from "../ballot/Ballot"
import { STRICT } from "../fields"
import { Eligible } from "../snapshot"
import { BallotFile, writeBallotFile } from "./BallotFile"
import type { Pace } from "./pace"
import type { Finding } from "./Report"

const ALL = { ...STRICT, errors: "all" } as const
const decode = Schema.decodeUnknownEither(BallotFile, ALL)
const decodeItem = {
  voters: Schema.decodeUnknownEither(Eligible, ALL),
  ballots: Schema.decodeUnknownEither(Entry, ALL)
}

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

/** Items and plain members stand on lines of their own and must be JSON by themselves. */
const isJsonLine = (line: string): boolean => {
  const plain = line.replace(/,$/, "").replace(/^"\w+":(?!\[$)/, "")
  return /^("(voters|ballots)":\[\]?|\]|\{|\}|)$/.test(plain) || Either.isRight(parse(plain))
}

/** A comma stands behind each item and member but the last. */
const hasItsComma = (line: string, next = ""): boolean =>
  /^(|\{|"\w+":\[)$/.test(line) || line.endsWith(",") !== /^([\]}]|$)/.test(next)

const broken = (text: string): ReadonlyArray<Finding> => {
  const lines = text.split("\n")
  const index = lines.findIndex((line, at) => !isJsonLine(line) || !hasItsComma(line, lines[at + 1]))
  const place = placeOf(lines, Math.max(index, 0))
  return [{ ...place, words: `Line ${Math.max(index, 0) + 1} is no JSON.` }]
}

const misshapen = (error: ParseResult.ParseError, before: ReadonlyArray<string> = []): ReadonlyArray<Finding> =>
  ParseResult.ArrayFormatter.formatErrorSync(error).map(({ path }) => {
    const [list, item, ...inside] = [...before, ...path.map(String)]
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
  [...new Map([...findings].reverse().map((finding) => [finding.where, finding])).values()].reverse()

const listIn = (value: unknown, name: "voters" | "ballots"): ReadonlyArray<unknown> | null => {
  const list = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined
  return Array.isArray(list) ? list : null
}

/** What the file is made of, or what of it has another form. The lists item by item, the rest at once. */
const decodeFile = async (value: unknown, pace: Pace): Promise<Either.Either<BallotFile, ReadonlyArray<Finding>>> => {
  const [voters, ballots] = [listIn(value, "voters"), listIn(value, "ballots")]
  if (typeof value !== "object" || value === null || voters === null || ballots === null) {
    return Either.mapLeft(decode(value), (error) => misshapen(error))
  }
  // Each item is gone through to read it, to write it again, for its digest, signature, key, place and weight.
  pace.expect(3 * voters.length + 7 * ballots.length)
  const rest = decode({ ...value, voters: [], ballots: [] })
  const findings: Array<Finding> = Either.isLeft(rest) ? [...misshapen(rest.left)] : []
  const read = { voters: [] as Eligible[], ballots: [] as Entry[] }
  await pace.each(voters, (item, index) => {
    const one = decodeItem.voters(item)
    if (Either.isRight(one)) read.voters.push(one.right)
    else findings.push(...misshapen(one.left, ["voters", String(index)]))
  })
  await pace.each(ballots, (item, index) => {
    const one = decodeItem.ballots(item)
    if (Either.isRight(one)) read.ballots.push(one.right)
    else findings.push(...misshapen(one.left, ["ballots", String(index)]))
  })
  return findings.length === 0 && Either.isRight(rest)
    ? Either.right({ ...rest.right, ...read })
    : Either.left(findings)
}

const LINE_FEED = "\n"

/** The first line of a text that is not as the same data is written; -1 where all are. */
const otherLine = async (text: string, file: BallotFile, pace: Pace): Promise<number> => {
  const rewritten = writeBallotFile(file, file.voters, file.ballots)
  let [at, line, differs] = [0, 0, -1]
  const compare = (piece: string) => {
    if (differs >= 0) return
    for (let n = 0; n < piece.length; n++) {
      if (text[at + n] !== piece[n]) {
        differs = line
        return
      }
      if (piece[n] === LINE_FEED) line += 1
    }
    at += piece.length
  }
  // The head, then a piece for each item, and one after each list.
  compare(rewritten.next().value ?? "")
  await pace.each([...file.voters, null, ...file.ballots, null], () => compare(rewritten.next().value ?? ""))
  return differs >= 0 || at === text.length ? differs : line
}

/** The file, or what is wrong with its form, line by line. */
export const readForm = async (
  text: string,
  pace: Pace
): Promise<Either.Either<BallotFile, ReadonlyArray<Finding>>> => {
  const parsed = parse(text)
  if (Either.isLeft(parsed)) return Either.left(broken(text))
  const decoded = await decodeFile(parsed.right, pace)
  if (Either.isLeft(decoded)) return Either.left(oncePerPlace(decoded.left))

  // The same data has one writing. Another one may mean something else to another reader: a key twice, say.
  const file = decoded.right
  const index = await otherLine(text, file, pace)
  if (index < 0) return Either.right(file)
  const words = `Line ${index + 1} is not written in the one fixed way. Fetch the file again instead of saving it from an editor.`
  return Either.left([{ ...placeOf(text.split("\n"), index), words }])
}
