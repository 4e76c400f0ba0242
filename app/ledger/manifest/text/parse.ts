/** Parses a manifest's text to a tree. Every node keeps its position, so that later errors can report it. */
import { Either } from "effect"
import { ManifestError } from "../../errors"
import { KIND_BYTES, type Kind, MAX_DEPTH } from "../../sbor/Value"
import { isInstruction } from "../instructions"
import type { Instruction, Manifest, Node, Position, Term } from "../Manifest"
import { enumNumber } from "./enums"
import { fromString, integer } from "./leaf"
import { lex, Misplaced, type Token } from "./lex"

/** Characters; a transaction's payload is limited to a mebibyte anyway. */
const MAX_TEXT = 4 * 1024 * 1024

/** Variant and number of values. */
const SHORT_ENUMS: Readonly<Record<string, readonly [variant: number, values: number]>> = {
  None: [0, 0],
  Some: [1, 1],
  Ok: [0, 1],
  Err: [1, 1]
}
/** Kinds as written in `Array<…>` and `Map<…>`, where two words mean the same kind. */
const WRITTEN_KINDS: Readonly<Record<string, Kind>> = {
  NamedAddress: "Address",
  Bytes: "Array",
  NonFungibleGlobalId: "Tuple"
}

class Parser {
  private index = 0
  constructor(private readonly tokens: ReadonlyArray<Token>) {}

  private peek = (): Token =>
    this.tokens[Math.min(this.index, this.tokens.length - 1)] ?? { type: "end", text: "", at: { line: 1, column: 1 } }
  private next(): Token {
    const token = this.peek()
    this.index += 1
    return token
  }
  private isSign = (text: string) => this.peek().type === "sign" && this.peek().text === text

  private unexpected(token: Token, wanted: string): Misplaced {
    return new Misplaced(
      token.at,
      `expected ${wanted}, found ${token.type === "end" ? "the end" : JSON.stringify(token.text)}`
    )
  }

  private sign(text: string) {
    const token = this.next()
    if (token.type !== "sign" || token.text !== text) throw this.unexpected(token, `"${text}"`)
  }

  private kind(): Kind {
    const token = this.next()
    const kind = WRITTEN_KINDS[token.text] ?? token.text
    if (token.type !== "word" || !Object.hasOwn(KIND_BYTES, kind)) throw this.unexpected(token, "a kind of value")
    return kind as Kind // a key of KIND_BYTES, as just checked
  }

  /** A list in parentheses, separated by commas; a trailing comma is allowed. */
  private each<A>(item: () => A): ReadonlyArray<A> {
    this.sign("(")
    const items: Array<A> = []
    while (!this.isSign(")")) {
      items.push(item())
      if (!this.isSign(")")) this.sign(",")
    }
    this.sign(")")
    return items
  }

  private variant(): number {
    const token = this.next()
    if (token.type === "word") {
      const number = enumNumber(token.text)
      if (number === undefined) throw new Misplaced(token.at, `no such variant: ${token.text}`)
      return number
    }
    const node = token.type === "number" ? integer(token) : undefined
    if (node?.kind !== "U8") throw this.unexpected(token, "a variant, as in 1u8")
    return node.value
  }

  private list(at: Position, depth: number): Node {
    this.sign("<")
    const of = this.kind()
    this.sign(">")
    const items = this.each(() => this.term(depth + 1))
    if (of !== "U8") return { kind: "Array", of, items }
    return {
      kind: "Bytes",
      value: Uint8Array.from(items, (item) => {
        if (item.kind !== "U8") throw new Misplaced(item.at ?? at, "expected a u8")
        return item.value
      })
    }
  }

  private map(depth: number): Node {
    this.sign("<")
    const from = this.kind()
    this.sign(",")
    const to = this.kind()
    this.sign(">")
    const entries = this.each(() => {
      const key = this.term(depth + 1)
      this.sign("=>")
      return [key, this.term(depth + 1)] as const
    })
    return { kind: "Map", from, to, entries }
  }

  private enumeration(depth: number): Node {
    this.sign("<")
    const variant = this.variant()
    this.sign(">")
    return { kind: "Enum", variant, fields: this.each(() => this.term(depth + 1)) }
  }

  private node(token: Token, depth: number): Node {
    if (token.type === "string") return { kind: "String", value: token.text }
    if (token.type === "number") return integer(token)
    if (token.type !== "word") throw this.unexpected(token, "a value")
    switch (token.text) {
      case "true":
      case "false":
        return { kind: "Bool", value: token.text === "true" }
      case "Tuple":
        return { kind: "Tuple", fields: this.each(() => this.term(depth + 1)) }
      case "Enum":
        return this.enumeration(depth)
      case "Array":
        return this.list(token.at, depth)
      case "Map":
        return this.map(depth)
    }
    const short = Object.hasOwn(SHORT_ENUMS, token.text) ? SHORT_ENUMS[token.text] : undefined
    if (short !== undefined) {
      const [variant, values] = short
      const fields = this.isSign("(") ? this.each(() => this.term(depth + 1)) : []
      if (fields.length !== values) {
        throw new Misplaced(token.at, `${token.text} takes ${values === 0 ? "no value" : "one value"}`)
      }
      return { kind: "Enum", variant, fields }
    }
    this.sign("(")
    const inner = this.next()
    if (inner.type !== "string") throw this.unexpected(inner, "a string")
    const node = fromString(token.text, inner.text, inner.at)
    if (node === undefined) throw new Misplaced(token.at, `no such value: ${token.text}`)
    this.sign(")")
    return node
  }

  private term(depth: number): Term {
    const token = this.next()
    if (depth > MAX_DEPTH) throw new Misplaced(token.at, `nested more than ${MAX_DEPTH} deep`)
    return { ...this.node(token, depth), at: token.at }
  }

  private instruction(): Instruction {
    const token = this.next()
    if (token.type !== "word") throw this.unexpected(token, "an instruction")
    if (!isInstruction(token.text)) throw new Misplaced(token.at, `no such instruction: ${token.text}`)
    const args: Array<Term> = []
    while (!this.isSign(";")) {
      if (this.peek().type === "end") throw this.unexpected(this.peek(), '";"')
      args.push(this.term(1))
    }
    this.sign(";")
    return { name: token.text, args, at: token.at }
  }

  run(): Manifest {
    const instructions: Array<Instruction> = []
    while (this.peek().type !== "end") instructions.push(this.instruction())
    return { instructions }
  }
}

export const parseManifest = (text: string): Either.Either<Manifest, ManifestError> =>
  Either.try({
    try: () => {
      if (text.length > MAX_TEXT) throw new Misplaced({ line: 1, column: 1 }, "the manifest is too long")
      return new Parser(lex(text)).run()
    },
    catch: (cause) => {
      if (cause instanceof Misplaced) return new ManifestError({ reason: cause.message, ...cause.at })
      throw cause
    }
  })
