/**
 * Pre-authorizations in the journeys: signs what a page requests as the demonstration's people would, and waits for the
 * result.
 */
import { bytesToHex } from "@noble/hashes/utils.js"
import type { Page } from "@playwright/test"
import { encodeTransaction, subintentHash, writeHash } from "~/ledger/index"
import { signedPartial, signedRequest } from "../ledger/signing"
import type { DemoVisit } from "./demo"
import { expect } from "./fixtures"
import { epochOf, signerNamed } from "./ledger-signing"
import type { Behaviour } from "./scripted-wallet"
import { button } from "./wizard-steps"

/** The signed subintent of a swap, as that person's wallet creates it. */
export const preAuthorized = async (origin: string, { wallet }: DemoVisit, name: string): Promise<Behaviour> => {
  const { request } = JSON.parse(JSON.stringify(wallet.requests().at(-1)?.items ?? {})) as {
    readonly request: {
      readonly subintentManifest: string
      readonly message?: string
      readonly expiration: { readonly unixTimestampSeconds: number }
      readonly header?: {
        readonly startEpochInclusive: number
        readonly endEpochExclusive: number
        readonly maxProposerTimestampExclusive: number
        readonly intentDiscriminator: number
      }
    }
  }
  const { header, message, subintentManifest: manifest } = request
  const { unixTimestampSeconds } = request.expiration
  const startEpoch = await epochOf(origin)
  const window = { startEpoch, endEpoch: startEpoch + 8000n, maxTimestamp: BigInt(unixTimestampSeconds) }
  // Where the site supplies a header, the wallet signs that one.
  const body =
    header === undefined
      ? signedPartial(manifest, [signerNamed(name)], window)
      : signedRequest({ header, manifest, message: message ?? "" }, signerNamed(name))
  const response = {
    signedPartialTransaction: bytesToHex(encodeTransaction({ kind: "signedPartial", body })),
    expirationTimestamp: unixTimestampSeconds,
    subintentHash: writeHash("subtxid", subintentHash(body.partial.root), 2)
  }
  return { items: () => ({ discriminator: "preAuthorizationResponse", response }) }
}

/** Clicks a button that asks for a pre-authorization, and responds as that person's wallet. */
export const preAuthorize = async (origin: string, visit: DemoVisit, name: string, word: string) => {
  const { page, wallet } = visit
  const before = wallet.requests().length
  const held = wallet.hold()
  await button(page, word).click()
  await expect.poll(() => wallet.requests().length).toBe(before + 1)
  const reply = await preAuthorized(origin, visit, name)
  // Waits for the post: a page that is reloaded before it loses the signature.
  const handedOn = page.waitForResponse(
    (response) =>
      /\/api\/(bonds|signers)\/.*\/(orders|batches|parts)\/[^/]+$/.test(response.url()) &&
      response.request().method() === "POST"
  )
  held.release(reply)
  expect((await handedOn).status()).toBe(200)
}

export const advance = async (origin: string, seconds: number) => {
  await fetch(`${origin}/local/clock`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: origin },
    body: JSON.stringify({ advanceSeconds: seconds })
  })
}

/**
 * Reloads the page until the jobs that run once a minute have changed the series' state. Each round advances the site's
 * clock by a minute, since some jobs continue what others left.
 */
export const reads = async (page: Page, words: string | RegExp) => {
  const { origin } = new URL(page.url())
  let checks = 0
  await expect
    .poll(
      async () => {
        if (checks++ > 0) await advance(origin, 60)
        await page.reload()
        return page.getByRole("main").innerText()
      },
      { timeout: 90_000, intervals: [2_000] }
    )
    .toMatch(words)
}
