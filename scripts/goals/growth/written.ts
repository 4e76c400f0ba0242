/** One statement that writes many rows, each a copy of one with keys of its own. On both databases. */
export interface Copies {
  readonly table: string
  readonly many: number
  /** Columns that differ, as SQL of `i`, which counts from 1. */
  readonly values: Readonly<Record<string, string>>
  /** Which row is copied, if there is more than one. */
  readonly of?: string
}

export const written = ({ many, of = "1 = 1", table, values }: Copies, columns: ReadonlyArray<string>): string => {
  const exprs = columns.map((name) => values[name] ?? `m.${name}`)
  return `INSERT INTO ${table} (${columns.join(", ")})
    WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < ${many})
    SELECT ${exprs.join(", ")} FROM (SELECT * FROM ${table} WHERE ${of} LIMIT 1) m CROSS JOIN n`
}
