/** Reads WOFF fonts (https://www.w3.org/TR/WOFF/), in which each table is compressed separately. */

import { promisify } from "node:util"
import { inflate } from "node:zlib"

const unpack = promisify(inflate)

const SIGNATURE = 0x774f4646 // "wOFF"
const HEADER = 44
const ENTRY = 20

export type Tables = ReadonlyMap<string, DataView>

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Tables of a font by name, decompressed off the event loop. A malformed font of ours is a defect. */
export const readWoff = async (bytes: Uint8Array): Promise<Tables> => {
  const file = viewOf(bytes)
  if (file.getUint32(0) !== SIGNATURE) throw new Error("this is not a WOFF font")
  const entries = Array.from({ length: file.getUint16(12) }, (_, at) => HEADER + at * ENTRY)
  return new Map(
    await Promise.all(
      entries.map(async (at) => {
        const [offset, packed, whole] = [file.getUint32(at + 4), file.getUint32(at + 8), file.getUint32(at + 12)]
        const name = String.fromCharCode(...bytes.subarray(at, at + 4))
        const data = bytes.subarray(offset, offset + packed)
        return [name, viewOf(packed < whole ? await unpack(data) : data)] as const
      })
    )
  )
}
