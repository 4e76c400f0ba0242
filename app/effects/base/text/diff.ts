/**
 * Differences between two texts, for the history of a post. Pure. Compares lines first; where a few lines were replaced
 * by a few others, compares their words. The work is bounded: texts with more than `MAX_EDITS` differences are shown as
 * replaced.
 */
import { diffArrays } from "diff"

export interface Change {
  readonly kind: "same" | "added" | "removed"
  readonly text: string
}

/** Limit of pieces added and removed in one comparison. Its time grows with their square: about 30 ms at this limit. */
const MAX_EDITS = 700

const removed = (text: string): Change => ({ kind: "removed", text })
const added = (text: string): Change => ({ kind: "added", text })

/** The shortest list of changes that turns one list of pieces into the other. */
const compare = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<Change> => {
  const parts = diffArrays([...before], [...after], { maxEditLength: MAX_EDITS })
  if (parts === undefined) return [removed(before.join("")), added(after.join(""))]
  return parts.map((part) => ({
    kind: part.added ? "added" : part.removed ? "removed" : "same",
    text: part.value.join("")
  }))
}

/** Merges neighbours of the same kind. */
const joined = (changes: ReadonlyArray<Change>): ReadonlyArray<Change> => {
  const list: Array<Change> = []
  for (const change of changes) {
    const last = list.at(-1)
    if (change.text === "") continue
    if (last?.kind === change.kind) list[list.length - 1] = { kind: last.kind, text: last.text + change.text }
    else list.push(change)
  }
  return list
}

const linesOf = (text: string) => text.split(/(?<=\n)/)
const wordsOf = (text: string) => text.split(/(?<=\s)(?=\S)|(?<=\S)(?=\s)/)

/** Compares runs of changed lines word by word. */
const refine = (changes: ReadonlyArray<Change>): ReadonlyArray<Change> => {
  const refined: Array<Change> = []
  let old = ""
  let now = ""
  const flush = () => {
    if (old !== "" && now !== "") refined.push(...compare(wordsOf(old), wordsOf(now)))
    else if (old !== "") refined.push(removed(old))
    else if (now !== "") refined.push(added(now))
    old = ""
    now = ""
  }
  for (const change of changes) {
    if (change.kind === "removed") old += change.text
    else if (change.kind === "added") now += change.text
    else {
      flush()
      refined.push(change)
    }
  }
  flush()
  return refined
}

/** Changes in reading order; without the added ones they spell `before`, without the removed ones `after`. */
export const diffTexts = (before: string, after: string): ReadonlyArray<Change> =>
  joined(refine(compare(linesOf(before), linesOf(after))))
