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

/**
 * What differs from what the page showed. What another operator switched meanwhile is not switched back by a form that
 * did not know of it.
 * @param was the names of the switches that were away from their usual state
 * @param on the names of the ticked boxes
 */
export const switchChanges = (was: ReadonlyArray<string>, on: ReadonlyArray<string>) =>
  switchNames
    .map((name) => ({ name, isThrown: isTicked(name, on.includes(name)) }))
    .filter(({ isThrown, name }) => isThrown !== was.includes(name))
