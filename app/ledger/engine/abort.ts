/** Aborts a transaction. Thrown only inside the engine; `execute` turns it into an outcome. */
export class Abort extends Error {}

/** The local ledger refuses what it does not support, by name, and never ignores it. */
export const notInSubset = (what: string): Abort => new Abort(`${what} is not in the local subset`)

/** Narrows a value, or aborts the transaction. */
export const need = <A>(value: A | undefined, message: string): A => {
  if (value === undefined) throw new Abort(message)
  return value
}
