/**
 * Signs in: turns a wallet's proofs into a session (docs/connector.md).
 *
 * The challenge is used up first. Then every proof must be valid: the signature over our own dApp and origin, the kind
 * and network of the address, and the key's ownership of it on the ledger. If one fails, all are refused. Only a person
 * who proved an account learns that operators suspended it.
 */
import { Effect, type Option } from "effect"
import { isChallenge } from "~/connector/index"
import type { GatewayDown } from "~/effects/base/failures/failures"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Settings } from "~/effects/base/settings/Settings.server"
import { type AccountSuspended, AccountSuspensions } from "~/effects/people/suspension/AccountSuspensions.server"
import { type AccountAddress, isHolderAddress } from "~/ledger/address"
import { ChallengeMalformed, type ChallengeOver, type ChallengeUsed, ProofRefused } from "./errors"
import type { SessionForm, SignedProof } from "./forms"
import { Challenges } from "./proof/Challenges.server"
import { type Claim, isClaimable, Ownership } from "./proof/Ownership.server"
import { rolaHash } from "./proof/rola.server"
import { isSignedBy } from "./proof/signature.server"
import { Sessions } from "./Sessions.server"

/** The browser that signs in. */
export interface Client {
  readonly browserHash: string
  readonly userAgent: string
  /** The session token that it already has. */
  readonly token: Option.Option<string>
}

export interface SignedIn {
  /** For the cookie only. */
  readonly token: string
  readonly account: AccountAddress
  /** Further accounts that the wallet proved with it. */
  readonly others: ReadonlyArray<AccountAddress>
  readonly hasProfile: boolean
}

export type SignInError =
  | ChallengeMalformed
  | ChallengeOver
  | ChallengeUsed
  | ProofRefused
  | AccountSuspended
  | GatewayDown

/** Ledger queries at a time for one sign-in. */
const READINGS = 8

const claimOf = ({ address, proof, type }: SignedProof): Claim => ({
  kind: type === "account" ? "account" : "identity",
  address,
  curve: proof.curve,
  publicKey: Buffer.from(proof.publicKey, "hex")
})

/** Each once, in the order of the proofs. */
const othersIn = ({ proofs }: SessionForm, account: AccountAddress): ReadonlyArray<AccountAddress> =>
  [...new Set(proofs.map(({ address }) => address))].filter(
    (address): address is AccountAddress => address !== account && isHolderAddress("account", address, NETWORK_ID)
  )

export class SignIn extends Effect.Service<SignIn>()("people/wallet-session/SignIn", {
  dependencies: [AccountSuspensions.Default, Challenges.Default, Ownership.Default, Sessions.Default],
  effect: Effect.gen(function* () {
    const challenges = yield* Challenges
    const ownership = yield* Ownership
    const sessions = yield* Sessions
    const suspensions = yield* AccountSuspensions
    const { appOrigin, dAppDefinitionAddress } = yield* Settings
    const ours = { origin: appOrigin, dAppDefinitionAddress }

    /** The one challenge that all proofs must share. */
    const challengeOf = ({ proofs }: SessionForm): Effect.Effect<string, ChallengeMalformed | ProofRefused> => {
      const [challenge = "", ...others] = new Set(proofs.map((proof) => proof.challenge.toLowerCase()))
      if (!proofs.every((proof) => isChallenge(proof.challenge))) return new ChallengeMalformed()
      return others.length > 0 ? new ProofRefused() : Effect.succeed(challenge)
    }

    const proveAll = Effect.fn("SignIn.proveAll")(function* (form: SessionForm, challenge: string) {
      const hash = rolaHash(challenge, ours)
      const claims = form.proofs.map(claimOf)
      if (!claims.every(isClaimable)) return yield* new ProofRefused()
      if (!form.proofs.every(({ proof }) => isSignedBy(proof, hash))) return yield* new ProofRefused()
      const owned = yield* Effect.forEach(claims, ownership.owns, { concurrency: READINGS })
      if (!owned.every((owns) => owns)) return yield* new ProofRefused()
    })

    const signIn = Effect.fn("SignIn.signIn")(function* (form: SessionForm, client: Client) {
      const challenge = yield* challengeOf(form)
      yield* challenges.use(challenge, "sign-in", client.browserHash)
      yield* proveAll(form, challenge)
      const account = form.proofs.find(({ type }) => type === "account")?.address
      if (account === undefined || !isHolderAddress("account", account, NETWORK_ID)) return yield* new ProofRefused()
      yield* suspensions.requireFree(account)
      const persona = form.proofs.find(({ type }) => type === "persona")
      const token = yield* sessions.open({
        account,
        persona: persona === undefined ? null : { address: persona.address, label: form.personaLabel },
        userAgent: client.userAgent,
        replaces: client.token
      })
      yield* Effect.logInfo("signed in")
      const hasProfile = yield* sessions.hasProfile(account)
      return { token, account, others: othersIn(form, account), hasProfile } satisfies SignedIn
    })

    return { signIn: signIn satisfies (form: SessionForm, client: Client) => Effect.Effect<SignedIn, SignInError> }
  })
}) {}
