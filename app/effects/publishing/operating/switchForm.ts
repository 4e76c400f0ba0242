/** The form of all switches: what of it an operator changed. Pure. */
import type { SwitchName } from "~/effects/base/switches/switches"

const order: Readonly<Record<SwitchName, number>> = {
  signups: 0,
  communities: 1,
  bonds: 2,
  uploads: 3,
  webhooks: 4,
  readOnly: 5
}
/** In the order of the form. Not read from the schema: its library is no part of a page. */
export const switchNames = Object.keys(order) as ReadonlyArray<SwitchName> // the type names all of them

/** A box is ticked while its feature is there, and while the site is read-only. */
export const isTicked = (name: SwitchName, isThrown: boolean): boolean => isThrown === (name === "readOnly")

/** What a form of the switches says, by their names. */
interface Sent {
  /** The page showed these. */
  readonly shown: ReadonlyArray<string>
  /** Away from their usual state, as the page showed them. */
  readonly was: ReadonlyArray<string>
  /** Their boxes are ticked. */
  readonly on: ReadonlyArray<string>
}

/**
 * What differs from what the page showed. What another operator switched meanwhile is not switched back by a form that
 * did not know of it, and a switch that the page did not have yet stays as it is.
 */
export const switchChanges = ({ on, shown, was }: Sent) =>
  switchNames
    .filter((name) => shown.includes(name))
    .map((name) => ({ name, isThrown: isTicked(name, on.includes(name)) }))
    .filter(({ isThrown, name }) => isThrown !== was.includes(name))
