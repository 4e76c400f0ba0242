/** What a schema has against a value, in words. Pure. */
import { ParseResult } from "effect"

export interface Misfit {
  readonly path: ReadonlyArray<string>
  readonly words: string
}

/**
 * A member that the schema does not know is named. Signatures and digests cover known members alone, so whatever else
 * stands in a file could be anybody's.
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
