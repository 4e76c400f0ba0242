/** Ids of what the rule of a multisig treasury counts: admin badges, for example `#1#`, or global ids of key badges. Pure; pages load this file. */

export const isKeySeat = (id: string): boolean => id.includes(":")

/** Local id of a key badge: the last 29 bytes of the key's hash. The ledger accepts other ids in a rule; no key matches them. */
export const KEY_ID = /^\[[0-9a-f]{58}\]$/

/** Whether a rule counts keys. It counts one kind only: with both, one person would approve alone. */
export const countsKeys = ({ ids }: { readonly ids: ReadonlyArray<string> }): boolean => ids.some(isKeySeat)

/** Shortens a key to the end of its hash, for sentences; a badge stays `#1#`. */
export const shortSeat = (id: string): string => (isKeySeat(id) ? `…${id.slice(-9, -1)}` : id)

/** A rule in words with its keys shortened, for example "2 of …0b1c2d3e …1b2c3d4e". */
export const shortRule = (words: string): string => words.replace(/\S+:\[\S+\]/g, shortSeat)

/** "badge #1#", "key …0b1c2d3e". */
export const seatName = (id: string): string => `${isKeySeat(id) ? "key" : "badge"} ${shortSeat(id)}`

/** Names the form field with a signer's key, by the number of the badge that makes them a candidate. */
export const keyField = (badge: string): string => `key-${badge.replaceAll("#", "")}`
