/** The filters of the list of threads, read from an address and written back. Pure; malformed ones are ignored. */
import { oneOf } from "~/effects/base/text/unknown"
import type { Category, ThreadState } from "./Post"

const categories = ["general", "idea", "question", "help"] as const satisfies ReadonlyArray<Category>
const states = ["open", "closed"] as const satisfies ReadonlyArray<ThreadState>
const shows = ["mine", "unread"] as const

export interface ThreadsQuery {
  /** Empty, or 2 to 60 characters. */
  readonly q: string
  readonly category: Category | null
  readonly state: ThreadState | null
  readonly show: (typeof shows)[number] | null
  /** The last row of the previous page. */
  readonly after: { readonly pinned: 0 | 1; readonly at: number; readonly id: string } | null
}

export const QUERY_LENGTH = { min: 2, max: 60 } as const
export const allThreads: ThreadsQuery = { q: "", category: null, state: null, show: null, after: null }

const readKey = (text: string | null): ThreadsQuery["after"] => {
  const found = /^([01])~(\d{1,15})~([a-z2-7]{12})$/.exec(text ?? "")
  return found === null ? null : { pinned: found[1] === "1" ? 1 : 0, at: Number(found[2]), id: found[3] ?? "" }
}

export const readThreadsQuery = (params: URLSearchParams): ThreadsQuery => {
  const q = (params.get("q") ?? "").trim().slice(0, QUERY_LENGTH.max)
  return {
    q: q.length < QUERY_LENGTH.min ? "" : q,
    category: oneOf(categories, params.get("category")) ?? null,
    state: oneOf(states, params.get("state")) ?? null,
    show: oneOf(shows, params.get("show")) ?? null,
    after: readKey(params.get("after"))
  }
}

export const isNarrowed = ({ category, q, show, state }: ThreadsQuery): boolean =>
  q !== "" || category !== null || show !== null || state !== null

/** The query of an address below .../discussion; empty for everything. */
export const threadsSearch = ({ after, category, q, show, state }: ThreadsQuery): string => {
  const params = new URLSearchParams()
  if (q !== "") params.set("q", q)
  if (category !== null) params.set("category", category)
  if (state !== null) params.set("state", state)
  if (show !== null) params.set("show", show)
  if (after !== null) params.set("after", `${after.pinned}~${after.at}~${after.id}`)
  const search = params.toString()
  return search === "" ? "" : `?${search}`
}
