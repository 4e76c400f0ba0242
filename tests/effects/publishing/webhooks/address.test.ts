/** Allowed addresses of a webhook (docs/product/webhooks.md): only on the public internet. */
import { FastCheck as fc } from "effect"
import { assert, describe, test } from "vitest"
import { isAddress, isLoopback, isPublicAddress } from "~/effects/base/outward/publicAddress"
import { readAddress } from "~/effects/publishing/webhooks/address"

const byte = fc.integer({ min: 0, max: 255 })
const text4 = (bytes: ReadonlyArray<number>) => bytes.join(".")
/** First bytes that are fixed, with a range for the byte after them. */
const reserved4: ReadonlyArray<readonly [string, fc.Arbitrary<ReadonlyArray<number>>]> = [
  ["this network", fc.tuple(fc.constant(0), byte, byte, byte)],
  ["10/8", fc.tuple(fc.constant(10), byte, byte, byte)],
  ["100.64/10", fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte)],
  ["loopback", fc.tuple(fc.constant(127), byte, byte, byte)],
  ["link-local, with a cloud's metadata", fc.tuple(fc.constant(169), fc.constant(254), byte, byte)],
  ["172.16/12", fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte)],
  ["192.168/16", fc.tuple(fc.constant(192), fc.constant(168), byte, byte)],
  ["benchmarks", fc.tuple(fc.constant(198), fc.integer({ min: 18, max: 19 }), byte, byte)],
  ["documentation", fc.tuple(fc.constant(203), fc.constant(0), fc.constant(113), byte)],
  ["multicast, reserved and broadcast", fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte)]
]
const group = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16))
const groups = (count: number) => fc.array(group, { minLength: count, maxLength: count })
const startingWith = (min: number, max: number) =>
  fc.tuple(fc.integer({ min, max }), groups(7)).map(([first, rest]) => [first.toString(16), ...rest].join(":"))
const reserved6: ReadonlyArray<readonly [string, fc.Arbitrary<string>]> = [
  [
    "below global unicast: loopback, unspecified, mapped, NAT64",
    startingWith(0, 0x1fff).filter((text) => !/^0:0:0:0:0:ffff:/.test(text))
  ],
  ["above it: ULA, link-local, site-local, multicast", startingWith(0x4000, 0xffff)],
  ["ULA", startingWith(0xfc00, 0xfdff)],
  ["link-local", startingWith(0xfe80, 0xfebf)],
  ["multicast", startingWith(0xff00, 0xffff)],
  ["documentation", groups(6).map((rest) => ["2001", "db8", ...rest].join(":"))],
  ["Teredo", groups(6).map((rest) => ["2001", "0", ...rest].join(":"))],
  ["6to4", groups(7).map((rest) => ["2002", ...rest].join(":"))]
]

describe("IP addresses", () => {
  test.each(reserved4)("of version 4 in %s are not public, even mapped into version 6", (_, bytes) => {
    fc.assert(
      fc.property(bytes, (all) => {
        const [a = 0, b = 0, c = 0, d = 0] = all
        assert.isFalse(isPublicAddress(text4(all)))
        assert.isFalse(isPublicAddress(`::ffff:${text4(all)}`))
        const [high, low] = [a * 256 + b, c * 256 + d].map((n) => n.toString(16))
        assert.isFalse(isPublicAddress(`::ffff:${high}:${low}`))
        assert.isFalse(isPublicAddress(`0:0:0:0:0:FFFF:${high}:${low}`))
      })
    )
  })

  test.each(reserved6)("of version 6 in %s are not public", (_, texts) => {
    fc.assert(fc.property(texts, (text) => assert.isFalse(isPublicAddress(text))))
  })

  test("just outside the reserved ranges are public", () => {
    for (const text of ["9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0"])
      assert.isTrue(isPublicAddress(text), text)
    for (const text of [
      "169.253.255.255",
      "169.255.0.0",
      "172.15.255.255",
      "172.32.0.0",
      "192.167.255.255",
      "223.255.255.255"
    ])
      assert.isTrue(isPublicAddress(text), text)
    for (const text of ["2606:4700::1111", "2a00:1450:4001:80b::200e", "2001:4860:4860::8888", "::ffff:8.8.8.8"])
      assert.isTrue(isPublicAddress(text), text)
  })

  test("are parsed from any text without failing, and invalid ones are not public", () => {
    for (const text of [
      "",
      "example.org",
      "1.2.3",
      "1.2.3.4.5",
      "01.2.3.4",
      "256.1.1.1",
      "::1::",
      "1:2:3",
      "fe80::1%eth0",
      "0x7f.1"
    ])
      assert.isFalse(isPublicAddress(text), text)
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4Extended(), fc.ipV6()), (text) => {
        isPublicAddress(text)
        if (isLoopback(text)) assert.isFalse(isPublicAddress(text))
      })
    )
  })

  test("are recognised in every spelling", () => {
    fc.assert(fc.property(fc.ipV4(), (text) => assert.isTrue(isAddress(text))))
    fc.assert(fc.property(fc.ipV6(), (text) => assert.isTrue(isAddress(text), text)))
  })
})

