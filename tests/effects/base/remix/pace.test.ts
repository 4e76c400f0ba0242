import { createServer, type ServerResponse } from "node:http"
import { type AddressInfo, connect } from "node:net"
import compression from "compression"
import express from "express"
import { assert, describe, it } from "vitest"
import { makePace } from "~/effects/base/remix/download.server"

const CHUNK = Buffer.alloc(64 * 1024, "ballots ")
const CHUNKS = 400

/** A server that writes this many chunks, each once the one before is sent, compressed if the reader accepts it. */
const startWriter = async () => {
  const seen = { written: 0, isOver: false, wasThere: true }
  let [stuck, gone] = [() => {}, () => {}]
  const isStuck = new Promise<void>((resolve) => {
    stuck = resolve
  })
  const isGone = new Promise<void>((resolve) => {
    gone = resolve
  })
  const write = async (response: ServerResponse) => {
    const pace = makePace(response)
    while (seen.written < CHUNKS) {
      const there = pace()
      // The first chunk that waits for more than a tick waits for the reader.
      let isWaiting = true
      const check = (turns: number): NodeJS.Immediate | undefined =>
        isWaiting ? (turns === 0 ? void stuck() : setImmediate(check, turns - 1)) : undefined
      check(200)
      seen.wasThere = await there
      isWaiting = false
      if (!seen.wasThere) break
      response.write(CHUNK)
      seen.written += 1
    }
    seen.isOver = true
    response.end()
    gone()
  }
  const app = express()
  app.use(compression({ threshold: 0, level: 0 }))
  app.get("/", (_, response) => {
    response.type("text/plain")
    write(response)
  })
  const server = createServer(app).listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  return { port: (server.address() as AddressInfo).port, seen, isStuck, isGone, stop: () => server.close() }
}

const ask = (port: number, packed: boolean) => {
  const socket = connect(port, "127.0.0.1").pause()
  socket.on("error", () => undefined)
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${packed ? "Accept-Encoding: gzip\r\n" : ""}\r\n`)
  return socket
}

describe("a body at its reader's pace", () => {
  it.each([
    ["as it is", false],
    ["packed", true]
  ])("waits while nobody reads, and continues with the reader: %s", async (_, packed) => {
    const { isGone, isStuck, port, seen, stop } = await startWriter()
    const socket = ask(port, packed)
    await isStuck
    assert.isBelow(seen.written, CHUNKS / 2, "what the connection holds, and no more")
    let read = 0
    const isRead = new Promise((resolve) => socket.once("end", resolve))
    socket.on("data", (chunk) => {
      read += chunk.length
    })
    socket.resume()
    await Promise.all([isRead, isGone])
    assert.strictEqual(seen.written, CHUNKS)
    assert.isAtLeast(read, CHUNKS * CHUNK.length)
    stop()
  })

  it("ends when the reader goes away", async () => {
    const { isGone, isStuck, port, seen, stop } = await startWriter()
    const socket = ask(port, true)
    await isStuck
    socket.destroy()
    await isGone
    assert.isFalse(seen.wasThere)
    assert.isBelow(seen.written, CHUNKS / 2)
    stop()
  })
})
