import { FastCheck as fc, Option } from "effect"
import { assert, describe, it } from "vitest"
import { toConfig } from "~/connector/ConnectorConfig"
import { NETWORKS, networkById } from "~/connector/Networks"
import { base64url } from "~/connector/pure/deepLink"
import { isMobile } from "~/connector/pure/isMobile"
import { linkTarget } from "~/connector/pure/links"
import { sameJson } from "~/connector/pure/sameJson"
import { vectorsOf } from "./vectors"
import { options } from "./world"

describe("helpers of the connector", () => {
  it("distinguish phones and tablets from computers by their user agent", () => {
    const vectors = vectorsOf<{ readonly userAgent: string; readonly mobile: boolean }>("userAgentIsMobile")
    assert.isAbove(vectors.length, 0)
    for (const { mobile, userAgent } of vectors) assert.strictEqual(isMobile(userAgent), mobile, userAgent)
    assert.isFalse(isMobile("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36"))
    assert.isTrue(isMobile("Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130.0.0.0 Mobile Safari/537.36"))
  })
  it("treat only a Mac with multi-touch as a tablet", () => {
    const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15"
    const linux = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36"
    assert.deepStrictEqual(
      [isMobile(mac, 5), isMobile(mac, 0), isMobile(mac), isMobile(linux, 10)],
      [true, false, false, false]
    )
  })

  it("encode any text so that the wallet decodes it unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const encoded = base64url(text)
        assert.match(encoded, /^[\w-]*$/)
        assert.strictEqual(Buffer.from(encoded, "base64url").toString("utf8"), text)
      })
    )
  })
  it("compare JSON by value", () => {
    assert.isTrue(sameJson({ a: 1, b: undefined }, { a: 1 }))
    assert.isTrue(sameJson({ a: [1, { b: 2 }], c: 3 }, { c: 3, a: [1, { b: 2 }] }))
    assert.isFalse(sameJson([1, 2], [2, 1]))
    assert.isFalse(sameJson({ a: null }, {}))
  })
  it("build links to their targets", () => {
    const { explorer } = toConfig(options(), "https://dapp.example")
    const base = "https://stokenet-dashboard.radixdlt.com"
    assert.strictEqual(linkTarget(explorer, "account", "account_a"), `${base}/account/account_a`)
    assert.strictEqual(linkTarget(explorer, "transaction", "txid_a"), `${base}/transaction/txid_a`)
    assert.strictEqual(linkTarget(explorer, "subintent", "../x"), `${base}/subintent/..%2Fx`)
    assert.strictEqual(linkTarget(explorer, "setupGuide"), "https://wallet.radixdlt.com")
    assert.strictEqual(linkTarget(explorer, "getWallet"), "https://app.radixdlt.com/qr-code")
    assert.isUndefined(linkTarget(explorer, "showQrCode"))
  })
  it("know the networks by their ids, each with a gateway and an explorer (docs/connector.md)", () => {
    assert.deepStrictEqual(
      NETWORKS.map(({ id, name }) => [id, name]),
      [
        [1, "Mainnet"],
        [2, "Stokenet"],
        [32, "Gilganet"],
        [33, "Enkinet"],
        [34, "Hammunet"],
        [36, "Mardunet"],
        [37, "Dumunet"]
      ]
    )
    for (const network of NETWORKS) {
      assert.deepStrictEqual(Option.getOrUndefined(networkById(network.id)), network)
      for (const url of [network.gatewayUrl, network.dashboardUrl]) assert.strictEqual(new URL(url).protocol, "https:")
    }
  })
  it("refuse an unknown network unless its gateway is given", () => {
    assert.throws(() => toConfig(options({ networkId: 99 }), "o"), RangeError, "gatewayUrl")
    assert.strictEqual(
      toConfig(options({ networkId: 99, gatewayUrl: "https://g.example/" }), "o").gatewayUrl,
      "https://g.example"
    )
  })
})
