/** Signs in without a page: the two calls of the connector, with the key of a demonstration's person. */
import { bytesToHex } from "@noble/hashes/utils.js"
import { expect } from "@playwright/test"
import { LOCAL_DAPP_DEFINITION } from "~/effects/base/settings/networks"
import { demoAccount } from "~/effects/local/seed/accounts"
import { rolaHash } from "~/effects/people/wallet-session/proof/rola"
import { signerNamed } from "./ledger-signing"

export interface PlainSession {
  /** JSON in, JSON out; any error status fails the test. */
  readonly call: (path: string, body: object) => Promise<unknown>
  /** Posts a form as without JavaScript, with the key of its page; fails the test unless it redirects. */
  readonly post: (path: string, form: Readonly<Record<string, string>>) => Promise<void>
}

export const proofBy = (name: string, challenge: string, origin: string) => {
  const { publicKey, sign } = signerNamed(name)
  const hash = rolaHash(challenge, { origin, dAppDefinitionAddress: LOCAL_DAPP_DEFINITION })
  return { curve: "curve25519", publicKey: bytesToHex(publicKey.bytes), signature: bytesToHex(sign(hash)) }
}

export const sessionOf = async (origin: string, name: string): Promise<PlainSession> => {
  const cookies = new Map<string, string>()
  const ask = async (path: string, init: RequestInit) => {
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join("; ")
    const headers = { Origin: origin, Cookie: cookie, ...init.headers }
    const response = await fetch(`${origin}${path}`, { ...init, headers, redirect: "manual" })
    for (const line of response.headers.getSetCookie()) {
      const [key = "", value = ""] = (line.split(";")[0] ?? "").split("=")
      cookies.set(key, value)
    }
    return response
  }
  const call = async (path: string, body: object) => {
    const headers = { "Content-Type": "application/json" }
    const response = await ask(path, { method: "POST", headers, body: JSON.stringify(body) })
    const text = await response.text()
    expect(response.ok, `${path}: ${text}`).toBe(true)
    return text === "" ? null : JSON.parse(text)
  }
  const { challenge } = (await call("/api/wallet/challenge", { purpose: "sign-in" })) as { readonly challenge: string }
  const proof = proofBy(name, challenge, origin)
  await call("/api/wallet/session", {
    proofs: [{ type: "account", address: demoAccount(name), challenge, proof }]
  })
  return {
    call,
    post: async (path, form) => {
      const html = await (await ask(path, {})).text()
      const key = /name="key" value="([^"]+)"/.exec(html)?.[1] ?? ""
      const response = await ask(path, { method: "POST", body: new URLSearchParams({ key, ...form }) })
      expect(response.status, `${path} ${form.intent}`).toBe(303)
    }
  }
}
