/** What a wallet does with a requested transaction: signs it with a demo person's key, and submits it. */
import { bytesToHex } from "@noble/hashes/utils.js"
import { expect, type Page } from "@playwright/test"
import { demoSecret } from "~/effects/local/seed/accounts"
import { encodeTransaction, intentHashV1, type Signer, signerOf, wellKnown, writeHash } from "~/ledger/index"
import { signedV1 } from "../ledger/signing"
import type { DemoVisit } from "./demo"

const ask = async (origin: string, path: string, body: object): Promise<Record<string, unknown>> =>
  (await fetch(`${origin}/local/gateway/${path}`, { method: "POST", body: JSON.stringify(body) })).json()

export const epochOf = async (origin: string): Promise<bigint> => {
  const { ledger_state } = (await ask(origin, "transaction/construction", {})) as { ledger_state: { epoch: number } }
  return BigInt(ledger_state.epoch)
}

export const signerNamed = (name: string): Signer => signerOf("curve25519", demoSecret(name))

/** Signs as this person's wallet would, and submits to the ledger. Returns the transaction's id. */
export const sendAs = async (origin: string, name: string, manifest: string): Promise<string> => {
  const startEpoch = await epochOf(origin)
  const lock = `CALL_METHOD Address("${wellKnown("faucet", 2)}") "lock_fee" Decimal("20");\n`
  const body = signedV1(lock + manifest, [signerNamed(name)], { startEpoch, endEpoch: startEpoch + 10n })
  const notarized_transaction_hex = bytesToHex(encodeTransaction({ kind: "notarizedV1", body }))
  await ask(origin, "transaction/submit", { notarized_transaction_hex })
  return writeHash("txid", intentHashV1(body.signedIntent.intent), 2)
}

/** The manifest of the wallet's last request. */
export const manifestOf = ({ wallet }: DemoVisit): string =>
  String(JSON.parse(JSON.stringify(wallet.requests().at(-1)?.items.send ?? {})).transactionManifest)

/** A wallet response that names this transaction. */
export const naming = (transactionIntentHash: string) => ({
  items: () => ({ discriminator: "transaction", send: { transactionIntentHash } })
})

/** Clicks, which asks the wallet, and responds with a transaction that was really signed. */
export const signsAs = async (visit: DemoVisit, name: string, click: (page: Page) => Promise<void>): Promise<void> => {
  const { origin } = new URL(visit.page.url())
  const before = visit.wallet.requests().length
  const held = visit.wallet.hold()
  await click(visit.page)
  await expect.poll(() => visit.wallet.requests().length).toBe(before + 1)
  held.release(naming(await sendAs(origin, name, manifestOf(visit))))
}
