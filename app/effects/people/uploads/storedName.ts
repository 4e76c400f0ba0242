/** Names of stored files. Pure. */

/** Suffix of probes and of files that are still being written; such a file never counts as stored. */
export const PART = ".part"

export const isStoredName = (name: string): boolean => /^[a-z0-9]{2}[a-z0-9.-]*$/.test(name) && !name.endsWith(PART)

/** Our names contain no folder and do not begin with a dot; anything else is a bug. */
export const requireName = (name: string): string => {
  if (isStoredName(name)) return name
  throw new TypeError("not a name of the upload store")
}
