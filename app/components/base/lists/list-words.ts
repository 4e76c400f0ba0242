/** Words for lists as they were read. */
import { shortAddress } from "~/components/base/text/short-address"
import type { Role } from "~/effects/base/lists/columns"
import type { ListReading } from "~/effects/base/lists/ListReading"
import type { Marks } from "~/effects/base/lists/marks"
import { columnName, separatorWord } from "~/effects/base/lists/sheetWords"

/** A long address by its end; any other text as it is. */
export const endOf = (text: string): string =>
  text.startsWith("account_") && text.length > 30 ? shortAddress(text) : text

export type RoleWords = Readonly<Partial<Record<Role, string>>>

export const marksWords: Readonly<Record<Marks, { readonly example: string; readonly says: string }>> = {
  point: { example: "1,234.50", says: "Comma for thousands, point for decimals" },
  comma: { example: "1.234,50", says: "Point for thousands, comma for decimals" },
  columns: { example: "1234.50", says: "Point for decimals; a comma begins the next column" }
}

/** For example "C · share", or "C" without headings. */
export const columnWords = ({ headings }: Pick<ListReading, "headings">, at: number): string => {
  const heading = headings[at] ?? ""
  return heading === "" ? columnName(at) : `${columnName(at)} · ${heading}`
}

export const sourceWords = ({ file, separator }: Pick<ListReading, "file" | "separator">): string =>
  file === null
    ? `Pasted text, columns separated by ${separatorWord(separator ?? ",")}`
    : separator === null
      ? file
      : `${file}, columns separated by ${separatorWord(separator)}`

/** For example "Account from A · wallet, amount from C · share". */
export const columnsSay = (reading: ListReading, words: RoleWords): string =>
  reading.columns.roles
    .flatMap((role, at) => (role === "unused" ? [] : [`${words[role] ?? role} from ${columnWords(reading, at)}`]))
    .join(", ")
