/** Host names given by users are resolved by name servers that may never respond (docs/decisions/0093-…). */
import { createSocket, type Socket } from "node:dgram"
import type { LookupAddress } from "node:dns"
import { lookup } from "node:dns/promises"
import type { AddressInfo } from "node:net"
import { afterEach, assert, describe, it } from "vitest"
import { makeNameServers } from "~/effects/base/outward/nameServers.server"

const A = 1
const AAAA = 28
const NXDOMAIN = 3
/** Long enough for this machine, and short for a test. */
const TIMEOUT_MS = 300
/** Length of a message's header (RFC 1035). */
const HEAD = 12

type ReceivedResponse = ReadonlyArray<ReadonlyArray<number>> | "no such name" | "nothing"

/** A response in the form of RFC 1035: the question repeated, and the bytes of the addresses. */
const replyTo = (question: Buffer, kind: number, response: Exclude<ReceivedResponse, "nothing">): Buffer => {
  const found = response === "no such name" ? [] : response
  const head = Buffer.from(question.subarray(0, HEAD))
  head.writeUInt16BE(0x8180 | (response === "no such name" ? NXDOMAIN : 0), 2)
  head.writeUInt16BE(found.length, 6)
  head.writeUInt16BE(0, 10) // additional records of the question are not repeated
  const end = question.indexOf(0, HEAD) + 5
  const records = found.map((bytes) => {
    const record = Buffer.from([0xc0, HEAD, 0, kind, 0, 1, 0, 0, 0, 60, 0, bytes.length])
    return Buffer.concat([record, Buffer.from(bytes)])
  })
  return Buffer.concat([head, question.subarray(HEAD, end), ...records])
}

const sockets: Array<Socket> = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})

/** A name server on this machine. */
const responding = async (response: (kind: number) => ReceivedResponse) => {
  const socket = createSocket("udp4")
  sockets.push(socket)
  socket.on("message", (question, { address, port }) => {
    const kind = question.readUInt16BE(question.indexOf(0, HEAD) + 1)
    const said = response(kind)
    if (said !== "nothing") socket.send(replyTo(question, kind, said), port, address)
  })
  await new Promise<void>((bound) => socket.bind(0, "127.0.0.1", bound))
  const { port } = socket.address() as AddressInfo // a UDP socket has one
  return makeNameServers([`127.0.0.1:${port}`], TIMEOUT_MS)
}

const resolved = (resolve: ReturnType<typeof makeNameServers>) =>
  new Promise<{ readonly code: string | undefined; readonly found: ReadonlyArray<LookupAddress> }>((done) =>
    resolve("hooks.example.org", { all: true }, (failure, found) => done({ code: failure?.code, found }))
  )

const four = [93, 184, 216, 34]
const six = [0x26, 0x06, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]

describe("name servers", () => {
  it("are queried for both kinds of addresses, of which one is enough", async () => {
    const both = await resolved(await responding((kind) => [kind === A ? four : six]))
    assert.deepStrictEqual(both, {
      code: undefined,
      found: [
        { address: "93.184.216.34", family: 4 },
        { address: "2606:4700::1", family: 6 }
      ]
    })
    const one = await resolved(await responding((kind) => (kind === AAAA ? [] : [four, [10, 0, 0, 1]])))
    assert.deepStrictEqual(
      one.found.map(({ address }) => address),
      ["93.184.216.34", "10.0.0.1"]
    )
  })

  it("report that a name does not exist or has no address", async () => {
    assert.deepStrictEqual(await resolved(await responding(() => "no such name")), { code: "ENOTFOUND", found: [] })
    assert.deepStrictEqual(await resolved(await responding(() => [])), { code: "ENODATA", found: [] })
  })

  it("that never respond are given up, and do not delay look-ups of the system", async () => {
    const silent = await responding(() => "nothing")
    const began = performance.now()
    let ended = 0
    const ask = () => resolved(silent).finally(() => (ended += 1))
    const waiting = Promise.all(Array.from({ length: 20 }, ask))
    await lookup("localhost")
    assert.strictEqual(ended, 0)
    const all = await waiting
    assert.isTrue(all.every(({ code, found }) => code === "ETIMEOUT" && found.length === 0))
    assert.isBelow(performance.now() - began, 9_000)
  })

  it("that cannot be reached count like a name that does not exist, not as a fault of the target", async () => {
    const free = createSocket("udp4")
    await new Promise<void>((bound) => free.bind(0, "127.0.0.1", bound))
    const { port } = free.address() as AddressInfo // a UDP socket has one
    await new Promise<void>((closed) => free.close(closed))
    const { code, found } = await resolved(makeNameServers([`127.0.0.1:${port}`], TIMEOUT_MS))
    assert.deepStrictEqual([code, found], ["ENOTFOUND", []])
  })
})
