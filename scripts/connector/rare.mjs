/**
 * Names of the chunks that most visits never load: a phone's relay and its keys, old browsers' cryptography, messages
 * for a wallet's rarer failures, tracking of transactions, and the contents of the popover.
 */
export const RARE = /^(Relay|noble|web|utils|script|failureWords|followLedger|contents)-/

/** The rare chunk that a click on the button loads: it opens the popover. */
export const OPENED = /^contents-/
