/** Why a transaction stops. Thrown inside the engine only; `execute` turns it into an outcome. */
export class Abort extends Error {}

/** Everything the local ledger does not know is refused by name, never ignored. */
export const notInSubset = (what: string): Abort => new Abort(`${what} is not in the local subset`)

/** Narrows, or stops the transaction. */
export const need = <A>(value: A | undefined, message: string): A => {
  if (value === undefined) throw new Abort(message)
  return value
}
