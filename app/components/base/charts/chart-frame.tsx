/**
 * What every chart has in common: the sentence first, then the picture, then the same numbers as a table.
 *
 * Fewer than three points make no picture: the sentence has said it all (docs/product/publishing.md, 4.5).
 */
import { type ReactNode, useId } from "react"

const ENOUGH = 3

/** The chart's numbers as text. The first column names the row. */
export interface ChartTable {
  readonly caption: string
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<readonly [name: string, ...cells: ReadonlyArray<string>]>
}

/** What every chart takes. */
export interface ChartWords {
  /** What there is to see, in a sentence or two. Stands above the picture, and instead of it where there is too little. */
  readonly says: ReactNode
  /** The picture's name for those who hear the page: its numbers in short. */
  readonly name: string
}

type Props = {
  readonly says: ReactNode
  readonly points: number
  readonly table: ChartTable
  readonly children: ReactNode
}

/** An id fit for `url(#…)`. */
export const useChartId = (): string => `chart${useId().replaceAll(":", "")}`

export function ChartFrame({ children, points, says, table }: Props) {
  if (points < ENOUGH) return <p className="chart-says">{says}</p>
  return (
    <figure className="chart-frame">
      <figcaption className="chart-says">{says}</figcaption>
      {children}
      <AsTable {...table} />
    </figure>
  )
}

export function AsTable({ caption, columns, rows }: ChartTable) {
  return (
    <details className="as-table">
      <summary>Show as table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls inside its own box, which the keyboard must reach */}
      <section className="scroll" tabIndex={0} aria-label={`${caption}, as a table`}>
        <table>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th key={column} scope="col" className={index === 0 ? undefined : "num"}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells], row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are never reordered, and names may repeat
              <tr key={row}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  <td key={columns[index + 1]} className="num">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
