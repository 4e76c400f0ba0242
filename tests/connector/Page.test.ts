import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { afterEach, vi } from "vitest"
import { Page } from "~/connector/Page"

const LINK = "radixwallet://connect?sessionId=s"

/** A phone's browser, as far as the page port uses it. */
const browser = ({ telegram, opens }: { readonly telegram: boolean; readonly opens: () => unknown }) => {
  const location = { href: "https://dapp.example/" }
  const opened: Array<string> = []
  vi.stubGlobal("navigator", { userAgent: "iPhone", maxTouchPoints: 5 })
  vi.stubGlobal("window", {
    location,
    open: (link: string) => {
      opened.push(link)
      return opens()
    }
  })
  if (telegram) vi.stubGlobal("Telegram", { WebView: { initParams: { tgWebAppVersion: "7" } } })
  return { location, opened }
}
const open = Effect.flatMap(Page, (page) => page.openWallet(LINK)).pipe(Effect.provide(Page.layerBrowser))

describe("leaving for the wallet", () => {
  afterEach(() => vi.unstubAllGlobals())

  it.effect("in Telegram, a null result is not a failure: on iOS the wallet has opened all the same", () => {
    const { location, opened } = browser({ telegram: true, opens: () => null })
    return Effect.gen(function* () {
      yield* open
      assert.deepStrictEqual(opened, [LINK])
      assert.strictEqual(location.href, "https://dapp.example/")
    })
  })

  it.effect("an exception of the browser is a failure", () => {
    browser({
      telegram: true,
      opens: () => {
        throw new Error("denied")
      }
    })
    return Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(open))._tag, "FailedToSendDappRequest")
    })
  })

  it.effect("elsewhere the page itself goes there", () => {
    const { location, opened } = browser({ telegram: false, opens: () => null })
    return Effect.gen(function* () {
      yield* open
      assert.strictEqual(location.href, LINK)
      assert.deepStrictEqual(opened, [])
    })
  })
})
