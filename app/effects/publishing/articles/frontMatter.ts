/**
 * Parser of a content file's front matter: lines between two `---`, each `key: text`, `key: [a, b]`, or `key:` with a
 * list of `- entry` lines below. Deliberately a small subset of YAML, without surprises.
 */
import { Either } from "effect"

export type Field = string | ReadonlyArray<string>

export interface ContentFile {
  readonly fields: Readonly<Record<string, Field>>
  readonly body: string
}

const HEAD = /^---\n([\s\S]*?)\n---\n/

const listOf = (text: string): ReadonlyArray<string> =>
  text
    .slice(1, -1)
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")

/** Left: a description of the problem. */
export const readContentFile = (text: string): Either.Either<ContentFile, string> => {
  const [whole, head] = HEAD.exec(text) ?? []
  if (whole === undefined || head === undefined) return Either.left("no front matter between two lines of ---")
  const fields: Record<string, Field> = {}
  let open: { readonly key: string; readonly entries: Array<string> } | undefined
  for (const line of head.split("\n")) {
    const entry = /^ {2}- (.+)$/.exec(line)?.[1]
    if (entry !== undefined && open !== undefined) {
      open.entries.push(entry.trim())
      continue
    }
    const [, key, value = ""] = /^([a-z]+):(?: (.*))?$/.exec(line) ?? []
    if (key === undefined) return Either.left(`cannot read the line "${line}"`)
    if (key in fields) return Either.left(`"${key}" occurs twice`)
    open = value === "" ? { key, entries: [] } : undefined
    fields[key] = open?.entries ?? (/^\[.*\]$/.test(value) ? listOf(value) : value.trim())
  }
  return Either.right({ fields, body: text.slice(whole.length) })
}
