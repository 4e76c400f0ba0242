/** The format of a row in the access matrix: who requests, what, and who may. */

/**
 * Visitor; connected and proven without a profile; with a profile; requested to join; suspended; member; moderator;
 * owner (docs/product/access.md). For a private community everybody up to S is a stranger. X is a moderator whose
 * account the site's operators suspended: a visitor who is told so instead of "sign in". Op runs the site, and has no more
 * rights in communities than anybody with a profile. W has signed up and waits for approval: like K everywhere.
 */
export const people = ["V", "K", "U", "A", "S", "M", "Mo", "O", "X", "Op", "W"] as const
export type Who = (typeof people)[number]

export const everybody: ReadonlyArray<Who> = people
export const signedIn: ReadonlyArray<Who> = ["K", "U", "A", "S", "M", "Mo", "O"]
export const withProfile: ReadonlyArray<Who> = ["U", "A", "S", "M", "Mo", "O"]
/** Roles that belong to the community and may act there. */
export const insiders: ReadonlyArray<Who> = ["M", "Mo", "O"]
export const moderators: ReadonlyArray<Who> = ["Mo", "O"]
export const owner: ReadonlyArray<Who> = ["O"]
export const nobody: ReadonlyArray<Who> = []

/** The world that a row runs in, built for each row. */
export interface Stage {
  readonly id: string
  readonly slug: string
  /** The account that sends the request; an unused address for V. */
  readonly self: string
  readonly owner: string
  /** Other people, reserved for this person: a member, an applicant and somebody suspended. */
  readonly member: string
  readonly applicant: string
  readonly suspended: string
  /** A valid invitation, reserved for this person. */
  readonly invite: string
  /** An address that was invited by e-mail, reserved for this person. */
  readonly guest: string
  /** Names the list of people that this person has brought. */
  readonly seen: string
  /** Names the community's list of weights. */
  readonly weights: string
  /** A thread that somebody else started, as text. */
  readonly thread: string
}

export interface Row {
  readonly method: "GET" | "POST" | "DELETE"
  /** The community in the address; "none" for routes outside communities. */
  readonly in: "public" | "private" | "none"
  /** Tells apart the things that one route does; shown on failure. */
  readonly what: string
  readonly query?: (stage: Stage) => string
  readonly params?: (stage: Stage) => Readonly<Record<string, string>>
  readonly form?: (stage: Stage) => Readonly<Record<string, string>>
  readonly json?: (stage: Stage) => unknown
  readonly allow: ReadonlyArray<Who>
  /** The status for those who may. */
  readonly ok: number
  /** The status for those who may not, if it is not the usual one. */
  readonly deny?: Partial<Readonly<Record<Who, number>>>
  /** The status for strangers of a private community, if another check precedes the one that hides it. */
  readonly strangers?: Partial<Readonly<Record<Who, number>>>
  /** The status for an operator of the site, if it differs from that of other profiles. */
  readonly operator?: number
  /** The status for somebody who waits for approval, if it differs from that of others without a profile. */
  readonly waiting?: number
}

/** 401 without a session, 403 with one; a private community is hidden from strangers (docs/product/errors.md). */
export const expected = (row: Row, who: Who): number => {
  if (who === "X") {
    const asVisitor = expected(row, "V")
    return asVisitor === 401 ? 403 : asVisitor
  }
  if (who === "Op") return row.operator ?? expected(row, "U")
  if (who === "W") return row.waiting ?? expected(row, "K")
  const isStranger = row.in === "private" && !insiders.includes(who)
  if (row.allow.includes(who) && !(isStranger && row.ok !== 404)) return row.ok
  const own = row.deny?.[who]
  if (isStranger) return row.strangers?.[who] ?? 404
  return own ?? (who === "V" ? 401 : 403)
}

type Options = Partial<Omit<Row, "method" | "in" | "allow">>

/** A route outside communities. */
export const plain = (method: Row["method"], allow: ReadonlyArray<Who>, options: Options = {}): Row => ({
  method,
  in: "none",
  what: method,
  allow,
  ok: 200,
  ...options
})

/** A page of the site's operators: 404 for everybody else. */
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

/** A page that everybody who may read the community can read. */
export const page = (options: Options = {}): ReadonlyArray<Row> => inBoth("GET", everybody, options)

/** One button of a page, with `fields` in addition to its intent. */
export const post = (
  intent: string,
  allow: ReadonlyArray<Who>,
  ok: number,
  fields: (stage: Stage) => Readonly<Record<string, string>> = () => ({}),
  options: Options = {}
): ReadonlyArray<Row> =>
  inBoth("POST", allow, { what: intent, ok, form: (stage) => ({ intent, ...fields(stage) }), ...options })

/** Covered by other tests, which name the route. */
export interface Elsewhere {
  readonly elsewhere: string
}
export const elsewhere = (path: string): Elsewhere => ({ elsewhere: path })
export type Entry = ReadonlyArray<Row> | Elsewhere
