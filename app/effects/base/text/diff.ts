/**
 * What changed between two texts, for the history of a post. Pure. Lines are compared first; where a few lines became a
 * few others, their words are. The work is bounded: what would be too much to compare is shown as replaced.
 */
export interface Change {
  readonly kind: "same" | "added" | "removed"
  readonly text: string
}

/** Cells of one comparison. */
const MAX_CELLS = 1_000_000

/** Longest common subsequence, as a list of changes over the pieces. */
const compare = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<Change> => {
  const width = after.length + 1
  if ((before.length + 1) * width > MAX_CELLS) {
    return [...before.map(removed), ...after.map(added)]
  }
  const lengths = new Uint16Array((before.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        before[row] === after[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const changes: Array<Change> = []
  let row = 0
  let column = 0
  while (row < before.length || column < after.length) {
    const old = before[row]
    const now = after[column]
    if (old !== undefined && old === now) {
      changes.push({ kind: "same", text: old })
      row++
      column++
    } else if (old !== undefined && (now === undefined || at(row + 1, column) >= at(row, column + 1))) {
      changes.push(removed(old))
      row++
    } else if (now !== undefined) {
      changes.push(added(now))
      column++
    }
  }
  return changes
}

const removed = (text: string): Change => ({ kind: "removed", text })
const added = (text: string): Change => ({ kind: "added", text })

/** Neighbours of one kind become one. */
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

/** Runs of changed lines, word by word. */
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

export const diffTexts = (before: string, after: string): ReadonlyArray<Change> =>
  joined(refine(joined(compare(linesOf(before), linesOf(after)))))
