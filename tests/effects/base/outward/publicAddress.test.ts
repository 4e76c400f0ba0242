import { BlockList, isIP } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { isPublicHost, makePublicLookup, NOT_PUBLIC } from "~/effects/base/outward/nameServers.server"
import { isPublicAddress } from "~/effects/base/outward/publicAddress"

/** The same registry, matched by Node: its entries are not global. */
const special = new BlockList()
for (const [base, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4]
] as const) {
  special.addSubnet(base, bits)
}

const { array, integer, tuple } = FastCheck
const byte = integer({ min: 0, max: 255 })
const group = integer({ min: 0, max: 0xffff })
/** Any address, with many near the edges of the blocks. */
const v4 = FastCheck.oneof(
  tuple(byte, byte, byte, byte),
  tuple(FastCheck.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 240, 255), byte, byte, byte),
  tuple(
    FastCheck.constantFrom(100, 169, 172, 192, 198, 203),
    FastCheck.constantFrom(0, 15, 16, 17, 18, 19, 20, 31, 32, 51, 63, 64, 88, 127, 128, 168, 254),
    FastCheck.constantFrom(0, 2, 99, 100, 113),
    byte
  )
).map((parts) => parts.join("."))
const v6 = FastCheck.oneof(
  array(group, { minLength: 8, maxLength: 8 }),
  array(FastCheck.constantFrom(0, 1, 0x2000, 0x2001, 0xdb8, 0x2002, 0x3fff, 0xfc00, 0xfe80, 0xff02, 0xffff), {
    minLength: 8,
    maxLength: 8
  })
)
const written = (groups: ReadonlyArray<number>) => groups.map((each) => each.toString(16)).join(":")
/** As a browser writes it: in lower case, with the longest run of zeros left out. */
const shortened = (text: string) => new URL(`http://[${text}]/`).hostname.slice(1, -1)

describe("isPublicAddress", () => {
  it("agrees with the registry about every IPv4 address", () => {
    FastCheck.assert(
      FastCheck.property(v4, (address) => {
        assert.strictEqual(isPublicAddress(address), !special.check(address), address)
      }),
      { numRuns: 2_000 }
    )
  })

  it("treats an IPv4-mapped IPv6 address as the IPv4 address", () => {
    FastCheck.assert(
      FastCheck.property(v4, (address) => {
        const isPublic = !special.check(address)
        for (const prefix of ["::ffff:", "64:ff9b::", "0:0:0:0:0:FFFF:"]) {
          assert.strictEqual(isPublicAddress(`${prefix}${address}`), isPublic, `${prefix}${address}`)
        }
        assert.strictEqual(isPublicAddress(shortened(`::ffff:${address}`)), isPublic)
        assert.isFalse(isPublicAddress(`::${address}`))
      })
    )
  })

  it("allows only global unicast IPv6 addresses, however they are written", () => {
    FastCheck.assert(
      FastCheck.property(v6, (groups) => {
        const text = written(groups)
        const isPublic = isPublicAddress(text)
        assert.strictEqual(isPublicAddress(shortened(text)), isPublic, text)
        assert.strictEqual(isPublicAddress(text.toUpperCase()), isPublic, text)
        const [first = 0, second = 0, third = 0] = groups
        const isMapped = text.startsWith("0:0:0:0:0:ffff:") || text.startsWith("64:ff9b:0:0:0:0:")
        if (isMapped) return
        const isGlobal = first >= 0x2000 && first <= 0x3fff
        const isSpecial =
          first === 0x2002 ||
          (first === 0x2001 && (second < 0x200 || second === 0xdb8)) ||
          (first === 0x2620 && second === 0x4f && third === 0x8000) ||
          (first === 0x3fff && second < 0x1000)
        assert.strictEqual(isPublic, isGlobal && !isSpecial, text)
      }),
      { numRuns: 2_000 }
    )
  })

  it("accepts no text as an address that Node does not", () => {
    const parts = FastCheck.constantFrom(
      "::",
      ":",
      ".",
      "0",
      "1",
      "255",
      "256",
      "ffff",
      "08",
      "0x7f",
      "g",
      "%eth0",
      " ",
      "127",
      "2001",
      "-1"
    )
    FastCheck.assert(
      FastCheck.property(
        FastCheck.oneof(
          FastCheck.string(),
          array(parts, { maxLength: 16 }).map((all) => all.join(""))
        ),
        (text) => {
          if (isIP(text) === 0) assert.isFalse(isPublicAddress(text), text)
        }
      ),
      { numRuns: 5_000 }
    )
  })

  it("classifies the best-known private and public addresses", () => {
    for (const address of ["8.8.8.8", "93.184.215.14", "2606:4700:4700::1111", "2a00:1450:4001::200e"]) {
      assert.isTrue(isPublicAddress(address), address)
    }
    for (const address of [
      "127.0.0.1",
      "::1",
      "::",
      "169.254.169.254",
      "fe80::1",
      "fd00::1",
      "ff02::1",
      "0.0.0.0",
      "::ffff:127.0.0.1"
    ]) {
      assert.isFalse(isPublicAddress(address), address)
    }
  })
})

describe("a public look-up", () => {
  interface Found {
    readonly address: string
    readonly family: number
  }
  const system = (found: ReadonlyArray<Found>) =>
    ((_host: string, _options: object, respond: (failure: null, all: ReadonlyArray<Found>) => void) =>
      respond(null, found)) as unknown as NonNullable<Parameters<typeof makePublicLookup>[0]> // one of its many shapes
  const read = (found: ReadonlyArray<Found>, options: { readonly all?: boolean } = {}) =>
    new Promise<{ readonly code: string | undefined; readonly address: unknown }>((resolve) => {
      makePublicLookup(system(found))("push.example", options, (failure, address) =>
        resolve({ code: failure === null ? undefined : failure.code, address })
      )
    })
  const near = { address: "10.0.0.7", family: 4 }
  const far = { address: "93.184.215.14", family: 4 }

  it("returns the addresses it checked, and refuses a name with any private address", async () => {
    assert.deepStrictEqual(await read([far]), { code: undefined, address: far.address })
    assert.deepStrictEqual(await read([far], { all: true }), { code: undefined, address: [far] })
    assert.deepStrictEqual(await read([far, near]), { code: NOT_PUBLIC, address: "" })
    assert.deepStrictEqual(await read([near], { all: true }), { code: NOT_PUBLIC, address: "" })
    assert.deepStrictEqual(await read([]), { code: NOT_PUBLIC, address: "" })
  })

  it("checks hosts that are addresses themselves", () => {
    assert.deepStrictEqual(
      ["push.example", "8.8.8.8", "[2606:4700::1]", "localhost", "127.0.0.1", "[::1]", "intranet"].map(isPublicHost),
      [true, true, true, false, false, false, false]
    )
  })
})
