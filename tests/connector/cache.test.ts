import { assert, describe, it } from "vitest"
import { buttonProperties } from "~/connector/button/properties"
import { mergeWalletData, toWalletData } from "~/connector/pure/applyResponse"
import { canResolveFromCache } from "~/connector/pure/resolveFromCache"
import { nextSharedData, updateRequest } from "~/connector/pure/sharedData"
import type { DataRequest } from "~/connector/schema/DataRequest"
import { noWalletData } from "~/connector/schema/emptyState"
import type { AuthorizedRequest, WalletItems } from "~/connector/schema/WalletInteraction"
import type { AuthorizedResponse } from "~/connector/schema/WalletResponse"
import type { SharedData, WalletData, WalletState } from "~/connector/schema/WalletState"
import { loadingSnapshot } from "~/connector/WalletHandle"
import { itWithPublicVectors, vectorsOf } from "./vectors"
import { CHALLENGE, main, persona, savings } from "./world"

describe("the use of cached data", () => {
  interface CacheVector {
    readonly request: AuthorizedRequest
    readonly state: WalletState
    readonly expected: boolean
    readonly official: boolean
  }
  it("follows the official rule where that is right", () => {
    const vectors = vectorsOf<CacheVector>("canBeResolvedFromCache")
    assert.isAbove(vectors.length, 4)
    for (const { expected, request, state } of vectors)
      assert.strictEqual(canResolveFromCache(request, state), expected)
  })
  it("deviates where the official rule is wrong", () => {
    const vectors = vectorsOf<CacheVector>("canBeResolvedFromCache_officialQuirks")
    assert.strictEqual(vectors.length, 2)
    for (const { official, request, state } of vectors)
      assert.strictEqual(canResolveFromCache(request, state), !official)
  })

  const one = { quantifier: "atLeast", quantity: 1 } as const
  const state: WalletState = {
    walletData: { ...noWalletData, persona },
    loggedInTimestamp: "1",
    sharedData: {
      ongoingAccounts: { proof: false, numberOfAccounts: one },
      ongoingPersonaData: { isRequestingName: true }
    }
  }
  const request: AuthorizedRequest = {
    discriminator: "authorizedRequest",
    auth: { discriminator: "usePersona", identityAddress: persona.identityAddress },
    reset: { accounts: false, personaData: false },
    ongoingAccounts: { numberOfAccounts: one },
    ongoingPersonaData: { isRequestingName: true }
  }
  it("happens when both kinds match", () => assert.isTrue(canResolveFromCache(request, state)))
  it.each<[string, Partial<AuthorizedRequest>, Partial<WalletState>]>([
    ["an accounts reset", { reset: { accounts: true, personaData: false } }, {}],
    ["a persona data reset", { reset: { accounts: false, personaData: true } }, {}],
    ["one-time accounts", { oneTimeAccounts: { numberOfAccounts: one } }, {}],
    ["one-time persona data", { oneTimePersonaData: {} }, {}],
    ["a login with challenge", { auth: { discriminator: "loginWithChallenge", challenge: CHALLENGE } }, {}],
    ["accounts with a challenge", { ongoingAccounts: { numberOfAccounts: one, challenge: CHALLENGE } }, {}],
    ["a proof of ownership", { proofOfOwnership: { challenge: CHALLENGE } }, {}],
    ["another number", { ongoingAccounts: { numberOfAccounts: { quantifier: "atLeast", quantity: 2 } } }, {}],
    ["another quantifier", { ongoingAccounts: { numberOfAccounts: { quantifier: "exactly", quantity: 1 } } }, {}],
    ["other persona data", { ongoingPersonaData: { isRequestingName: false } }, {}],
    ["another persona", { auth: { discriminator: "usePersona", identityAddress: "identity_other" } }, {}],
    ["nobody logged in", {}, { walletData: noWalletData }],
    ["nothing shared yet", {}, { sharedData: {} }]
  ])("is replaced by a request to the wallet for %s", (_, more, other) => {
    assert.isFalse(canResolveFromCache({ ...request, ...more }, { ...state, ...other }))
  })
})

describe("storing a response", () => {
  itWithPublicVectors("gives the data the official toolkit gives", () => {
    interface Vector {
      readonly response: AuthorizedResponse
      readonly expected: WalletData
    }
    for (const { expected, response } of vectorsOf<Vector>("walletResponseToWalletData")) {
      assert.deepStrictEqual(toWalletData(response), expected)
    }
  })

  const before: WalletData = {
    accounts: [main],
    personaData: [{ entry: "emailAddresses", fields: ["ada@example.org"] }],
    proofs: [],
    persona
  }
  const respond = (more: Partial<AuthorizedResponse>): AuthorizedResponse => ({
    discriminator: "authorizedRequest",
    auth: { discriminator: "usePersona", persona },
    ...more
  })
  it("replaces lasting data by lasting data of its kind", () => {
    const kept = mergeWalletData(before, respond({ ongoingAccounts: { accounts: [savings] } }), false)
    assert.deepStrictEqual(kept.accounts, [savings])
    assert.deepStrictEqual(kept.personaData, before.personaData)
  })
  it("keeps stored data when a one-time proof is requested", () => {
    const kept = mergeWalletData(before, respond({ proofOfOwnership: { challenge: CHALLENGE, proofs: [] } }), true)
    assert.deepStrictEqual(kept, before)
  })
  it("keeps nothing of another persona", () => {
    const other = { identityAddress: "identity_other", label: "Other" }
    const kept = mergeWalletData(before, respond({ auth: { discriminator: "usePersona", persona: other } }), false)
    assert.deepStrictEqual(kept, { ...noWalletData, persona: other })
  })

  it("remembers what is shared, and can request it again", () => {
    interface Shared {
      readonly items: WalletItems
      readonly previousSharedData: SharedData
      readonly expected: SharedData
    }
    const vectors = vectorsOf<Shared>("sharedDataAfterResponse")
    assert.strictEqual(vectors.length, 2)
    for (const { expected, items, previousSharedData } of vectors) {
      assert.deepStrictEqual(nextSharedData(previousSharedData, items), expected)
    }
    const again = vectorsOf<{ readonly sharedData: SharedData; readonly expected: DataRequest }>(
      "updateSharedAccounts_dataRequestState"
    )
    assert.strictEqual(again.length, 1)
    for (const { expected, sharedData } of again) assert.deepStrictEqual(updateRequest(sharedData), expected)
  })

  it("removes what a later lasting request no longer included", () => {
    const before: SharedData = { persona: { proof: true }, ongoingAccounts: { proof: true } }
    const items: WalletItems = {
      discriminator: "authorizedRequest",
      auth: { discriminator: "usePersona", identityAddress: persona.identityAddress },
      ongoingPersonaData: { isRequestingName: true }
    }
    assert.deepStrictEqual(nextSharedData(before, items), {
      persona: { proof: false },
      ongoingPersonaData: { isRequestingName: true }
    })
  })

  it("shows on the button what the official one shows", () => {
    interface Shown {
      readonly walletData: Partial<WalletData>
      readonly expected: object
    }
    const vectors = vectorsOf<Shown>("walletDataToConnectButton")
    assert.isAbove(vectors.length, 0)
    for (const { expected, walletData } of vectors) {
      const { accounts, connected, personaData, personaLabel } = buttonProperties({
        ...loadingSnapshot,
        accounts: walletData.accounts ?? [],
        personaData: walletData.personaData ?? [],
        persona: walletData.persona ?? null
      })
      assert.deepStrictEqual({ accounts, connected, personaData, personaLabel }, expected as never)
    }
  })
})
