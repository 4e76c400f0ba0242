/**
 * Secrets of what the person signed, such as the key of a sealed ballot, in memory only: they are lost with the page
 * and at every disconnect, so that nobody who uses this browser later finds them.
 */
const secrets = new Map<string, unknown>()

/** Storage prefix under which earlier releases stored the choice and key of a sealed ballot. */
const STORED = "sealed-ballot/"

export const holdSecret = (name: string, secret: unknown): void => void secrets.set(name, secret)
export const secretOf = (name: string): unknown => secrets.get(name)

/** Removes what earlier releases stored in this browser. */
export const forgetStored = (): void => {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(STORED)) localStorage.removeItem(key)
  } catch {
    // Storage is blocked, so there is nothing to remove.
  }
}

export const forgetSecrets = (): void => {
  secrets.clear()
  forgetStored()
}
