/** Converts between an instant and the text of `<input type="datetime-local">`. Pure except for the browser's zone. */

/** Minutes by which the browser's zone is ahead of UTC at a moment. */
export const offsetAt = (at: number): number => -new Date(at).getTimezoneOffset()

/** In the browser's zone, or in UTC before hydration; empty for none. */
export const localInput = (at: number | null, inOwnZone: boolean): string =>
  at === null ? "" : new Date(at + (inOwnZone ? offsetAt(at) * 60_000 : 0)).toISOString().slice(0, 16)
