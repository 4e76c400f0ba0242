/**
 * The random values that a browser or a wallet holds for us, and the form in which we keep them.
 *
 * Only hashes are stored: who reads the database can use none of them. They have 256 random bits, so a plain hash is
 * enough; codes that a person types are short and go through `Otp` instead.
 */
import { createHash, randomBytes } from "node:crypto"
import { Effect } from "effect"

const SECRET_BYTES = 32
const SHAPE = /^[0-9a-f]{64}$/

/** 256 random bits as 64 hex digits. */
export const newSecret: Effect.Effect<string> = Effect.sync(() => randomBytes(SECRET_BYTES).toString("hex"))

/** A short random name for something that is no secret by itself. */
export const newId: Effect.Effect<string> = Effect.sync(() => randomBytes(12).toString("hex"))

export const isSecret = (text: string): boolean => SHAPE.test(text)

/** SHA-256 of the text, as hex. */
export const secretHash = (secret: string): string => createHash("sha256").update(secret).digest("hex")
