import { grouped } from "./grouped"

/** "1 vote", "1,204 votes". */
export const counted = (n: number, one: string, many = `${one}s`): string => `${grouped(n)} ${n === 1 ? one : many}`
