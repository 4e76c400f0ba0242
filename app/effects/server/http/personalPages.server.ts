/**
 * Rendered pages of people who are signed in, kept for a few seconds (docs/goals.md A9).
 *
 * A page belongs to one whole Cookie header and one address, and to the state of the database it was rendered from:
 * any write by anybody makes a new one. Before each answer the session is looked up as ever, so signing out works at
 * once. No page outlives a moment that its own data names: where a vote closes in two seconds, so does the page's life.
 */
import {
  isWhole,
  makeRenderedPages,
  type Render,
  type RenderedPage,
  type RenderedPages,
  type StoreOptions
} from "./renderedPages.server"

/** Milliseconds. */
export const PERSONAL_LIFE = 5_000
/** For a server. */
export const PERSONAL_BYTES = 64 * 1_048_576

/** Pages, and the data that a page's scripts ask for when somebody walks on. */
const PAGES = /^text\/(html|x-script)/
/** Packed for each person: more effort costs more than it saves. */
const LEVEL = 4

/** Folders of addresses that answer with pages; everything else is left to the router. */
const FOLDERS =
  /^\/(community|userDashboard|myCommunities|create|explore|exploreDao|resources|blog|support|verify|price|roadmap)?(\/|$)/
/** Files have an ending (a calendar, a feed, a list); a page's own data ends in .data. */
const isPage = (path: string) => {
  const plain = path.replace(/\.data$/, "").replace(/^\/_root$/, "/")
  return FOLDERS.test(plain) && !plain.includes(".")
}

export interface PersonalRequest {
  readonly method: string
  /** Path and query as they came. */
  readonly url: string
  readonly cookie: string | undefined
}

/** Whether a kept page may answer this at all, if the session is good. */
export const isPersonalPage = ({ cookie = "", method, url }: PersonalRequest): boolean =>
  method === "GET" && cookie.includes("__Host-session=") && isPage(url.replace(/\?.*$/s, ""))

/** What is true when the request comes in. */
export interface Facts {
  /** Of the session, which was looked up for this request. */
  readonly sessionId: string
  readonly revision: string
  /** Unix milliseconds by the product's clock. */
  readonly now: number
  /** The same moment, or one before it, on the clock of the store. */
  readonly since: number
}

const MOMENTS = /\b1\d{12}\b|\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/**
 * How long a text may be shown that was made between `begun` and `ended`: until the next moment it names, a few seconds
 * at most, counted from the beginning. Moments of its making are how it says what time it is.
 */
export const lifeOfText = (text: string, begun: number, ended: number): number => {
  let until = begun + PERSONAL_LIFE
  for (const [moment] of text.matchAll(MOMENTS)) {
    const at = moment.includes("T") ? Date.parse(moment) : Number(moment)
    if (at > ended && at < until) until = at
  }
  return until - begun
}

const KEY_FIELD = /<input[^>]*\sname="key"[^>]*>/g

/** A form's key is good once: a page with one that nobody would renew is never shown again. */
const renewsItsKeys = (text: string, shownOnce: ReadonlyArray<{ readonly text: string }>) =>
  [...text.matchAll(KEY_FIELD)].every(([field]) => shownOnce.some((each) => field.includes(each.text)))

export interface PersonalPages {
  readonly find: (request: PersonalRequest, facts: Facts, render: Render) => Promise<RenderedPage | undefined>
  readonly clear: RenderedPages["clear"]
}

export const makePersonalPages = (options: StoreOptions): PersonalPages => {
  const pages = makeRenderedPages(options, {
    level: LEVEL,
    mayKeep: (response, text, shownOnce) => isWhole(response, PAGES) && renewsItsKeys(text, shownOnce)
  })
  return {
    find: ({ cookie = "", url }, { now, revision, sessionId, since }, render) =>
      pages.find(
        {
          key: `${cookie} ${url}`,
          stamp: `${sessionId} ${revision}`,
          since,
          lifeOf: (text) => lifeOfText(text, now, now + options.now() - since)
        },
        render
      ),
    clear: pages.clear
  }
}
