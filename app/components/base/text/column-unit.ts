interface ColumnUnit {
  /** Unit of the column. */
  readonly head: (name: string) => string
  /** An amount in one of its cells. */
  readonly cell: (amount: string, unit: string) => string
}

/** If all amounts of a column have one unit, it is shown in the column's head; otherwise after each amount. */
export const columnUnit = (units: ReadonlyArray<string>): ColumnUnit => {
  const [first] = units
  return first !== undefined && units.every((unit) => unit === first)
    ? { head: (name) => `${name}, ${first}`, cell: (amount) => amount }
    : { head: (name) => name, cell: (amount, unit) => `${amount} ${unit}` }
}
