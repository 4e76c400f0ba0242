/** What the columns of a list are: guessed from its headings, and corrected by the person who brought it. Pure. */
import { Schema } from "effect"
import { fold } from "~/effects/base/text/fold"
import { type Sheet, type SheetRow, widthOf } from "./Sheet"

/** `token`: the token that a row is about, as in lists that pay several tokens. `unused`: shown and not read. */
export const Role = Schema.Literal("account", "amount", "note", "token", "unused")
export type Role = typeof Role.Type

export const Columns = Schema.Struct({
  /** Line of the headings; 0 if there are none. Lines above it are not read. */
  header: Schema.Int,
  roles: Schema.Array(Role)
})
export type Columns = typeof Columns.Type

/** Exports have lines about themselves above the headings. */
const HEADER_WITHIN = 10

const ADDRESSES =
  /^((recipient|receiver|wallet|account|payee|to)[ _]?(address|account)?|address|accounts|konto|empfangerkonto|compte|cuenta|conto)$/
const NAMES =
  /^(name|member|user|username|mitglied|(auftraggeber|zahlungspflichtiger)?[ /]*(empfae?nger|begue?nstigter)[ /]*(auftraggeber|zahlungspflichtiger)?( name)?|beneficiary|beneficiaire|nombre|nom|namn)$/
const AMOUNTS =
  /^(amounts?|value|betrag|umsatz( in [a-z]{3})?|montant|importe|importo|belopp|bedrag|kwota|valor)( ?[([]?[a-z]{3,6}[)\]]?)?$/
const SHARES =
  /^(shares?|sum|total|payment|payout|quantity|qty|weight|points|summe|anteil|gewicht)( ?[([]?[a-z]{3,6}[)\]]?)?$/
const NOTES =
  /^(notes?|memo|comment|message|description|reason|for|text|reference|purpose|details|verwendungszweck|libelle|concepto|causale|bemerkung)$/
const TOKENS = /^(token|token[ _]?address|resource|resource[ _]?address)$/

const wordOf = (cell: string): string => fold(cell).replace(/\s+/g, " ").trim()

/** The first column that one of the patterns matches, the first pattern first; -1 if none does. */
const find = (words: ReadonlyArray<string>, ...patterns: ReadonlyArray<RegExp>): number => {
  for (const pattern of patterns) {
    const at = words.findIndex((word) => pattern.test(word))
    if (at >= 0) return at
  }
  return -1
}

const isData = (cell: string): boolean => /^(account_|0x)/.test(cell) || /^-?[\d.,]*\d[\d.,]*$/.test(cell)

const isHeader = ({ cells }: SheetRow): boolean => {
  const words = cells.map(wordOf)
  if (cells.some(isData)) return false
  const [account, amount] = [find(words, ADDRESSES, NAMES), find(words, AMOUNTS, SHARES)]
  return account >= 0 && (amount >= 0 || account === 0)
}

/** Roles by headings. Columns to the right of the last heading are notes. */
const rolesBy = (words: ReadonlyArray<string>, width: number): ReadonlyArray<Role> => {
  const account = find(words, ADDRESSES, NAMES)
  const amount = find(words, AMOUNTS, SHARES)
  return Array.from({ length: Math.max(width, words.length) }, (_, at): Role => {
    const word = words[at] ?? ""
    if (at === account) return "account"
    if (at === amount) return "amount"
    if (at >= words.length || NOTES.test(word)) return "note"
    return TOKENS.test(word) ? "token" : "unused"
  })
}

const usual = (width: number): ReadonlyArray<Role> =>
  Array.from({ length: Math.max(width, 2) }, (_, at) => (["account", "amount"] as const)[at] ?? "note")

/** The columns as the list itself says, else account, amount and notes in this order. */
export const columnsOf = ({ rows }: Pick<Sheet, "rows">): Columns => {
  const width = widthOf(rows)
  const header = rows.slice(0, HEADER_WITHIN).find(isHeader)
  if (header === undefined) return { header: 0, roles: usual(width) }
  const roles = rolesBy(header.cells.map(wordOf), width)
  return { header: header.line, roles }
}

/** The roles of the columns if the person says that there are other headings, or none. */
export const columnsWith = (sheet: Pick<Sheet, "rows">, header: number): Columns => {
  const row = sheet.rows.find(({ line }) => line === header)
  const width = widthOf(sheet.rows)
  if (row === undefined) return { header: 0, roles: usual(width) }
  const roles = rolesBy(row.cells.map(wordOf), width)
  return { header, roles: roles.includes("account") && roles.includes("amount") ? roles : usual(width) }
}

/** Rows below the headings. */
export const dataRows = ({ rows }: Pick<Sheet, "rows">, { header }: Columns): ReadonlyArray<SheetRow> =>
  header === 0 ? rows : rows.filter(({ line }) => line > header)

/** Exactly one account and one amount are needed; null if that is so. `noun`: what the list has in its amounts. */
export const columnsProblem = ({ roles }: Columns, noun = "amount"): string | null => {
  const count = (role: Role) => roles.filter((each) => each === role).length
  if (count("account") !== 1) return "Choose one column for the account."
  return count("amount") === 1 ? null : `Choose one column for the ${noun}.`
}
