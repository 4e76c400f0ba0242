/** Who can spend from a treasury according to its rule on the ledger. Pure: pages load this file. */

/**
 * "one": any single admin badge; an object: this many of the signers; "other": another rule. Null if the ledger did not
 * respond.
 */
export type Opens = "one" | "other" | { readonly needed: number; readonly signers: number } | null

export const OTHER_RULE =
  "The treasury has a rule on the ledger that this site does not support, for example one over badges and keys together. Those who satisfy it spend with their own wallets; this site cannot pay from it."

/** Says nothing about the rule while the ledger does not respond. */
export const opensWords = (opens: Opens): string => {
  if (opens === null) return "The ledger is not responding, so who can spend from the treasury is not known right now."
  if (opens === "other") return OTHER_RULE
  return opens === "one"
    ? "Anyone with an admin badge on the ledger can spend from the treasury alone."
    : `${opens.needed} of ${opens.signers} signers must approve what leaves the treasury; a single badge is not enough.`
}
