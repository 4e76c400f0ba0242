/**
 * A rendered page with a gap for each nonce, plain and compressed. An answer is a list of buffers, nearly all of them
 * shared by all answers: what goes out is never copied together.
 *
 * Compressed, each part between two gaps is a run of deflate blocks that ends on a whole byte and looks back no further
 * than its own beginning (RFC 1951, 3.2); the nonce between them is a stored block. Only the checksum in gzip's trailer
 * (RFC 1952, 2.3.1) is counted anew for each answer.
 */
import { constants, crc32, deflateRawSync } from "node:zlib"

/** To be sent one after another. */
export type Parts = ReadonlyArray<Buffer>

export interface PageBody {
  readonly plain: (nonce: string) => Parts
  readonly gzip: (nonce: string) => Parts
  /** Bytes it keeps in memory. */
  readonly size: number
}

/** Deflate, no name, no time, any system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255])
/** An empty last block. */
const LAST_BLOCK = Buffer.from([0x03, 0x00])

/** Bytes as they are, in a block that is not the last. At most 65,535 of them. */
const storedBlock = (bytes: Buffer): Buffer => {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(0xffff - bytes.length, 3)
  return Buffer.concat([head, bytes])
}

export const lengthOf = (parts: Parts): number => parts.reduce((sum, { length }) => sum + length, 0)

const trailer = (plain: Parts): Buffer => {
  const end = Buffer.alloc(8)
  end.writeUInt32LE(
    // zlib forgets the sum so far where it is given nothing.
    plain.reduce((sum, part) => (part.length === 0 ? sum : crc32(part, sum)), 0),
    0
  )
  end.writeUInt32LE(lengthOf(plain), 4)
  return end
}

const join = (parts: Parts, between: Buffer): Parts =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]))

/** `gap` stands in the page wherever the nonce goes. It must be a text nobody could have known before the rendering. */
export const makePageBody = (html: string, gap: string): PageBody => {
  const parts = html.split(gap).map((part) => Buffer.from(part))
  const packed = parts.map((part) => deflateRawSync(part, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }))
  const plain = (nonce: string) => join(parts, Buffer.from(nonce))
  return {
    plain,
    gzip: (nonce) => [GZIP_HEADER, ...join(packed, storedBlock(Buffer.from(nonce))), LAST_BLOCK, trailer(plain(nonce))],
    size: lengthOf(parts) + lengthOf(packed)
  }
}
