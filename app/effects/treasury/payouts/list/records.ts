/** Splits a list into records and fields according to RFC 4180: quotes may contain separators and line breaks. Pure. */

export interface Field {
  readonly text: string
  /** Written in quotes, so its boundaries are certain. */
  readonly isQuoted: boolean
}

export interface FieldRecord {
  /** Line of the file where it begins. */
  readonly line: number
  readonly fields: ReadonlyArray<Field>
}

export interface Records {
  readonly records: ReadonlyArray<FieldRecord>
  /** Line of a quotation mark that is not closed, or closed in the middle of a field; null if there is none. */
  readonly brokenQuote: number | null
}

const isBlank = ({ fields }: FieldRecord): boolean => fields.every(({ isQuoted, text }) => text === "" && !isQuoted)

export const recordsOf = (given: string, separator: string): Records => {
  const text = given.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n")
  const records: Array<FieldRecord> = []
  let fields: Array<Field> = []
  let field = ""
  let [line, begun, quotedSince] = [1, 1, 1]
  let state: "plain" | "quoted" | "closed" = "plain"
  const endField = () => {
    const isQuoted = state === "closed"
    fields.push({ text: (isQuoted ? field.replace(/\s*\n\s*/g, " ") : field).trim(), isQuoted })
    field = ""
    state = "plain"
  }
  const endRecord = () => {
    endField()
    records.push({ line: begun, fields })
    fields = []
    begun = line + 1
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ""
    if (state === "quoted") {
      if (letter === "\n") line++
      if (letter !== '"') field += letter
      else if (text[at + 1] === '"') {
        field += letter
        at++
      } else state = "closed"
    } else if (letter === separator) endField()
    else if (letter === "\n") {
      endRecord()
      line++
    } else if (state === "closed") {
      if (letter.trim() !== "") return { records, brokenQuote: quotedSince }
    } else if (letter === '"' && field.trim() === "") {
      field = ""
      quotedSince = line
      state = "quoted"
    } else field += letter
  }
  if (state === "quoted") return { records, brokenQuote: quotedSince }
  endRecord()
  return { records: records.filter((record) => !isBlank(record)), brokenQuote: null }
}
