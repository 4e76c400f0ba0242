/** The sentence of a text in which a word was found, with the word marked. Pure. */
import { fold, wordsOf } from "~/effects/base/text/fold"
import { cutAtWord } from "~/effects/base/text/plain"
import { isUnspaced } from "~/effects/base/text/searchWords"

/** Pieces of a text; every second one is marked. */
export type Marked = ReadonlyArray<string>

const LONGEST = 240
/** Characters shown before a word in the middle of a long sentence. */
const BEFORE = 80
/** Letters and digits with their accents. */
const WORDS = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Cf}]*/gu
const SENTENCES = /[^.!?。！？\n]+[.!?。！？]*/gu

/** Without the signs of Markdown. */
const readable = (text: string) =>
  text
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, "$1")
    .replace(/^[ \t]*(?:[#>|]+|[-*+]|\d+[.)])[ \t]+/gm, "")
    .replace(/[*`~|]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "")

/** Where a word of the question is in a word of the text: the whole word, or in a script without blanks the part. */
const hitIn = (word: string, asked: ReadonlyArray<string>): readonly [from: number, to: number] | undefined => {
  // Once for each word of the text: similar words make hundreds of `asked`.
  const parts = wordsOf(word)
  for (const each of asked) {
    if (parts.some((part) => part.startsWith(each))) return [0, word.length]
    if (!isUnspaced(each)) continue
    const folded = fold(word)
    const at = folded.indexOf(each)
    if (at >= 0) return folded.length === word.length ? [at, at + each.length] : [0, word.length]
  }
  return undefined
}

/** Marks every word that a word of the question begins. `asked`: words as the question has them (fold.ts). */
export const markedIn = (text: string, asked: ReadonlyArray<string>): Marked => {
  const parts: Array<string> = []
  let last = 0
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    const hit = hitIn(word, asked)
    if (hit === undefined) continue
    parts.push(text.slice(last, index + hit[0]), text.slice(index + hit[0], index + hit[1]))
    last = index + hit[1]
  }
  return [...parts, text.slice(last)]
}

/** The part of a sentence around the place. */
const around = (sentence: string, at: number) => {
  if (sentence.length <= LONGEST) return sentence
  const from = at <= BEFORE ? 0 : at - BEFORE
  const begun = from === 0 ? sentence : `…${sentence.slice(from).replace(/^\S*\s+/, "")}`
  return cutAtWord(begun, LONGEST)
}

export const excerptOf = (text: string, asked: ReadonlyArray<string>): Marked => {
  const whole = readable(text)
  let first = ""
  for (const [raw] of whole.matchAll(SENTENCES)) {
    const sentence = raw.replace(/\s+/g, " ").trim()
    if (sentence === "") continue
    if (first === "") first = sentence
    const marked = markedIn(sentence, asked)
    const [before = "", hit] = marked
    if (hit === undefined) continue
    const shown = around(sentence, before.length)
    return shown === sentence ? marked : markedIn(shown, asked)
  }
  return [cutAtWord(first, LONGEST)]
}
