/**
 * A rendered page with gaps for what each answer has of its own, plain and compressed. An answer is a list of buffers,
 * nearly all of them shared by all answers: what goes out is never copied together.
 *
 * Compressed, each part between two gaps is a run of deflate blocks that ends on a whole byte and looks back no further
 * than its own beginning (RFC 1951, 3.2); what fills a gap is a stored block. Only the checksum in gzip's trailer
 * (RFC 1952, 2.3.1) is counted anew for each answer.
 */
import { constants, crc32, deflateRawSync } from "node:zlib"

/** To be sent one after another. */
export type Parts = ReadonlyArray<Buffer>
/** What goes into the gaps, in the order in which they were named. */
export type Fills = ReadonlyArray<string>

export interface PageBody {
  readonly plain: (fills: Fills) => Parts
  readonly gzip: (fills: Fills) => Parts
  /** Bytes it keeps in memory at most: it is packed when somebody first asks for it so, and never grows by that. */
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

/** The text between the gaps, and for each gap which of the named ones it is. */
const cut = (text: string, gaps: ReadonlyArray<string>) => {
  const found = gaps.flatMap((gap, which) => {
    const places: Array<{ readonly at: number; readonly which: number; readonly length: number }> = []
    for (let at = text.indexOf(gap); at !== -1; at = text.indexOf(gap, at + gap.length)) {
      places.push({ at, which, length: gap.length })
    }
    return places
  })
  found.sort((one, other) => one.at - other.at)
  const starts = [0, ...found.map(({ at, length }) => at + length)]
  const ends = [...found.map(({ at }) => at), text.length]
  return {
    parts: starts.map((start, n) => Buffer.from(text.slice(start, ends[n]))),
    order: found.map(({ which }) => which)
  }
}

/**
 * Each of `gaps` stands in the text wherever something else goes in every answer. They must be texts that nobody could
 * have known before the rendering, and none a part of another. `level`: how hard zlib tries, 1 to 9.
 */
export const makePageBody = (text: string, gaps: ReadonlyArray<string>, level: number): PageBody => {
  const { order, parts } = cut(text, gaps)
  let packed: Parts | undefined
  const pack = () => {
    packed ??= parts.map((part) => deflateRawSync(part, { level, finishFlush: constants.Z_SYNC_FLUSH }))
    return packed
  }
  const join = (between: Parts, around: Parts): Parts =>
    around.flatMap((part, n) => (n === 0 ? [part] : [between[order[n - 1] ?? 0] ?? Buffer.alloc(0), part]))
  const plain = (fills: Fills) =>
    join(
      fills.map((fill) => Buffer.from(fill)),
      parts
    )
  return {
    plain,
    gzip: (fills) => [
      GZIP_HEADER,
      ...join(
        fills.map((fill) => storedBlock(Buffer.from(fill))),
        pack()
      ),
      LAST_BLOCK,
      trailer(plain(fills))
    ],
    size: 2 * lengthOf(parts)
  }
}
