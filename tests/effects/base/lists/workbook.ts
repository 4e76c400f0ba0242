/** Makes .xlsx files for tests: sheets by name, each with the XML of its rows. */
import { strToU8, zipSync } from "fflate"

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const PACKAGE = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'

/** A row for each list of at most 26 texts. */
export const textsOf = (...rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const cell = (text: string, at: number, row: number) =>
    `<c r="${String.fromCharCode(65 + at)}${row}" t="inlineStr"><is><t>${text}</t></is></c>`
  return rows
    .map((cells, index) => `<row r="${index + 1}">${cells.map((text, at) => cell(text, at, index + 1)).join("")}</row>`)
    .join("")
}

export const workbook = (sheets: Readonly<Record<string, string>>): Uint8Array => {
  const names = Object.keys(sheets)
  const of = (make: (name: string, n: number) => string) => names.map((name, index) => make(name, index + 1)).join("")
  const parts = {
    "xl/workbook.xml": `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${of(
      (name, n) => `<sheet name="${name}" sheetId="${n}" r:id="rId${n}"/>`
    )}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships ${PACKAGE}>${of(
      (_, n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`
    )}<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    // Format 14 is the short date of the reader's country.
    "xl/styles.xml": `<styleSheet ${MAIN}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      names.map((name, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet ${MAIN}><sheetData>${sheets[name]}</sheetData></worksheet>`
      ])
    )
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
}
