/** Every value inside a ballot file, and the file with that value changed. */
import type { BallotFile } from "~/effects/governance/votes/file/BallotFile"

type Path = ReadonlyArray<string | number>

export const leavesOf = (value: unknown, path: Path = []): ReadonlyArray<Path> =>
  value !== null && typeof value === "object"
    ? Object.entries(value).flatMap(([key, inner]) =>
        leavesOf(inner, [...path, Array.isArray(value) ? Number(key) : key])
      )
    : [path]

/** Another value of the same kind, so that only its meaning is wrong. */
const changed = (value: unknown): unknown => {
  if (typeof value === "number") return value + 1
  if (typeof value === "boolean") return !value
  if (value === null) return "00".repeat(32)
  if (typeof value !== "string") return value
  if (/^[0-9a-f]{32,}$/.test(value)) return `${value.startsWith("0") ? "1" : "0"}${value.slice(1)}`
  if (/^\d+(\.\d+)?$/.test(value)) return String(Number(value) + 1)
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return value.replace(/\d{3}Z$/, "123Z")
  if (value === "yes") return "no"
  if (value === "no" || value === "abstain") return "yes"
  return `${value}x`
}

const changeAt = (value: unknown, [key, ...rest]: Path): unknown => {
  if (key === undefined) return changed(value)
  if (Array.isArray(value)) return value.map((inner, at) => (at === key ? changeAt(inner, rest) : inner))
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === key ? changeAt(inner, rest) : inner])
  )
}

/** Typed as a valid file, which it no longer is: that is the point. */
export const withChange = (file: BallotFile, path: Path): BallotFile => changeAt(file, path) as BallotFile
