interface ColumnUnit {
  /** Of the column. */
  readonly head: (name: string) => string
  /** An amount in one of its cells. */
  readonly cell: (amount: string, unit: string) => string
}

/** Where all amounts of a column have one unit, it stands in the column's head; else behind each amount. */
export const columnUnit = (units: ReadonlyArray<string>): ColumnUnit => {
  const [first] = units
  return first !== undefined && units.every((unit) => unit === first)
    ? { head: (name) => `${name}, ${first}`, cell: (amount) => amount }
    : { head: (name) => name, cell: (amount, unit) => `${amount} ${unit}` }
}
