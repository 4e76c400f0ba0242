/** Parses the roadmap's columns from lines `id | title | text`, in Done with the day after the id. Pure. */
import type { RoadmapItem } from "./Article"

export type RoadmapColumns = Readonly<Record<"now" | "next" | "later" | "done", ReadonlyArray<RoadmapItem>>>
type Lines = Readonly<Record<keyof RoadmapColumns, ReadonlyArray<string>>>

const parts = (line: string) => line.split("|").map((part) => part.trim())

export const readRoadmap = (lines: Lines, complain: (problem: string) => void): RoadmapColumns => {
  const seen = new Set<string>()
  const open = (line: string) => {
    const [id = "", title = "", text = "", ...more] = parts(line)
    return check({ id, title, text }, line, more.length === 0)
  }
  const done = (line: string) => {
    const [id = "", day = "", title = "", text = "", ...more] = parts(line)
    return check({ id, title, text, done: day }, line, more.length === 0 && /^\d{4}-\d{2}-\d{2}$/.test(day))
  }
  const check = (item: RoadmapItem, line: string, fits: boolean): RoadmapItem => {
    if (!fits || item.title === "" || item.text === "" || !/^[a-z0-9-]+$/.test(item.id)) {
      complain(`cannot read the item "${line}"`)
    }
    if (seen.has(item.id)) complain(`item "${item.id}" occurs twice`)
    seen.add(item.id)
    return item
  }
  return {
    now: lines.now.map(open),
    next: lines.next.map(open),
    later: lines.later.map(open),
    // Newest first.
    done: lines.done.map(done).sort((one, other) => (other.done ?? "").localeCompare(one.done ?? ""))
  }
}
