/**
 * A phone with a wallet, and the relay between it and the page: takes the deep link the page opens, accepts it only
 * with a valid signature, and responds through the relay, encrypted with Node's own cryptography (docs/connector.md,
 * 4).
 */
import {
  createCipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  verify
} from "node:crypto"
import { blake2b } from "@noble/hashes/blake2.js"
import type { Page } from "@playwright/test"
import type { HeardInteraction } from "../scripted-wallet.response"
import { DAPP, expect } from "./fixtures"

const keyOf = (crv: "Ed25519" | "X25519", hex: string): KeyObject =>
  createPublicKey({ key: { kty: "OKP", crv, x: Buffer.from(hex, "hex").toString("base64url") }, format: "jwk" })
const rawOf = (key: KeyObject) => Buffer.from(key.export({ format: "jwk" }).x ?? "", "base64url")

/** "C" ‖ id ‖ length of the address (1) ‖ address ‖ origin, hashed with BLAKE2b-256. */
const signedHash = (interactionId: string, dApp: string, origin: string) =>
  blake2b(Buffer.concat([Buffer.from(`C${interactionId}`), Buffer.from([dApp.length]), Buffer.from(dApp + origin)]), {
    dkLen: 32
  })

export interface OpenedLink {
  readonly sessionId: string
  readonly publicKey: string
  readonly identity: string
  readonly interaction: HeardInteraction
}

export interface Phone {
  readonly links: ReadonlyArray<string>
  /** How often the page has polled its mailbox. */
  readonly readings: () => number
  /** Verifies a link as the wallet does, and returns its contents. */
  readonly read: (link: string) => OpenedLink
  /** Waits for the link with this number and reads it. */
  readonly opened: (number?: number) => Promise<OpenedLink>
  readonly put: (...items: ReadonlyArray<unknown>) => void
  readonly seal: (link: OpenedLink, response: object) => object
  /** While true, the relay's requests fail. */
  setDown: (down: boolean) => void
}

export const installPhone = async (page: Page): Promise<Phone> => {
  const links: Array<string> = []
  let mailbox: Array<unknown> = []
  let readings = 0
  let isDown = false

  const devtools = await page.context().newCDPSession(page)
  await devtools.send("Page.enable")
  devtools.on("Page.frameRequestedNavigation", ({ url }) => {
    if (/^radixwallet:/i.test(url)) links.push(url)
  })
  await page.route("**/relay/**", async (route) => {
    readings += 1
    if (isDown) return route.abort()
    // The relay deletes what it delivers, and does not respond to preflights.
    const json = mailbox
    mailbox = []
    await route.fulfill({ json })
  })

  const read = (link: string): OpenedLink => {
    const query = new URL(link).searchParams
    const text = (name: string) => query.get(name) ?? ""
    const interaction: HeardInteraction = JSON.parse(Buffer.from(text("request"), "base64url").toString("utf8"))
    const origin = new URL(page.url()).origin
    expect(text("origin")).toBe(origin)
    expect(text("dAppDefinitionAddress")).toBe(DAPP)
    expect(interaction.metadata).toMatchObject({ origin, dAppDefinitionAddress: DAPP, networkId: 2, version: 2 })
    const isSigned = verify(
      null,
      signedHash(interaction.interactionId, DAPP, origin),
      keyOf("Ed25519", text("identity")),
      Buffer.from(text("signature"), "hex")
    )
    expect(isSigned, "the signature of the link").toBe(true)
    return { sessionId: text("sessionId"), publicKey: text("publicKey"), identity: text("identity"), interaction }
  }

  return {
    links,
    readings: () => readings,
    put: (...items) => {
      mailbox.push(...items)
    },
    setDown: (down) => {
      isDown = down
    },
    read,
    opened: async (number = 1) => {
      await expect.poll(() => links.length).toBeGreaterThanOrEqual(number)
      return read(links[number - 1] ?? "")
    },
    seal: ({ publicKey, sessionId }, response) => {
      const own = generateKeyPairSync("x25519")
      const shared = diffieHellman({ privateKey: own.privateKey, publicKey: keyOf("X25519", publicKey) })
      const key = Buffer.from(hkdfSync("sha256", shared, Buffer.from(DAPP), Buffer.from("RCfM"), 32))
      const iv = randomBytes(12)
      const cipher = createCipheriv("aes-256-gcm", key, iv)
      const sealed = Buffer.concat([cipher.update(JSON.stringify(response)), cipher.final(), cipher.getAuthTag()])
      return {
        sessionId,
        publicKey: rawOf(own.publicKey).toString("hex"),
        data: Buffer.concat([iv, sealed]).toString("hex")
      }
    }
  }
}
