/** What a schema finds wrong with a value, in words. Pure. */
import { ParseResult } from "effect"

export interface Misfit {
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