const isRefused = (typed: string, allowsPractice = false) => "problem" in readAddress(typed, allowsPractice)

describe("the address that an owner types", () => {
  test("is https on the public internet, without a name and a password", () => {
    assert.deepStrictEqual(readAddress(" https://Example.org/hooks?a=1#top ", false), {
      url: "https://example.org/hooks?a=1"
    })
    for (const typed of [
      "",
      "example.org/hooks",
      "http://example.org",
      "ftp://example.org",
      "https://me:secret@example.org",
      "javascript:alert(1)"
    ])
      assert.isTrue(isRefused(typed), typed)
    assert.isTrue(isRefused(`https://example.org/${"a".repeat(500)}`))
  })

  test("has port 443 or 8443, and no other", () => {
    assert.deepStrictEqual(readAddress("https://example.org:443/a", false), { url: "https://example.org/a" })
    assert.deepStrictEqual(readAddress("https://example.org:8443/a", false), { url: "https://example.org:8443/a" })
    for (const port of [0, 1, 22, 25, 80, 442, 444, 3306, 5432, 6379, 8080, 8444, 65_535]) {
      for (const allowsPractice of [false, true]) {
        assert.deepStrictEqual(readAddress(`https://example.org:${port}/`, allowsPractice), {
          problem: "Webhooks go to port 443 or 8443 only."
        })
      }
    }
  })

  test("cannot be an internal name, or a decimal, hexadecimal or octal address that leads inside", () => {
    for (const host of [
      "localhost",
      "localhost.",
      "LOCALHOST",
      "printer",
      "a.local",
      "db.internal",
      "x.localhost",
      "router.home.arpa"
    ])
      assert.isTrue(isRefused(`https://${host}/`), host)
    for (const host of [
      "2130706433",
      "0x7f000001",
      "0177.0.0.1",
      "0x7f.1",
      "127.1",
      "017700000001",
      "3232235777",
      "0xa9fea9fe",
      "[::1]",
      "[::ffff:7f00:1]",
      "[fd00::1]",
      "[fe80::1]"
    ])
      assert.isTrue(isRefused(`https://${host}/`), host)
    assert.isFalse(isRefused("https://8.8.8.8/hook"))
  })

  test("is refused in every spelling of a private address", () => {
    fc.assert(
      fc.property(fc.oneof(...reserved4.map(([, bytes]) => bytes)), (all) => {
        const [a = 0, b = 0, c = 0, d = 0] = all
        const whole = ((a * 256 + b) * 256 + c) * 256 + d
        const octal = all.map((n) => `0${n.toString(8)}`).join(".")
        const hex = all.map((n) => `0x${n.toString(16)}`).join(".")
        for (const host of [
          text4(all),
          String(whole),
          `0x${whole.toString(16)}`,
          octal,
          hex,
          `${a}.${b}.${c * 256 + d}`
        ])
          assert.isTrue(isRefused(`https://${host}/`), host)
      })
    )
  })

  test("may lead to this machine in local mode only, and nowhere else inside", () => {
    for (const typed of [
      "http://127.0.0.1:4000/hook",
      "http://localhost:4000/",
      "http://[::1]:4000/",
      "https://127.0.0.1/"
    ]) {
      assert.isFalse(isRefused(typed, true), typed)
      assert.isTrue(isRefused(typed, false), typed)
    }
    for (const typed of ["http://10.0.0.1/", "http://example.org/", "https://192.168.1.1/"])
      assert.isTrue(isRefused(typed, true))
  })

  test("never makes parsing fail", () => {
    fc.assert(fc.property(fc.string(), fc.boolean(), (typed, isLocal) => void readAddress(typed, isLocal)))
    fc.assert(fc.property(fc.webUrl(), fc.boolean(), (typed, isLocal) => void readAddress(typed, isLocal)))
  })
})
