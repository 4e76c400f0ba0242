/** Describes which non-public data of others an operator viewed, as an entry of the audit log. Pure. */
import type { LogTarget } from "./acts"
import type { FoundCommunity } from "./people"

export interface LoggedView {
  readonly summary: string
  readonly target: LogTarget
}

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** Entry for a search; undefined if it found only public data. */
export const searchView = (
  query: string,
  found: {
    readonly people?: ReadonlyArray<unknown>
    readonly communities?: ReadonlyArray<Pick<FoundCommunity, "visibility">>
    readonly isPrivatePost?: boolean
  }
): LoggedView | undefined => {
  const hidden = found.communities?.filter(({ visibility }) => visibility === "private").length ?? 0
  const people = found.people?.length ?? 0
  const seen = [
    ...(people === 0 ? [] : [counted(people, "person", "people")]),
    ...(hidden === 0 ? [] : [counted(hidden, "private community", "private communities")]),
    ...(found.isPrivatePost === true ? ["a post of a private community"] : [])
  ]
  if (seen.length === 0) return undefined
  const target: LogTarget = { type: "site", id: "search", label: query === "" ? "everything" : `“${query}”` }
  return { summary: `Viewed ${seen.join(", ")}`, target }
}
