/** Small numbers as words, for sentences about keepers. */
const words = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]

export const inWords = (n: number): string => words[n] ?? String(n)
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
