/** How a row of the access matrix is written: who asks, for what, and who may. */

/**
 * Visitor; connected and proven without a profile; with a profile; asks to join; suspended; member; moderator; owner
 * (docs/product/access.md). A stranger of a private community is everybody up to S. X is a moderator whose account
 * the site's operators suspended: a visitor, who is told so instead of "sign in". Op runs the site, and is in communities
 * no more than anybody with a profile.
 */
export const people = ["V", "K", "U", "A", "S", "M", "Mo", "O", "X", "Op"] as const
export type Who = (typeof people)[number]

export const everybody: ReadonlyArray<Who> = people
export const signedIn: ReadonlyArray<Who> = ["K", "U", "A", "S", "M", "Mo", "O"]
export const withProfile: ReadonlyArray<Who> = ["U", "A", "S", "M", "Mo", "O"]
/** Who belongs to the community and may act there. */
export const insiders: ReadonlyArray<Who> = ["M", "Mo", "O"]
export const moderators: ReadonlyArray<Who> = ["Mo", "O"]
export const owner: ReadonlyArray<Who> = ["O"]
export const nobody: ReadonlyArray<Who> = []

/** What a row is played in. Made anew for each row. */
export interface Stage {
  readonly id: string
  readonly slug: string
  /** Of who asks; an address of nobody for V. */
  readonly self: string
  readonly owner: string
  /** Somebody else, for this person alone: a member, somebody who asks to join, somebody suspended. */
  readonly member: string
  readonly applicant: string
  readonly suspended: string
  /** A live invitation for this person alone. */
  readonly invite: string
  /** A thread somebody else started, as text. */
  readonly thread: string
}

export interface Row {
  readonly method: "GET" | "POST" | "DELETE"
  /** Which community the address names; "none" for what belongs to no community. */
  readonly in: "public" | "private" | "none"
  /** Says what of several things a route does; shown when it fails. */
  readonly what: string
  readonly query?: (stage: Stage) => string
  readonly params?: (stage: Stage) => Readonly<Record<string, string>>
  readonly form?: (stage: Stage) => Readonly<Record<string, string>>
  readonly json?: (stage: Stage) => unknown
  readonly allow: ReadonlyArray<Who>
  /** The status for who may. */
  readonly ok: number
  /** The status for who may not, where it is not the usual one. */
  readonly deny?: Partial<Readonly<Record<Who, number>>>
  /** The status for strangers of a private community, where something else comes before whether it is there. */
  readonly strangers?: Partial<Readonly<Record<Who, number>>>
  /** The status for an operator of the site, where it is not everybody's with a profile. */
  readonly operator?: number
}

/**
 * 401 without a session, 403 with one; a private community is not there for strangers (docs/product/errors.md, D20).
 */
export const expected = (row: Row, who: Who): number => {
  if (who === "X") {
    const asVisitor = expected(row, "V")
    return asVisitor === 401 ? 403 : asVisitor
  }
  if (who === "Op") return row.operator ?? expected(row, "U")
  const isStranger = row.in === "private" && !insiders.includes(who)
  if (row.allow.includes(who) && !(isStranger && row.ok !== 404)) return row.ok
  const own = row.deny?.[who]
  if (isStranger) return row.strangers?.[who] ?? 404
  return own ?? (who === "V" ? 401 : 403)
}

type Options = Partial<Omit<Row, "method" | "in" | "allow">>

/** Of no community. */
export const plain = (method: Row["method"], allow: ReadonlyArray<Who>, options: Options = {}): Row => ({
  method,
  in: "none",
  what: method,
  allow,
  ok: 200,
  ...options
})

/** A page of the site's operators: to everybody else there is none. */
export const operators = (method: Row["method"], operator: number, options: Options = {}): Row => ({
  ...plain(method, everybody, { ok: 404, ...options }),
  operator
})

/** The same in a public and in a private community. */
export const inBoth = (method: Row["method"], allow: ReadonlyArray<Who>, options: Options = {}): ReadonlyArray<Row> =>
  (["public", "private"] as const).map((place) => ({
    ...plain(method, allow, { params: ({ id }) => ({ id }), ...options }),
    in: place
  }))

/** A page that everybody reads who may read the community. */
export const page = (options: Options = {}): ReadonlyArray<Row> => inBoth("GET", everybody, options)

/** One button of a page. `fields` beside its intent. */
export const post = (
  intent: string,
  allow: ReadonlyArray<Who>,
  ok: number,
  fields: (stage: Stage) => Readonly<Record<string, string>> = () => ({}),
  options: Options = {}
): ReadonlyArray<Row> =>
  inBoth("POST", allow, { what: intent, ok, form: (stage) => ({ intent, ...fields(stage) }), ...options })

/** Proven by tests of its own, which name the route. */
export interface Elsewhere {
  readonly elsewhere: string
}
export const elsewhere = (path: string): Elsewhere => ({ elsewhere: path })
export type Entry = ReadonlyArray<Row> | Elsewhere
