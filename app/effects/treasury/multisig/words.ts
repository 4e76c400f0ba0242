/** Lists in sentences. Pure. */
import { seatName } from "~/effects/treasury/deployment/seatIds"

interface Named {
  readonly id: string
  readonly name: string | null
}

/** "One, two and three". */
export const listed = (texts: ReadonlyArray<string>): string =>
  texts.length < 2 ? (texts[0] ?? "nobody") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`

/** "Marta and badge #3#". */
export const namesText = (given: ReadonlyArray<Named>): string =>
  listed(given.map(({ id, name }) => name ?? seatName(id)))
