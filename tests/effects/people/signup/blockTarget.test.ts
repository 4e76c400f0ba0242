import { describe, expect, test } from "vitest"
import { blocksAddress, blocksEmail, readBlockTarget } from "~/effects/people/signup/blockTarget.server"

const read = (text: string) => {
  const found = readBlockTarget(text)
  if (typeof found === "string") throw new Error(found)
  return found
}

describe("A target of a block", () => {
  test.each([
    ["example.org", "domain example.org"],
    [" @Example.ORG. ", "domain example.org"],
    ["bücher.example", "domain xn--bcher-kva.example"],
    ["192.0.2.7", "network 192.0.2.7"],
    ["192.0.2.7/32", "network 192.0.2.7"],
    ["192.0.2.0/24", "network 192.0.2.0/24"],
    ["192.0.2.128/25", "network 192.0.2.128/25"],
    ["::ffff:192.0.2.7", "network 192.0.2.7"],
    ["2001:DB8:0:0::/32", "network 2001:db8::/32"],
    ["2001:db8::1", "network 2001:db8::1"],
    ["fe80::/16", "network fe80::/16"]
  ])("is read from %s", (text, expected) => {
    const { kind, target } = read(text)
    expect(`${kind} ${target}`).toBe(expected)
  })

  test.each([
    ["", /^Enter a domain/],
    ["example", /is not a domain/],
    ["exa mple.org", /is not a domain/],
    ["*.example.org", /is not a domain/],
    ["192.0.2", /is not a domain/],
    ["300.0.2.1", /is not a domain/],
    ["192.0.2.0/24/24", /is not an address or a range/],
    ["192.0.2.0/", /after the slash/],
    ["192.0.2.0/33", /after the slash is from 8 to 32/],
    ["0.0.0.0/0", /too wide.*switch off sign-ups/],
    ["::/0", /too wide/],
    ["192.0.2.7/24", /\/24 does not begin at 192\.0\.2\.7/],
    ["2001:db8::1/64", /does not begin at/],
    ["https://example.org/", /is not an address or a range/]
  ])("is not read from “%s”", (text, why) => {
    expect(readBlockTarget(text)).toMatch(why)
  })

  test("blocks e-mail addresses of the domain and its subdomains, and of no other", () => {
    const domain = read("example.org")
    for (const email of ["a@example.org", "a@EXAMPLE.org", "a@mail.example.org", "a@b@example.org", "a@example.org."])
      expect(blocksEmail(domain, email), email).toBe(true)
    for (const email of ["a@notexample.org", "a@example.org.uk", "example.org@other.example"])
      expect(blocksEmail(domain, email), email).toBe(false)
    expect(blocksEmail(read("bücher.example"), "a@BÜCHER.example")).toBe(true)
  })

  test("blocks addresses of the network and of no other", () => {
    const cases: ReadonlyArray<readonly [string, string, boolean]> = [
      ["192.0.2.0/24", "192.0.2.255", true],
      ["192.0.2.0/24", "::ffff:192.0.2.255", true],
      ["192.0.2.0/24", "192.0.3.0", false],
      ["192.0.2.128/25", "192.0.2.127", false],
      ["192.0.2.7", "192.0.2.7", true],
      ["192.0.2.7", "192.0.2.70", false],
      ["2001:db8::/32", "2001:db8:ffff::1", true],
      ["2001:db8::/32", "2001:db9::1", false],
      ["2001:db8::/32", "192.0.2.7", false],
      ["192.0.2.0/24", "unknown", false]
    ]
    for (const [network, address, expected] of cases)
      expect(blocksAddress(read(network), address), `${address} in ${network}`).toBe(expected)
    expect(blocksAddress(read("example.org"), "192.0.2.7")).toBe(false)
  })
})
