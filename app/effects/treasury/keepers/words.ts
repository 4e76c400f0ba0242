/** Names of signers in sentences. Pure. */

interface Named {
  readonly id: string
  readonly name: string | null
}

/** "Marta and badge #3#". */
export const namesText = (given: ReadonlyArray<Named>): string => {
  const names = given.map(({ id, name }) => name ?? `badge ${id}`)
  return names.length < 2 ? (names[0] ?? "nobody") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`
}
