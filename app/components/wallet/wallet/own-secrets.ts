/**
 * What this page alone knows of what its person signed, such as the key of a sealed ballot. It is stored nowhere: it goes with
 * the page, and at every disconnect, so that nobody who uses this browser later finds it.
 */
const secrets = new Map<string, unknown>()

/** Earlier releases kept the choice and the key of a sealed ballot under it. */
const STORED = "sealed-ballot/"

export const holdSecret = (name: string, secret: unknown): void => void secrets.set(name, secret)
export const secretOf = (name: string): unknown => secrets.get(name)

/** Removes what an earlier release has left in this browser. */
export const forgetStored = (): void => {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(STORED)) localStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing has nothing to be removed.
  }
}

export const forgetSecrets = (): void => {
  secrets.clear()
  forgetStored()
}
