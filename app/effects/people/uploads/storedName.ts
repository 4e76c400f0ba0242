/** Names of stored files. Pure. */

/** Ends the name of what is tried, or was cut off while it was written: never a stored file. */
export const PART = ".part"

export const isStoredName = (name: string): boolean => /^[a-z0-9]{2}[a-z0-9.-]*$/.test(name) && !name.endsWith(PART)

/** Our names have no folder in them and do not begin with a dot; anything else is a mistake of ours. */
export const mustBeName = (name: string): string => {
  if (isStoredName(name)) return name
  throw new TypeError("not a name of the upload store")
}
