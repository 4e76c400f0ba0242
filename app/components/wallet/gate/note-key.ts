/** Session storage key of the page a person wanted to reach (return-store.ts). */
export const NOTE_KEY = "commonhold:return-path"
