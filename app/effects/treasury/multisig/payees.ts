/** Rows of payees in the form of a payment. Pure; pages load this file. */

/** Limit for one request. */
export const MOST_PAYEES = 10

/** Names of the fields of one row, counted from 1; the first row's have no number. */
export const payeeFields = (place: number) => {
  const n = place === 1 ? "" : place
  return [`amount${n}`, `payee${n}`] as const
}

/** How many rows the sent form has. */
export const rowsIn = ({ rows }: { readonly [field: string]: unknown }): number =>
  typeof rows === "string" && /^([1-9]|10)$/.test(rows) ? Number(rows) : 1
