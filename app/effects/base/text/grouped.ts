/**
 * "1,204" of a whole number. By hand: the first number that a browser groups by itself costs a slow phone eighty
 * milliseconds, in which the page does not answer.
 */
export const grouped = (whole: number): string => String(whole).replace(/\B(?=(?:\d{3})+$)/g, ",")
