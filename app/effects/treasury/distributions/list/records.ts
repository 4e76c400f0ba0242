/** Cuts a list into records and fields as RFC 4180 has them: quotes may hold separators and line breaks. Pure. */

export interface Field {
  readonly text: string
  /** Written within quotes, so that its borders are beyond doubt. */
  readonly isQuoted: boolean
}

export interface FieldRecord {
  /** Where it begins in the file. */
  readonly line: number
  readonly fields: ReadonlyArray<Field>
}

export interface Records {
  readonly records: ReadonlyArray<FieldRecord>
  /** The line of a quotation mark that is not closed, or that is closed in the middle of a field; null where none is. */
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
