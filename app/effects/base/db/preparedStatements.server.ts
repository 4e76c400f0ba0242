/**
 * Queries that Postgres reads and plans once for each connection (its manual, "PREPARE" and 55.2.3): planning one
 * takes it longer than running it, many times where many tables meet. A query that comes again and again gets a name, and
 * is sent by that alone. Writes are planned each time: that takes little, and a plan that was made while a table was
 * nearly empty would be kept while it fills. Names are made of the texts, so servers that share a connection through a pooler
 * mean the same by them (docs/operations/proxies.md).
 */
import { createHash } from "node:crypto"
import type pg from "pg"

/** A text that came as often comes for good. */
const AFTER = 3
/** More are not prepared: each connection keeps them all in the server's memory. */
const MOST = 500
const QUERY = /^\s*SELECT\b/i
/** A list of values, or of rows: each length of it is another text, and too many of them would be prepared. */
const LIST = /\bIN \(\$\d+,|\),\(\$/
const MOST_COUNTED = 5_000

/** The answer has other columns than when it was prepared: a newer server has migrated the database. */
const OUTDATED = "0A000"
/** No such name, or one already: a pooler gave the connection to others between two transactions. */
const FORGOTTEN: ReadonlyArray<unknown> = ["26000", "42P05"]

type Done = (error: (Error & { readonly code?: unknown }) | null | undefined, result?: unknown) => void

const isDone = (value: unknown): value is Done => typeof value === "function"

export interface Names {
  /** Undefined for a text that is not prepared. */
  readonly of: (text: string) => string | undefined
  /** Whether the failure is about preparing; the next names are then others, or none. */
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
 * Lets a new connection of a pool send statements by their names. One that was refused for its name ran nothing: it is
 * sent once more by its text, unless a transaction ended with it.
 */
export const prepareOn = (client: pg.PoolClient, names: Names): void => {
  // Which of the driver's overloads is meant is the caller's business.
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
