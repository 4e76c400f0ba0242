/** What React renders, on its way to the answer. */
import { Transform, type TransformCallback } from "node:stream"

/**
 * Hands on what was rendered in one go as one piece. React writes a page in pieces of two kilobytes, and the answer is
 * packed and sent piece by piece, each with turns of the event loop of its own: thirty of them for one page.
 */
export class GatheredChunks extends Transform {
  #held: Array<Buffer> = []

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#held.push(chunk)
    done()
  }

  override _flush(done: TransformCallback): void {
    this.flush()
    done()
  }

  /** React calls this when it has written all that is ready. */
  flush(): void {
    if (this.#held.length === 0) return
    const all = Buffer.concat(this.#held)
    this.#held = []
    this.push(all)
  }
}
