/** Between an instant and the text of `<input type="datetime-local">`. Pure but for the browser's own zone. */

/** Minutes the browser's zone is ahead of UTC at a moment. */
export const offsetAt = (at: number): number => -new Date(at).getTimezoneOffset()

/** As the browser's zone says it, or UTC before the page is awake; empty for none. */
export const localInput = (at: number | null, inOwnZone: boolean): string =>
  at === null ? "" : new Date(at + (inOwnZone ? offsetAt(at) * 60_000 : 0)).toISOString().slice(0, 16)
