/**
 * Reads a ballot file: its members strictly, any layout, and names the line that is wrong. Long lists are read in
 * pieces.
 */
import { Either, type ParseResult, Schema } from "effect"
import { Entry } from "../ballot/Ballot"
import { STRICT } from "../fields"
import { Eligible } from "../snapshot"
import { BallotFile, writeBallotFile } from "./BallotFile"
import { doubtIn, parseJson } from "./layout"
import type { Pace } from "./pace"
import type { Frame } from "./published"
import type { Finding } from "./Report"
import { misfitsOf } from "./readStrictly"

const ALL = { ...STRICT, errors: "all" } as const
const decode = Schema.decodeUnknownEither(BallotFile, ALL)
const decodeItem = {
  voters: Schema.decodeUnknownEither(Eligible, ALL),
  ballots: Schema.decodeUnknownEither(Entry, ALL)
}

/** What a line of a file in our layout contains: an item of one of its lists, or a member. */
export const placeOf = (lines: ReadonlyArray<string>, index: number): Omit<Finding, "words"> => {
  const opens = (name: string) => lines.findIndex((line) => line.startsWith(`"${name}":[`))
  const ballots = opens("ballots")
  const voters = opens("voters")
  const delegated = opens("delegations")
  const ends = lines.findIndex((line, at) => at > ballots && line.startsWith("]"))
  if (ballots >= 0 && index > ballots && (ends < 0 || index < ends)) {
    return { row: index - ballots, where: `ballot ${index - ballots}` }
  }
  if (delegated >= 0 && index > delegated && (ballots < 0 || index < ballots - 1)) {
    return { row: null, where: `delegation ${index - delegated}` }
  }
  if (
    voters >= 0 &&
    index > voters &&
    (delegated < 0 || index < delegated - 1) &&
    (ballots < 0 || index < ballots - 1)
  ) {
    return { row: null, where: `voter ${index - voters}` }
  }
  const member = /^"(\w+)":/.exec(lines[index] ?? "")?.[1]
  return { row: null, where: member ?? `line ${index + 1}` }
}

/** Items and plain members are on lines of their own, each valid JSON. */
const isJsonLine = (line: string): boolean => {
  const plain = line.replace(/,$/, "").replace(/^"\w+":(?!\[$)/, "")
  return /^("(voters|delegations|ballots)":\[\]?|\]|\{|\}|)$/.test(plain) || parseJson(plain) !== undefined
}

/** Each item and member except the last ends with a comma. */
const hasItsComma = (line: string, next = ""): boolean =>
  /^(|\{|"\w+":\[)$/.test(line) || line.endsWith(",") !== /^([\]}]|$)/.test(next)

const broken = (text: string): ReadonlyArray<Finding> => {
  // In another layout, lines are not members and items.
  if (!/\n"(proposal|voters|ballots)":/.test(text)) {
    return [{ row: null, where: "file", words: "It is not JSON." }]
  }
  const lines = text.split(/\r?\n/)
  const index = lines.findIndex((line, at) => !isJsonLine(line) || !hasItsComma(line, lines[at + 1]))
  const place = placeOf(lines, Math.max(index, 0))
  return [{ ...place, words: `Line ${Math.max(index, 0) + 1} is not JSON.` }]
}

const misshapen = (error: ParseResult.ParseError, before: ReadonlyArray<string> = []): ReadonlyArray<Finding> =>
  misfitsOf(error).map(({ path, words }) => {
    const [list, item] = [...before, ...path]
    if (list === "ballots" && item !== undefined) {
      return { row: Number(item) + 1, where: `ballot ${Number(item) + 1}`, words }
    }
    if (list === "voters" && item !== undefined) return { row: null, where: `voter ${Number(item) + 1}`, words }
    if (list === "delegations" && item !== undefined)
      return { row: null, where: `delegation ${Number(item) + 1}`, words }
    return { row: null, where: list ?? "file", words }
  })

const oncePerPlace = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> =>
  [...new Map([...findings].reverse().map((finding) => [finding.where, finding])).values()].reverse()

const listIn = (value: unknown, name: "voters" | "ballots"): ReadonlyArray<unknown> | null => {
  const list = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined
  return Array.isArray(list) ? list : null
}

const hasDelegations = ({ members: { proposal } }: Frame): boolean => {
  const snapshot =
    typeof proposal === "object" && proposal !== null && "snapshot" in proposal ? proposal.snapshot : undefined
  return typeof snapshot === "object" && snapshot !== null && "delegations" in snapshot
}
const UNREAD = { headHash: "0".repeat(64), tally: null }

/**
 * Decodes the members of a file whose lists are read separately and are empty here.
 * @param isWhole whether the end of the file was read too.
 */
export const decodeHead = (frame: Frame, isWhole: boolean): Either.Either<BallotFile, ReadonlyArray<Finding>> => {
  const { lengths, members } = frame
  const delegated = isWhole ? lengths.delegations !== undefined : hasDelegations(frame)
  const lists = isWhole ? Object.keys(lengths) : ["voters", "ballots"]
  const empty = Object.fromEntries([...lists, ...(delegated ? ["delegations"] : [])].map((list) => [list, []]))
  return Either.mapLeft(decode({ ...(isWhole ? {} : UNREAD), ...members, ...empty }), (error) => misshapen(error))
}

/** The content of a file, or findings about its form. Decodes the lists item by item, the rest together. */
const decodeFile = async (value: unknown, pace: Pace): Promise<Either.Either<BallotFile, ReadonlyArray<Finding>>> => {
  const [voters, ballots] = [listIn(value, "voters"), listIn(value, "ballots")]
  if (typeof value !== "object" || value === null || voters === null || ballots === null) {
    return Either.mapLeft(decode(value), (error) => misshapen(error))
  }
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

/** Whether a text is exactly what we write for the same data. */
const isOwnLayout = async (text: string, file: BallotFile, pace: Pace): Promise<boolean> => {
  const rewritten = writeBallotFile(file, file.voters, file.ballots)
  let [at, isSame] = [0, true]
  const compare = (part: string) => {
    isSame &&= text.startsWith(part, at)
    at += part.length
  }
  // The head, then a piece for each item, and one after each list.
  compare(rewritten.next().value ?? "")
  const delegated = file.delegations === undefined ? [] : [...file.delegations, null]
  await pace.each([...file.voters, null, ...delegated, ...file.ballots, null], () =>
    compare(rewritten.next().value ?? "")
  )
  return isSame && at === text.length
}

export interface Form {
  readonly file: BallotFile
  /** False if the same content has a layout other than ours. */
  readonly isOwnLayout: boolean
}

/** The file, or findings about its form, line by line. */
export const readForm = async (text: string, pace: Pace): Promise<Either.Either<Form, ReadonlyArray<Finding>>> => {
  const parsed = parseJson(text)
  if (parsed === undefined) return Either.left(broken(text))
  const decoded = await decodeFile(parsed, pace)
  if (Either.isLeft(decoded)) return Either.left(oncePerPlace(decoded.left))
  const file = decoded.right
  if (await isOwnLayout(text, file, pace)) return Either.right({ file, isOwnLayout: true })
  const doubt = await doubtIn(text, pace)
  if (doubt === undefined) return Either.right({ file, isOwnLayout: false })
  const words = `Line ${doubt.line + 1}: ${doubt.words}`
  return Either.left([{ ...placeOf(text.split("\n"), doubt.line), words }])
}
