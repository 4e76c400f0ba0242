/**
 * Prepares frequent queries, so that Postgres parses and plans them once per connection (its manual, "PREPARE" and
 * 55.2.3): planning takes longer than running, many times longer for joins of many tables. A query that is repeated
 * often gets a name and is then sent by that name alone. Writes are planned each time: that is cheap, and a plan made
 * for a nearly empty table would be kept while the table grows. Names are derived from the texts, so that servers that
 * share a connection through a pooler use the same ones (docs/operations/proxies.md).
 */
import { createHash } from "node:crypto"
import type pg from "pg"

/** Number of uses after which a text is prepared. */
const AFTER = 3
/** Limit of prepared statements: each connection holds all of them in the server's memory. */
const MOST = 500
const QUERY = /^\s*SELECT\b/i
/** A list of values or of rows: each length is a different text, so too many of them would be prepared. */
const LIST = /\bIN \(\$\d+,|\),\(\$/
const MOST_COUNTED = 5_000

/**
 * The result has other columns than when the statement was prepared, because a newer server has migrated the database.
 */
const OUTDATED = "0A000"
/** The name is unknown or already in use: a pooler gave the connection to others between two transactions. */
const FORGOTTEN: ReadonlyArray<unknown> = ["26000", "42P05"]

type Done = (error: (Error & { readonly code?: unknown }) | null | undefined, result?: unknown) => void

const isDone = (value: unknown): value is Done => typeof value === "function"

export interface Names {
  /** Undefined for a text that is not prepared. */
  readonly of: (text: string) => string | undefined
  /** Whether the failure is about preparing; the next names are then different, or none are used. */
  readonly wasRefused: (name: string, code: unknown) => boolean
}

/** Shared by all connections of a pool. */
export const makeNames = (): Names => {
  const names = new Map<string, string>()
  const counted = new Map<string, number>()
  let round = 0
  let isOff = false

  const give = (text: string) => {
    counted.delete(text)
    const name = `${round}_${createHash("sha256").update(text).digest("base64url").slice(0, 22)}`
    names.set(text, name)
    return name
  }
  return {
    of: (text) => {
      if (isOff) return undefined
      const known = names.get(text)
      if (known !== undefined || names.size >= MOST || !QUERY.test(text) || LIST.test(text)) return known
      const times = (counted.get(text) ?? 0) + 1
      if (times >= AFTER) return give(text)
      if (counted.size >= MOST_COUNTED) counted.clear()
      counted.set(text, times)
      return undefined
    },
    wasRefused: (name, code) => {
      if (FORGOTTEN.includes(code)) isOff = true
      if (code === OUTDATED && name.startsWith(`${round}_`)) {
        names.clear()
        round++
      }
      return code === OUTDATED || FORGOTTEN.includes(code)
    }
  }
}

/**
 * Lets a new connection of a pool send statements by name. A statement that was refused because of its name did not
 * run, so it is sent again as text, unless a transaction ended with it.
 */
export const prepareOn = (client: pg.PoolClient, names: Names): void => {
  // The caller decides which of the driver's overloads is meant.
  const send = client.query.bind(client) as (...args: ReadonlyArray<unknown>) => unknown
  const query = (...args: ReadonlyArray<unknown>) => {
    const [text, values, done] = args
    if (typeof text !== "string" || !Array.isArray(values) || values.length === 0 || !isDone(done)) return send(...args)
    const name = names.of(text)
    if (name === undefined) return send(...args)
    const ended: Done = (error, result) => {
      const isAlone = client.getTransactionStatus() === "I"
      if (error && names.wasRefused(name, error.code) && isAlone) return send(...args)
      return done(error, result)
    }
    return send({ name, text, values }, ended)
  }
  Object.assign(client, { query })
}
