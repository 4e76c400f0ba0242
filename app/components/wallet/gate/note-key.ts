/** Under which the tab keeps where a person was going (return-store.ts). */
export const NOTE_KEY = "commonhold:return-path"
