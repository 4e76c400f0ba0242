/** Lexer: splits a manifest's text into tokens with positions. */
import type { Position } from "../Manifest"

export type Token =
  | { readonly type: "word" | "number"; readonly text: string; readonly at: Position }
  | { readonly type: "string"; readonly text: string; readonly at: Position }
  | { readonly type: "sign"; readonly text: string; readonly at: Position }
  | { readonly type: "end"; readonly text: ""; readonly at: Position }

/** Ends lexing or parsing at a position; `parse` converts it to a `ManifestError`. */
export class Misplaced extends Error {
  constructor(
    readonly at: Position,
    reason: string
  ) {
    super(reason)
  }
}

const BLANK = /(?:[ \t\r\f\v]+|#[^\n]*)+/y
/** Word, number or sign in one match: lexing is half the work of compiling. */
const TOKEN = /([A-Za-z_][A-Za-z0-9_]*(?:::[A-Za-z_][A-Za-z0-9_]*)*)|(-?[0-9]+[A-Za-z0-9]*)|=>|[()<>,;]/y
const PLAIN = /[^"\\\n]+/y
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t"
}

class Lexer {
  private offset = 0
  private line = 1
  private lineStart = 0
  readonly tokens: Array<Token> = []

  constructor(private readonly text: string) {}

  private place = (): Position => ({ line: this.line, column: this.offset - this.lineStart + 1 })

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.offset
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.offset += found.length
    return found
  }

  private newLine() {
    this.offset += 1
    this.line += 1
    this.lineStart = this.offset
  }

  /** Four hex digits after `\u`. */
  private unit(at: Position): number {
    const hex = this.text.slice(this.offset, this.offset + 4)
    if (!/^[0-9a-fA-F]{4}$/.test(hex)) throw new Misplaced(at, "an escape needs four hex digits")
    this.offset += 4
    return Number.parseInt(hex, 16)
  }

  private escape(): string {
    const at = this.place()
    const letter = this.text[this.offset + 1] ?? ""
    this.offset += 2
    if (letter !== "u") {
      const plain = ESCAPES[letter]
      if (plain === undefined) throw new Misplaced(at, `no escape: \\${letter}`)
      return plain
    }
    const first = this.unit(at)
    if (first >= 0xdc00 && first <= 0xdfff) throw new Misplaced(at, "half of a surrogate pair")
    if (first < 0xd800 || first > 0xdbff) return String.fromCharCode(first)
    const isPair = this.text.startsWith("\\u", this.offset)
    this.offset += isPair ? 2 : 0
    const second = isPair ? this.unit(at) : 0
    if (second < 0xdc00 || second > 0xdfff) throw new Misplaced(at, "half of a surrogate pair")
    return String.fromCharCode(first, second)
  }

  private string(): void {
    const at = this.place()
    this.offset += 1
    let value = ""
    for (;;) {
      value += this.match(PLAIN) ?? ""
      const next = this.text[this.offset]
      if (next === undefined) throw new Misplaced(at, "this string has no end")
      if (next === "\\") value += this.escape()
      else if (next === "\n") {
        value += "\n"
        this.newLine()
      } else break
    }
    this.offset += 1
    this.tokens.push({ type: "string", text: value, at })
  }

  private skipBlank() {
    BLANK.lastIndex = this.offset
    if (BLANK.test(this.text)) this.offset = BLANK.lastIndex
  }

  private token() {
    const at = this.place()
    TOKEN.lastIndex = this.offset
    const found = TOKEN.exec(this.text)
    if (found === null) {
      const letter = String.fromCodePoint(this.text.codePointAt(this.offset) ?? 0)
      throw new Misplaced(at, `unexpected ${JSON.stringify(letter)}`)
    }
    const [text, word, number] = found
    this.offset += text.length
    this.tokens.push({ type: word !== undefined ? "word" : number !== undefined ? "number" : "sign", text, at })
  }

  run(): ReadonlyArray<Token> {
    for (;;) {
      this.skipBlank()
      const letter = this.text[this.offset]
      if (letter === undefined) break
      if (letter === "\n") this.newLine()
      else if (letter === '"') this.string()
      else this.token()
    }
    this.tokens.push({ type: "end", text: "", at: this.place() })
    return this.tokens
  }
}

/** Throws `Misplaced`. */
export const lex = (text: string): ReadonlyArray<Token> => new Lexer(text).run()
