/** What the product tells the connector: where it lives, whom to ask for a challenge, and who may come in. */
import type { ConnectorOptions, SharedWalletData } from "~/connector/WalletHandle"
import { forgetSecrets } from "./own-secrets"
import { askChallenge, type Refusal, sessionAccount, startSession } from "./session"

/** Public settings, out of the root loader. */
export interface WalletSettings {
  readonly networkId: number
  readonly dAppDefinitionAddress: string
  readonly applicationName: string
  readonly applicationVersion: string
  readonly gatewayUrl: string
  readonly relayUrl: string
  /** The explorer's address. */
  readonly dashboardUrl: string
  /** False where the ledger is our own and no explorer knows it. */
  readonly canOpenExplorer: boolean
}

export interface SignInEvents {
  readonly onRefused: (refusal: Refusal) => void
  readonly onSignedIn: (account: string) => void
  /** The wallet's answer is stored: what the pages show may change. */
  readonly onConnected: () => void
  /** Brings to the server what the wallet has signed. */
  readonly carryOn: NonNullable<ConnectorOptions["carryOn"]>
}

/** A login carries the persona's own proof; an update of what is shared does not, and starts no session (R-W2). */
const isLogin = ({ proofs }: SharedWalletData) => proofs.some(({ type }) => type === "persona")

/**
 * The page was left after the server's yes and before the connector had noted it: the connector asks again, the
 * challenge is used up, and the session for that very account is there.
 */
const alreadySignedIn = async ({ proofs }: SharedWalletData, { code }: Refusal): Promise<string | undefined> => {
  if (code !== "E-USED") return undefined
  const reply = await sessionAccount()
  const proven = proofs.find(({ type }) => type === "account")?.address
  return reply.ok && reply.value !== null && reply.value === proven ? reply.value : undefined
}

const SECOND_TRY_MS = 1_500

/**
 * A page that is being left sees its calls fail. A moment later it is gone, and the next page asks again; only where it
 * is still there the server could really not be reached, and is tried once more.
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
  // One account or more, and the persona, each with the proof that the server checks.
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
    if (account !== undefined) onSignedIn(account)
    else if (!reply.ok) onRefused(reply.refusal)
    return account !== undefined
  },
  carryOn,
  onDisconnect: forgetSecrets,
  onConnectResponse: (answer) => {
    if (answer.ok) onConnected()
  }
})
