/**
 * The words of the search: those of a text as the index stores them, and those of a question. A text is found if each word of the question
 * begins one of its words. Pure.
 */
import { wordsOf } from "./fold"

/** Characters of a word that are compared. */
const LONGEST = 40
/** Scripts that are written without blanks between words. */
const UNSPACED = "\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmr}\\p{scx=Mymr}"
const RUNS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, "gu")
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u")

export const isUnspaced = (word: string): boolean => IS_UNSPACED.test(word)

const cut = (word: string) => [...word].slice(0, LONGEST).join("")

/** Pairs of neighbours; of a single character, itself. */
const pairsOf = (run: string): ReadonlyArray<string> => {
  const letters = [...run]
  return letters.length === 1 ? letters : letters.slice(1).map((letter, n) => `${letters[n] ?? ""}${letter}`)
}

const partsOf = (text: string, ofUnspaced: (run: string) => ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(
    wordsOf(text).flatMap((word) =>
      (word.match(RUNS) ?? []).flatMap((run) => (isUnspaced(run) ? ofUnspaced(run) : [cut(run)]))
    )
  )
]

/** Words of a text, each once. The last character of an unspaced run is a word too, so that every character begins one. */
export const indexedWords = (text: string): ReadonlyArray<string> =>
  partsOf(text, (run) => [...new Set([...pairsOf(run), ...[...run].slice(-1)])])

/** Words of a question, each once. */
export const askedWords = (question: string): ReadonlyArray<string> => partsOf(question, pairsOf)

export const isBegunBy = (words: ReadonlyArray<string>, asked: ReadonlyArray<string>): boolean =>
  asked.every((beginning) => words.some((word) => word.startsWith(beginning)))

/** Letters that a mistake may have replaced or left out, by the script of the word. */
const ALPHABETS = ["abcdefghijklmnopqrstuvwxyz", "абвгдежзийклмнопрстуфхцчшщъыьэюя", "αβγδεζηθικλμνξοπρστυφχψω"]
/** A shorter word is like too many others. */
const SHORTEST = 4

/**
 * Words with which this one was meant if it has one wrong, missing, additional or exchanged letter; none of a short
 * word. Of a script without an alphabet here, only the last two mistakes are found.
 */
export const wordsLike = (word: string): ReadonlyArray<string> => {
  const letters = [...word]
  if (letters.length < SHORTEST || isUnspaced(word)) return []
  const alphabet = [...(ALPHABETS.find((each) => letters.some((letter) => each.includes(letter))) ?? "")]
  const places = letters.map((_, n) => [letters.slice(0, n).join(""), letters.slice(n)] as const)
  const like = places.flatMap(([before, [first = "", second = "", ...rest]]) => {
    const after = `${second}${rest.join("")}`
    return [
      before + after,
      before + second + first + rest.join(""),
      ...alphabet.flatMap((letter) => [before + letter + after, before + letter + first + after])
    ]
  })
  return [...new Set([...like, ...alphabet.map((letter) => word + letter)])].filter((each) => each !== word)
}
