/** Reads small files (statements, receipts): their members strictly, in any layout. */
import { Either, ParseResult, Schema } from "effect"
import { canonical, type Json } from "~/effects/base/text/canonical"
import { STRICT } from "../fields"
import { doubtIn, OTHER_LAYOUT } from "./layout"
import { makePace } from "./pace"
import { type Report, type Step, unreadable } from "./Report"

/** What a schema finds wrong with a value, in words. */
interface Misfit {
  readonly path: ReadonlyArray<string>
  readonly words: string
}

/**
 * Unknown members are refused by name: signatures and hashes cover only known members, so anyone could have added
 * others.
 */
export const misfitsOf = (error: ParseResult.ParseError): ReadonlyArray<Misfit> =>
  ParseResult.ArrayFormatter.formatErrorSync(error).map(({ _tag, path }) => {
    const names = path.map(String)
    return {
      path: names,
      words:
        _tag === "Unexpected"
          ? `The member “${names.at(-1) ?? ""}” does not belong there.`
          : `Its form is wrong${names.length === 0 ? "" : `: ${names.join(".")}`}.`
    }
  })

/** One canonical line, the published form of each of these files. */
export const writeLine = (file: unknown): string => `${canonical(file as Json)}\n` // the schemas allow only JSON

export interface ReadFile<A> {
  readonly file: A
  /** False if the same content has a layout other than ours. */
  readonly isOwnLayout: boolean
}

/** @param source the text from which `value` was parsed. */
export const readStrictly = async <A, I>(
  schema: Schema.Schema<A, I>,
  value: unknown,
  source: string
): Promise<Either.Either<ReadFile<A>, Report>> => {
  const read = Schema.decodeUnknownEither(schema, STRICT)(value)
  if (Either.isLeft(read)) {
    const [first] = misfitsOf(read.left)
    return Either.left(refused(first?.words ?? "", first?.path.join(".") ?? "file"))
  }
  const file = read.right
  if (writeLine(file) === source) return Either.right({ file, isOwnLayout: true })
  const doubt = await doubtIn(source, makePace())
  if (doubt !== undefined) return Either.left(refused(doubt.words, `line ${doubt.line + 1}`))
  return Either.right({ file, isOwnLayout: false })
}

const refused = (words: string, where: string): Report => ({
  ...unreadable("This file does not have the form that its first member names.", [{ row: null, where, words }]),
  detail: words
})

/** The first step of each report. */
export const formStep = (schema: string, isOwnLayout: boolean, detail = ""): Step => ({
  name: "The file has the right form",
  state: isOwnLayout ? "ok" : "warn",
  figure: schema,
  detail: [isOwnLayout ? "" : OTHER_LAYOUT, detail].filter((words) => words !== "").join(" ")
})
