import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { clientAddress, LOOPBACK, trustedBy, unreadableProxies } from "~/effects/base/settings/trustedProxies.server"

const isOurs = trustedBy(["10.0.0.0/8", "2001:db8:1::/48", "192.0.2.7"])

describe("the address that requests are counted by", () => {
  it("is the peer's, whatever headers say, if the peer is not a trusted proxy", () => {
    assert.strictEqual(clientAddress("198.51.100.1", "10.0.0.1", isOurs), "198.51.100.1")
    assert.strictEqual(clientAddress("198.51.100.1", undefined, isOurs), "198.51.100.1")
    assert.strictEqual(clientAddress("127.0.0.1", "198.51.100.1", trustedBy([])), "127.0.0.1")
  })

  it("is the one the proxy appended; entries that a visitor wrote further left are ignored", () => {
    assert.strictEqual(clientAddress("10.1.2.3", "203.0.113.9", isOurs), "203.0.113.9")
    assert.strictEqual(clientAddress("10.1.2.3", "1.2.3.4, 203.0.113.9", isOurs), "203.0.113.9")
    assert.strictEqual(clientAddress("::ffff:10.1.2.3", " 203.0.113.9 ", isOurs), "203.0.113.9")
    assert.strictEqual(clientAddress("2001:db8:1::5", "2001:db8:2::1", isOurs), "2001:db8:2::1")
  })

  it("passes several trusted proxies and stops at the first untrusted address", () => {
    assert.strictEqual(clientAddress("10.1.2.3", "1.1.1.1, 203.0.113.9, 10.9.9.9, 192.0.2.7", isOurs), "203.0.113.9")
    assert.strictEqual(clientAddress("10.1.2.3", "10.9.9.9, 192.0.2.7", isOurs), "10.9.9.9")
  })

  it("may include a port, and is the proxy's own if the proxy wrote no address", () => {
    assert.strictEqual(clientAddress("10.1.2.3", "203.0.113.9:4711", isOurs), "203.0.113.9")
    assert.strictEqual(clientAddress("10.1.2.3", "[2001:db8:2::1]:4711", isOurs), "2001:db8:2::1")
    assert.strictEqual(clientAddress("10.1.2.3", "203.0.113.9, unknown", isOurs), "10.1.2.3")
    assert.strictEqual(clientAddress("10.1.2.3", "", isOurs), "10.1.2.3")
  })

  it("never comes from the untrusted part of the header alone", () => {
    const address = FastCheck.ipV4().filter((each) => !isOurs(each))
    const junk = FastCheck.array(FastCheck.oneof(FastCheck.string(), FastCheck.ipV4(), FastCheck.ipV6()))
    FastCheck.assert(
      FastCheck.property(address, junk, (visitor, before) => {
        assert.strictEqual(clientAddress("10.0.0.1", [...before, visitor].join(","), isOurs), visitor)
        assert.strictEqual(clientAddress(visitor, before.join(","), isOurs), visitor)
      })
    )
  })

  it("may come from loopback if the site itself listens on loopback", () => {
    const isHere = trustedBy(LOOPBACK)
    assert.strictEqual(clientAddress("127.0.0.1", "203.0.113.9", isHere), "203.0.113.9")
    assert.strictEqual(clientAddress("::1", "203.0.113.9", isHere), "203.0.113.9")
    assert.strictEqual(clientAddress("::ffff:127.0.0.1", "203.0.113.9", isHere), "203.0.113.9")
  })
})

describe("the setting for trusted proxies", () => {
  it("accepts addresses and ranges of both families, and names anything else", () => {
    assert.deepEqual(unreadableProxies("10.0.0.0/8, 2001:db8::/32 192.0.2.1,::1"), [])
    assert.deepEqual(unreadableProxies("none"), [])
    assert.deepEqual(unreadableProxies("10.0.0.0/33,proxy.example,1.2.3,::1/129,10.0.0.1/8/9,10.0.0.0/x"), [
      "10.0.0.0/33",
      "proxy.example",
      "1.2.3",
      "::1/129",
      "10.0.0.1/8/9",
      "10.0.0.0/x"
    ])
  })
})
