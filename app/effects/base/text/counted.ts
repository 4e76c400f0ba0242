/** "1 vote", "1,204 votes". */
export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString("en-GB")} ${n === 1 ? one : many}`
