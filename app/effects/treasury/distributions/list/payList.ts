/**
 * Reads a list of payments (docs/product/treasury.md, 3.5.7): `account,amount[,note]`, separated by `,` `;` or tab,
 * with or without a header, blank lines skipped, byte-order mark accepted. Pure; every line keeps its number in the
 * file.
 */
export interface PayLine {
  readonly line: number
  readonly account: string
  readonly amount: string
  readonly note: string
}

export const NOTE_LENGTH = 200
const FIELD_LENGTH = 120
const SEPARATORS = [",", ";", "\t"] as const
type Separator = (typeof SEPARATORS)[number]

/** The one that comes first in the first line: an amount with a decimal comma stands behind it. */
const separatorOf = (line: string): Separator => {
  const places = SEPARATORS.map((separator) => [separator, line.indexOf(separator)] as const)
  const found = places.filter(([, at]) => at >= 0).sort(([, one], [, other]) => one - other)
  return found[0]?.[0] ?? ","
}

/** Fields of a line; quotes may hold separators, and doubled quotes stand for one. */
const fieldsOf = (line: string, separator: Separator): ReadonlyArray<string> => {
  const fields: Array<string> = []
  let field = ""
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const letter = line[at] ?? ""
    if (isQuoted && letter === '"' && line[at + 1] === '"') {
      field += letter
      at++
    } else if (letter === '"' && (isQuoted || field.trim() === "")) isQuoted = !isQuoted
    else if (letter === separator && !isQuoted) {
      fields.push(field)
      field = ""
    } else field += letter
  }
  return [...fields, field].map((text) => text.trim())
}

const isHeader = ([first = "", second = ""]: ReadonlyArray<string>): boolean =>
  /^(account|address|recipient)( address)?$/i.test(first) && !/\d/.test(second)

/** `account,1,5` was meant as one and a half: never read as 1 with the note "5". */
const amountOf = (fields: ReadonlyArray<string>, separator: Separator, hasHeader: boolean) => {
  const [, amount = "", note = "", ...rest] = fields
  const isTorn = separator === "," && !hasHeader && /^\d+$/.test(amount) && /^\d{1,18}$/.test(note)
  return isTorn ? { amount: `${amount},${note}`, note: rest.join(" ") } : { amount, note: [note, ...rest].join(" ") }
}

export const readPayList = (text: string): ReadonlyArray<PayLine> => {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .map((content, index) => ({ line: index + 1, content }))
    .filter(({ content }) => content.trim() !== "")
  const [first] = lines
  if (first === undefined) return []
  const separator = separatorOf(first.content)
  const hasHeader = isHeader(fieldsOf(first.content, separator))
  return (hasHeader ? lines.slice(1) : lines).map(({ content, line }) => {
    const fields = fieldsOf(content, separator)
    const { amount, note } = amountOf(fields, separator, hasHeader)
    return {
      line,
      account: (fields[0] ?? "").slice(0, FIELD_LENGTH),
      amount: amount.slice(0, FIELD_LENGTH),
      note: note.trim().slice(0, NOTE_LENGTH)
    }
  })
}
