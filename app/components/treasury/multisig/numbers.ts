/** Small numbers as words, for sentences about signers. */
const words = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]

export const inWords = (n: number): string => words[n] ?? String(n)
