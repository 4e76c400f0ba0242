/** The ledger codec's reader on a mebibyte of random bytes after several prefixes: milliseconds for the slowest one. */
import { randomBytes } from "node:crypto"
import { readPayload } from "~/ledger/index"
import { atMost, type Goal, median } from "./goal"

const MEBIBYTE = 1024 * 1024
const LIMIT_MS = 50
const ROUNDS = 5
/** No prefix, a payload's prefix, and prefixes of a tuple, of bytes and of an enum. */
const STARTS = [[], [0x4d], [0x4d, 0x21], [0x4d, 0x20, 0x07], [0x4d, 0x20, 0x22]]

const timeOf = (start: ReadonlyArray<number>): number => {
  const bytes = new Uint8Array(randomBytes(MEBIBYTE))
  bytes.set(start)
  const began = performance.now()
  readPayload(bytes)
  return performance.now() - began
}

export const randomBytesRead: Goal = async () => {
  const times = STARTS.map((start) => median(Array.from({ length: ROUNDS }, () => timeOf(start))))
  return atMost(Math.round(Math.max(...times) * 100) / 100, LIMIT_MS, `ms, median of ${ROUNDS} for the slowest prefix`)
}
