/** Who opens a treasury, by the rule that it has on the ledger. Pure: pages load this file. */

/** "one": any admin badge; else so many of so many signers; "other": another rule. Null while the ledger does not say. */
export type Opens = "one" | "other" | { readonly needed: number; readonly keepers: number } | null

export const OTHER_RULE =
  "The treasury has a rule on the ledger that this site does not offer, for example one over keys. Those who satisfy it spend with their own wallets; nothing is paid from here."

/** Nothing is claimed of the rule while the ledger does not answer. */
export const opensWords = (opens: Opens): string => {
  if (opens === null) return "The ledger does not answer now, so who opens the treasury is not known at this moment."
  if (opens === "other") return OTHER_RULE
  return opens === "one"
    ? "Each holder of an admin badge on the ledger can move the treasury alone."
    : `${opens.needed} of ${opens.keepers} signers move the treasury together; no badge opens it alone.`
}
