/**
 * Frame of every chart: first a sentence, then the chart, then the same numbers as a table.
 *
 * With fewer than three points the sentence is enough, and no chart is drawn (docs/product/publishing.md).
 */
import { type ReactNode, useId } from "react"

const ENOUGH = 3

/** The chart's numbers as text. The first column names the row. */
export interface ChartTable {
  readonly caption: string
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<readonly [name: string, ...cells: ReadonlyArray<string>]>
}

/** Properties of every chart. */
export interface ChartWords {
  /**
   * What the chart shows, in a sentence or two. Appears above the chart, or instead of it if there are too few points.
   */
  readonly says: ReactNode
  /** The chart's accessible name: its numbers in short. */
  readonly name: string
}

type Props = {
  readonly says: ReactNode
  readonly points: number
  readonly table: ChartTable
  readonly children: ReactNode
}

/** An id that is valid in `url(#…)`. */
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
