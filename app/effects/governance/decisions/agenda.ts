/**
 * The agenda of a meeting, made of proposals in the order that the address gives: `when`, `where`, and for each
 * proposal its place (`place12=3`). Nothing is stored. Pure.
 */
export const MOST_ITEMS = 50
const MOST_TEXT = 120

export interface Agenda {
  readonly title: string
  readonly when: string
  readonly where: string
  /** Place of each proposal on the agenda, by its number. */
  readonly places: Readonly<Record<number, number>>
}

const text = (search: URLSearchParams, name: string) => (search.get(name) ?? "").trim().slice(0, MOST_TEXT)

export const readAgenda = (search: URLSearchParams): Agenda => {
  const places: Record<number, number> = {}
  for (const [name, value] of search) {
    const number = /^place([1-9]\d{0,8})$/.exec(name)?.[1]
    if (number !== undefined && /^[1-9]\d{0,3}$/.test(value.trim())) places[Number(number)] = Number(value)
  }
  return { title: text(search, "title"), when: text(search, "when"), where: text(search, "where"), places }
}

/** Proposals with a place, by place, then by number where two have the same. */
export const agendaOf = <P extends { readonly number: number }>(
  { places }: Agenda,
  proposals: ReadonlyArray<P>
): ReadonlyArray<P> => {
  const placeOf = ({ number }: P) => places[number] ?? 0
  return proposals
    .filter((proposal) => placeOf(proposal) > 0)
    .sort((one, other) => placeOf(one) - placeOf(other) || one.number - other.number)
}
