/**
 * Reads the cells of an .xlsx file. The archive is unpacked here, part by part, so that a small file cannot become a
 * large one; only then a library reads it.
 */
import { Effect } from "effect"
import { Unzip, UnzipInflate, zipSync } from "fflate"
import { type Sheet, type SheetRow, UnreadableList, withoutBlanks } from "./Sheet"
import { columnName, MOST_COLUMNS, MOST_LINES, TOO_MANY_COLUMNS, TOO_MANY_LINES } from "./sheetWords"

const UNPACKED_MAX = 64 * 1_048_576
/** Compressed bytes at a time: they can become a thousand times as many. */
const AT_ONCE = 4_096

const refuse = (message: string) => new UnreadableList({ message })
const damaged = () => refuse("This spreadsheet cannot be opened. Save it again as .xlsx, or as CSV.")

/** The parts of a workbook that hold cells and their formats. */
const isNeeded = (name: string): boolean => /\.(xml|rels)$/.test(name) && !/(theme|drawings?|docProps)\//.test(name)

/** A cell beyond column CV, the hundredth. */
const FAR = /<(?:\w+:)?c\s[^>]*?\br="(?:[A-Z]{3,}|[D-Z][A-Z]|C[W-Z])\d/
const TAGS = /<(?:\w+:)?(row|c)[\s/>](?:[^>]*?\br="(\d+)")?/g

/** The library fills every gap between cells, so a single far cell would become millions. */
const requireSmall = (xml: string): void => {
  if (FAR.test(xml)) throw refuse(TOO_MANY_COLUMNS)
  let [rows, cells] = [0, 0]
  for (const [, tag, number] of xml.matchAll(TAGS)) {
    if (tag === "row") {
      rows = Math.max(rows + 1, Number(number ?? 0))
      cells = 0
    } else cells++
    if (cells > MOST_COLUMNS) throw refuse(TOO_MANY_COLUMNS)
    if (rows > MOST_LINES) throw refuse(TOO_MANY_LINES)
  }
}

/** The needed parts, again as an archive, without compression. */
const unpacked = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
  const parts = new Map<string, Array<Uint8Array>>()
  let size = 0
  const archive = new Unzip((part) => {
    if (!isNeeded(part.name)) return
    const chunks: Array<Uint8Array> = []
    parts.set(part.name, chunks)
    part.ondata = (error, chunk) => {
      // The library catches what this function throws, and calls it again with that.
      if (error !== null) throw error
      size += chunk.length
      if (size > UNPACKED_MAX) throw refuse("This spreadsheet is larger than 64 MB when it is unpacked. Split it.")
      chunks.push(chunk)
    }
    part.start()
  })
  archive.register(UnzipInflate)
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    archive.push(bytes.subarray(at, at + AT_ONCE), at + AT_ONCE >= bytes.length)
  }
  const whole = [...parts].map(([name, chunks]) => [name, new Uint8Array(Buffer.concat(chunks))] as const)
  for (const [name, part] of whole) {
    if (name.includes("worksheets/")) requireSmall(Buffer.from(part).toString("latin1"))
  }
  return zipSync(Object.fromEntries(whole), { level: 0 })
}

/** A number cell. The file has its digits, so nothing is rounded on the way. */
class NumberText {
  constructor(readonly text: string) {}
}

const textOf = (cell: unknown): string => {
  if (cell instanceof NumberText) return cell.text
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return typeof cell === "string" ? cell.replace(/\s+/g, " ").trim() : typeof cell === "boolean" ? String(cell) : ""
}

const rowOf = (cells: ReadonlyArray<unknown>, index: number): SheetRow => {
  const numbers = cells.flatMap((cell, at) => (cell instanceof NumberText ? [at] : []))
  return { line: index + 1, cells: cells.map(textOf), ...(numbers.length === 0 ? {} : { numbers }) }
}

/** Where the library stopped, as spreadsheets name it: for example "C5". */
const placeIn = (error: Error): string | undefined => {
  const [, row, column] = /at row (\d+), col (\d+)/.exec(error.message) ?? []
  return column === undefined ? undefined : `${columnName(Number(column) - 1)}${row}`
}

export const isXlsx = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/**
 * Numbers as spreadsheets store them, such as "1.5E-3" or "0.30000000000000004", as plain decimal text. Spreadsheet
 * programs calculate with 15 significant digits and store up to 17; what lies beyond the 15th is their rounding. Pure.
 */
const DIGITS = 15

export const plainNumber = (text: string): string => {
  const [, sign = "", whole = "", part = "", power = "0"] = /^(-?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = `${whole}${part}`.replace(/^0+/, "")
  if (digits === "" || Math.abs(Number(power)) > 400) return digits === "" && whole !== "" ? "0" : text
  const shift = Number(power) - part.length
  const cut = Math.max(0, digits.length - DIGITS)
  const stored = BigInt(digits.slice(0, digits.length - cut)) + (Number(digits[DIGITS] ?? 0) >= 5 ? 1n : 0n)
  const places = shift + cut
  if (places >= 0) return `${sign}${stored}${"0".repeat(places)}`
  const padded = String(stored).padStart(1 - places, "0")
  const decimals = padded.slice(places).replace(/0+$/, "")
  return `${sign}${padded.slice(0, places)}${decimals === "" ? "" : `.${decimals}`}`
}

export const sheetOfXlsx = Effect.fn("sheetOfXlsx")(function* (bytes: Uint8Array, file: string | null) {
  const failed = (error: unknown) => {
    if (error instanceof UnreadableList) return error
    const place = error instanceof Error ? placeIn(error) : undefined
    return place === undefined
      ? damaged()
      : refuse(`Cell ${place} cannot be read. Open the file in a spreadsheet program, and save it again.`)
  }
  const workbook = yield* Effect.tryPromise({
    try: async () => {
      const archive = unpacked(bytes)
      const { default: readWorkbook } = await import("read-excel-file/universal")
      return await readWorkbook(archive.buffer, { parseNumber: (text: string) => new NumberText(plainNumber(text)) })
    },
    catch: failed
  })
  const used = workbook.filter(({ data }) => data.some((row) => row.some((cell) => cell !== null)))
  if (used.length > 1) {
    const names = used.map(({ sheet }) => sheet).join(", ")
    return yield* refuse(`This file has ${used.length} sheets with rows: ${names}. Keep one of them.`)
  }
  const data: ReadonlyArray<ReadonlyArray<unknown>> = used[0]?.data ?? []
  return { file, separator: null, encoding: "utf-8", rows: withoutBlanks(data.map(rowOf)) } satisfies Sheet
})
