/**
 * A rendered page with a gap for each nonce, plain and compressed, so that an answer is made by joining buffers.
 *
 * Compressed, each part between two gaps is a run of deflate blocks that ends on a whole byte and looks back no further
 * than its own beginning (RFC 1951, 3.2); the nonce between them is a stored block. Only the checksum in gzip's trailer
 * (RFC 1952, 2.3.1) is counted anew for each answer.
 */
import { constants, crc32, deflateRawSync } from "node:zlib"

export interface PageBody {
  readonly plain: (nonce: string) => Buffer
  readonly gzip: (nonce: string) => Buffer
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

const trailer = (plain: Buffer): Buffer => {
  const end = Buffer.alloc(8)
  end.writeUInt32LE(crc32(plain), 0)
  end.writeUInt32LE(plain.length, 4)
  return end
}

const join = (parts: ReadonlyArray<Buffer>, between: Buffer): Array<Buffer> =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]))

/** `gap` stands in the page wherever the nonce goes. It must be a text nobody could have known before the rendering. */
export const makePageBody = (html: string, gap: string): PageBody => {
  const parts = html.split(gap).map((part) => Buffer.from(part))
  const packed = parts.map((part) => deflateRawSync(part, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }))
  const plain = (nonce: string) => Buffer.concat(join(parts, Buffer.from(nonce)))
  return {
    plain,
    gzip: (nonce) =>
      Buffer.concat([GZIP_HEADER, ...join(packed, storedBlock(Buffer.from(nonce))), LAST_BLOCK, trailer(plain(nonce))]),
    size: [...parts, ...packed].reduce((sum, { length }) => sum + length, 0)
  }
}
