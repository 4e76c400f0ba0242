/** Works out which feature flags an operator changed in the form. Pure. */
import type { FlagName } from "~/effects/base/feature-flags/flags"

const order: Readonly<Record<FlagName, number>> = {
  signups: 0,
  communities: 1,
  bonds: 2,
  uploads: 3,
  webhooks: 4,
  readOnly: 5
}
/** In the order of the form. Repeated here because the schema's library must not be part of the page. */
export const flagNames = Object.keys(order) as ReadonlyArray<FlagName> // the type ensures that all are listed

/** A box is ticked while its feature is on, and while read-only is on. */
export const isTicked = (name: FlagName, isThrown: boolean): boolean => isThrown === (name === "readOnly")

/** Names of flags in a submitted form. */
interface Sent {
  /** Flags that the page showed. */
  readonly shown: ReadonlyArray<string>
  /** Flags that differed from their default when the page was shown. */
  readonly was: ReadonlyArray<string>
  /** Flags whose boxes are ticked. */
  readonly on: ReadonlyArray<string>
}

/**
 * Differences from what the page showed. A form does not revert a change that another operator made meanwhile, and
 * leaves alone a flag that the page did not have yet.
 */
export const flagChanges = ({ on, shown, was }: Sent) =>
  flagNames
    .filter((name) => shown.includes(name))
    .map((name) => ({ name, isThrown: isTicked(name, on.includes(name)) }))
    .filter(({ isThrown, name }) => isThrown !== was.includes(name))
