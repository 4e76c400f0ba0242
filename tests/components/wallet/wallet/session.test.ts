import { afterEach, beforeEach, expect, test } from "vitest"
import { startSession } from "~/components/wallet/wallet/session"

/** What the server gets at sign-in. */
const proof = {
  type: "account",
  address: "account_tdx_2_1main",
  challenge: "00".repeat(32),
  proof: { publicKey: "aa", signature: "bb", curve: "curve25519" }
} as const

const real = globalThis.fetch
let reported: unknown
beforeEach(() => {
  globalThis.fetch = async (_path, init) => {
    reported = JSON.parse(String(init?.body))
    return Response.json({ account: proof.address, hasProfile: false })
  }
})
afterEach(() => {
  globalThis.fetch = real
})

test("a sign-in sends the persona's name along with the proofs", async () => {
  const persona = { identityAddress: "identity_tdx_2_1ada", label: "Ada" }
  expect(await startSession({ proofs: [proof], persona })).toEqual({
    ok: true,
    value: { account: proof.address, hasProfile: false }
  })
  expect(reported).toEqual({ proofs: [proof], personaLabel: "Ada" })
})

test("a sign-in sends the proofs alone without a persona, and cuts an overlong name", async () => {
  await startSession({ proofs: [proof] })
  expect(reported).toEqual({ proofs: [proof] })
  await startSession({ proofs: [proof], persona: { identityAddress: "identity_tdx_2_1ada", label: "A".repeat(5_000) } })
  expect(reported).toEqual({ proofs: [proof], personaLabel: "A".repeat(60) })
})
