/** Shared by the connector's tests: a dApp, a wallet that approves, and its responses. */
import { Effect, Fiber, TestClock } from "effect"
import type { ConnectorOptions } from "~/connector/ConnectorOptions"
import type { WalletInteraction } from "~/connector/schema/WalletInteraction"
// The connector loads it while a wallet is open; here only the test's clock may be waited for.
import "~/connector/resolver/followLedger"

export const DAPP = "account_tdx_2_12yf9gd53yfep7a669fv2t3wm7nz9zeezwd04n02a433ker8vza6rhe"
export const CHALLENGE = "17ca9f21bd1b38db43923025d7de1311d6f598989474f1434ded8eed806d2c57"

export const options = (more: Partial<ConnectorOptions> = {}): ConnectorOptions => ({
  networkId: 2,
  dAppDefinitionAddress: DAPP,
  applicationName: "Test",
  applicationVersion: "1.0.0",
  generateChallenge: async () => CHALLENGE,
  connectRequest: { accounts: { withProof: true }, persona: { withProof: true } },
  ...more
})

export const main = { address: "account_tdx_2_1main", label: "Main", appearanceId: 3 }
export const savings = { address: "account_tdx_2_1savings", label: "Savings", appearanceId: 4 }
export const persona = { identityAddress: "identity_tdx_2_1ada", label: "Ada" }
const proof = { publicKey: "aa", signature: "bb", curve: "curve25519" } as const

const accounts = (asked: { readonly challenge?: string }) => ({
  accounts: [main, savings],
  ...(asked.challenge === undefined
    ? {}
    : {
        challenge: asked.challenge,
        proofs: [main, savings].map(({ address }) => ({ accountAddress: address, proof }))
      })
})
const personaData = () => ({ emailAddresses: ["ada@example.org"] })

/** The response of a wallet whose user agrees to everything. */
export const approve = ({ interactionId, items }: WalletInteraction): object => {
  const success = (reply: object) => ({ discriminator: "success", interactionId, items: reply })
  switch (items.discriminator) {
    case "transaction":
      return success({ discriminator: "transaction", send: { transactionIntentHash: "txid_tdx_2_1one" } })
    case "preAuthorizationRequest":
      return success({
        discriminator: "preAuthorizationResponse",
        response: { expirationTimestamp: 3_600, subintentHash: "subtxid_tdx_2_1two", signedPartialTransaction: "4d22" }
      })
    case "unauthorizedRequest":
      return success({
        discriminator: items.discriminator,
        ...(items.oneTimeAccounts ? { oneTimeAccounts: accounts(items.oneTimeAccounts) } : {}),
        ...(items.oneTimePersonaData ? { oneTimePersonaData: personaData() } : {})
      })
    case "authorizedRequest":
      return success({
        discriminator: items.discriminator,
        auth:
          items.auth.discriminator === "loginWithChallenge"
            ? { ...items.auth, persona, proof }
            : { discriminator: items.auth.discriminator, persona },
        ...(items.ongoingAccounts ? { ongoingAccounts: accounts(items.ongoingAccounts) } : {}),
        ...(items.oneTimeAccounts ? { oneTimeAccounts: accounts(items.oneTimeAccounts) } : {}),
        ...(items.ongoingPersonaData ? { ongoingPersonaData: personaData() } : {}),
        ...(items.oneTimePersonaData ? { oneTimePersonaData: personaData() } : {}),
        ...(items.proofOfOwnership
          ? {
              proofOfOwnership: {
                challenge: items.proofOfOwnership.challenge,
                proofs: (items.proofOfOwnership.accountAddresses ?? []).map((accountAddress) => ({
                  accountAddress,
                  proof
                }))
              }
            }
          : {})
      })
    case "cancelRequest":
      return {}
  }
}

export const refuse = ({ interactionId }: WalletInteraction) => ({
  discriminator: "failure",
  interactionId,
  error: "rejectedByUser",
  message: "User rejected the request"
})

/** Lets everything run that only waits for other fibers and for resolved promises. */
export const settle = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve))).pipe(
  Effect.repeatN(9),
  Effect.asVoid
)

/** Moves the clock, with time before and after for real promises. */
export const pass = (time: Parameters<typeof TestClock.adjust>[0]) =>
  Effect.zipRight(settle, Effect.zipRight(TestClock.adjust(time), settle))

export const isRunning = <A, E>(fiber: Fiber.RuntimeFiber<A, E>) =>
  Effect.map(Fiber.poll(fiber), (exit) => exit._tag === "None")
