/** Connector options of this product: addresses, where challenges come from, and who may log in. */
import type { ConnectorOptions, SharedWalletData } from "~/connector/WalletHandle"
import { forgetSecrets } from "./own-secrets"
import { askChallenge, type Refusal, sessionAccount, startSession } from "./session"

/** Public settings from the root loader. */
export interface WalletSettings {
  readonly networkId: number
  readonly dAppDefinitionAddress: string
  readonly applicationName: string
  readonly applicationVersion: string
  readonly gatewayUrl: string
  readonly relayUrl: string
  /** Base address of the explorer. */
  readonly dashboardUrl: string
  /** False if the ledger is our own, which no explorer shows. */
  readonly canOpenExplorer: boolean
}

export interface SignInEvents {
  readonly onRefused: (refusal: Refusal) => void
  readonly onSignedIn: (account: string, hasProfile: boolean) => void
  /** Called when the wallet's response is stored and pages may change. */
  readonly onConnected: () => void
  /** Sends to the server what the wallet has signed. */
  readonly carryOn: NonNullable<ConnectorOptions["carryOn"]>
}

/** A login contains the persona's proof; an update of the shared data does not, and does not start a session. */
const isLogin = ({ proofs }: SharedWalletData) => proofs.some(({ type }) => type === "persona")

/**
 * Recovers a login whose page was left after the server accepted it and before the connector stored that: the challenge
 * is used up, but the session for this account exists.
 */
const alreadySignedIn = async ({ proofs }: SharedWalletData, { code }: Refusal): Promise<string | undefined> => {
  if (code !== "E-USED") return undefined
  const reply = await sessionAccount()
  const proven = proofs.find(({ type }) => type === "account")?.address
  return reply.ok && reply.value !== null && reply.value === proven ? reply.value : undefined
}

const SECOND_TRY_MS = 1_500

/**
 * Calls of a page that is being left fail, and the next page repeats them. Waits a moment and retries once, so that
 * only a page that stays reports an unreachable server.
 */
const startOnceReached = async (shared: SharedWalletData) => {
  const reply = await startSession(shared)
  if (reply.ok || reply.refusal.code !== "E-NETWORK") return reply
  await new Promise((resolve) => setTimeout(resolve, SECOND_TRY_MS))
  return startSession(shared)
}

export const connectorOptions = (
  {
    applicationName,
    applicationVersion,
    dAppDefinitionAddress,
    dashboardUrl,
    gatewayUrl,
    networkId,
    relayUrl
  }: WalletSettings,
  { carryOn, onConnected, onRefused, onSignedIn }: SignInEvents
): ConnectorOptions => ({
  networkId,
  dAppDefinitionAddress,
  applicationName,
  applicationVersion,
  gatewayUrl,
  relayUrl,
  explorer: { baseUrl: dashboardUrl },
  // At least one account and the persona, each with the proof that the server verifies.
  connectRequest: { accounts: { withProof: true }, persona: { withProof: true } },
  generateChallenge: async () => {
    const reply = await askChallenge()
    if (reply.ok) return reply.value
    onRefused(reply.refusal)
    // The connector turns a rejection into ChallengeGeneratorError.
    return Promise.reject(new Error(reply.refusal.message))
  },
  approveLogin: async (shared) => {
    if (!isLogin(shared)) return true
    const reply = await startOnceReached(shared)
    const account = reply.ok ? reply.value.account : await alreadySignedIn(shared, reply.refusal)
    if (account !== undefined) onSignedIn(account, !reply.ok || reply.value.hasProfile)
    else if (!reply.ok) onRefused(reply.refusal)
    return account !== undefined
  },
  carryOn,
  onDisconnect: forgetSecrets,
  onConnectResponse: (response) => {
    if (response.ok) onConnected()
  }
})
