/**
 * Parts of a page's bundle that most visits never load, by the names of their files: a phone's relay and its keys, old
 * browsers' cryptography, words for a wallet's rarer failures, how a transaction is followed on the ledger, and what the
 * popover shows once somebody opens it.
 */
export const RARE = /^(Relay|noble|web|utils|script|failureWords|followLedger|contents)-/

/** Of these, what whoever presses the button loads as well: it opens the popover. */
export const OPENED = /^contents-/
