import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { buttonProperties } from "~/connector/button/properties"
import { toConfig } from "~/connector/ConnectorConfig"
import { keepWalletData, toWalletData } from "~/connector/pure/applyResponse"
import { base64url } from "~/connector/pure/base64url"
import { isMobile } from "~/connector/pure/isMobile"
import { linkTarget } from "~/connector/pure/links"
import { toDataRequest, toPreAuthorization } from "~/connector/pure/requestSpec"
import { requestType } from "~/connector/pure/requestType"
import { canResolveFromCache } from "~/connector/pure/resolveFromCache"
import { sameJson } from "~/connector/pure/sameJson"
import { nextSharedData, updateRequest } from "~/connector/pure/sharedData"
import {
  needsChallenge,
  toPreAuthorizationItems,
  toTransactionItems,
  toWalletItems
} from "~/connector/pure/toInteraction"
import type { DataRequest } from "~/connector/schema/DataRequest"
import type { AuthorizedRequest, WalletItems } from "~/connector/schema/WalletInteraction"
import type { AuthorizedResponse } from "~/connector/schema/WalletResponse"
import { noWalletData, type SharedData, type WalletData, type WalletState } from "~/connector/schema/WalletState"
import { loadingSnapshot } from "~/connector/WalletHandle"
import { itWithPublicVectors, vectorsOf } from "./vectors"
import { CHALLENGE, main, options, persona, savings } from "./world"

const anonymous = { isConnect: false, oneTime: false }
const known = { ...anonymous, persona: { identityAddress: persona.identityAddress } }

interface RequestVector {
  readonly input: {
    readonly isConnect: boolean
    readonly oneTime: boolean
    readonly challenge?: string
    readonly dataRequestState: DataRequest
    readonly walletData: { readonly persona?: { readonly identityAddress?: string } }
  }
  readonly expected: WalletItems
}
const contextOf = ({ challenge, isConnect, oneTime, walletData }: RequestVector["input"]) => ({
  isConnect,
  oneTime,
  persona: walletData.persona,
  ...(challenge === undefined ? {} : { challenge })
})

describe("building a request", () => {
  it("gives what the official toolkit gives", () => {
    const vectors = vectorsOf<RequestVector>("toWalletRequest")
    assert.isAbove(vectors.length, 5)
    for (const { expected, input } of vectors) {
      assert.deepStrictEqual(toWalletItems(input.dataRequestState, contextOf(input)), expected)
    }
  })

  it("asks for one-time persona data once only, never for a lasting permission", () => {
    const built = toWalletItems(
      { proofOfOwnership: { accountAddresses: ["a"] }, personaData: { fullName: true } },
      { ...known, oneTime: true, challenge: CHALLENGE }
    )
    assert.property(built, "oneTimePersonaData")
    assert.notProperty(built, "ongoingPersonaData")
  })

  it.each<[string, DataRequest]>([
    ["accounts", { accounts: {} }],
    ["persona data", { personaData: { fullName: true } }],
    ["an accounts reset", { accounts: { reset: true } }],
    ["a persona data reset", { personaData: { reset: true } }],
    ["a proof of ownership", { proofOfOwnership: { accountAddresses: ["a"] } }],
    ["a persona with proof", { persona: { withProof: true } }],
    ["nothing at all, which is a login", {}]
  ])("is authorized with %s", (_, request) => {
    const built = toWalletItems(request, { ...anonymous, challenge: CHALLENGE })
    assert.strictEqual(built.discriminator, "authorizedRequest")
  })

  it("is unauthorized when everything is asked for once, even by somebody logged in", () => {
    const built = toWalletItems({ accounts: {}, personaData: { fullName: true } }, { ...known, oneTime: true })
    assert.deepStrictEqual(built, {
      discriminator: "unauthorizedRequest",
      oneTimeAccounts: { numberOfAccounts: { quantifier: "atLeast", quantity: 1 } },
      oneTimePersonaData: { isRequestingName: true }
    })
  })

  it("clears one-time and reset when connecting", () => {
    const built = toWalletItems(
      { accounts: { reset: true }, personaData: { fullName: true, reset: true } },
      { isConnect: true, oneTime: true }
    ) as AuthorizedRequest
    assert.deepStrictEqual(built.reset, { accounts: false, personaData: false })
    assert.notProperty(built, "oneTimeAccounts")
    assert.property(built, "ongoingAccounts")
    assert.property(built, "ongoingPersonaData")
  })

  it.each<[DataRequest, boolean]>([
    [{}, false],
    [{ accounts: {} }, false],
    [{ accounts: { withProof: false }, persona: { withProof: false } }, false],
    [{ accounts: { withProof: true } }, true],
    [{ persona: { withProof: true } }, true],
    [{ proofOfOwnership: {} }, true]
  ])("needs a challenge for proofs and for nothing else: %j", (request, needed) => {
    assert.strictEqual(needsChallenge(request), needed)
  })

  it("leaves out a question for exactly nothing, which the wallet would refuse", () => {
    const built = toWalletItems({ personaData: { emailAddresses: { quantifier: "exactly", quantity: 0 } } }, anonymous)
    assert.deepStrictEqual((built as AuthorizedRequest).ongoingPersonaData, {})
  })

  it("never sends null or undefined", () => {
    const built = [
      toTransactionItems({ transactionManifest: "m" }),
      toPreAuthorizationItems(
        { subintentManifest: "m", expiration: { discriminator: "expireAfterDelay", expireAfterSeconds: 60 } },
        2
      ),
      toWalletItems({ accounts: {}, personaData: {} }, anonymous)
    ]
    for (const items of built) assert.deepStrictEqual(JSON.parse(JSON.stringify(items)), items)
  })

  it("sends transactions in version 1 unless told otherwise", () => {
    assert.deepStrictEqual(toTransactionItems({ transactionManifest: "m" }), {
      discriminator: "transaction",
      send: { transactionManifest: "m", version: 1 }
    })
    assert.deepStrictEqual(toTransactionItems({ transactionManifest: "m", version: 2, blobs: ["aa"], message: "hi" }), {
      discriminator: "transaction",
      send: { transactionManifest: "m", version: 2, blobs: ["aa"], message: "hi" }
    })
  })

  it("puts its own network into a subintent's header, and knows both kinds of expiry", () => {
    const header = { startEpochInclusive: 1, endEpochExclusive: 2, intentDiscriminator: 3 }
    const built = toPreAuthorizationItems(
      toPreAuthorization({ manifest: "m", expiration: { type: "atTime", value: 99 }, header }),
      2
    )
    assert.deepStrictEqual(built, {
      discriminator: "preAuthorizationRequest",
      request: {
        discriminator: "subintent",
        version: 1,
        manifestVersion: 2,
        subintentManifest: "m",
        expiration: { discriminator: "expireAtTime", unixTimestampSeconds: 99 },
        header: { ...header, networkId: 2 }
      }
    })
  })

  itWithPublicVectors("builds subintents as the official builder does", () => {
    interface Vector {
      readonly builder: {
        readonly manifest: string
        readonly expiration: readonly ["atTime" | "afterDelay", number]
        readonly blobs: ReadonlyArray<string>
        readonly message: string
      }
      readonly expected: object
    }
    for (const { builder, expected } of vectorsOf<Vector>("subintentRequestItem")) {
      const [type, value] = builder.expiration
      const built = toPreAuthorizationItems(toPreAuthorization({ ...builder, expiration: { type, value } }), 2)
      assert.deepStrictEqual(built.discriminator === "preAuthorizationRequest" ? built.request : undefined, expected)
    }
  })

  it("understands the dApp's own words", () => {
    assert.deepStrictEqual(
      toDataRequest({
        accounts: { quantity: 2, withProof: true },
        personaData: { emailAddresses: true, phoneNumbers: false },
        proofOfOwnership: { accounts: ["a"], identity: "i" }
      }),
      {
        accounts: { numberOfAccounts: { quantifier: "atLeast", quantity: 2 }, withProof: true },
        personaData: { emailAddresses: { quantifier: "exactly", quantity: 1 } },
        proofOfOwnership: { accountAddresses: ["a"], identityAddress: "i" }
      }
    )
  })

  it.each<[DataRequest, boolean, string]>([
    [{ accounts: {} }, false, "loginRequest"],
    [{ accounts: {} }, true, "dataRequest"],
    [{ proofOfOwnership: {} }, true, "proofRequest"],
    [{ proofOfOwnership: {} }, false, "loginRequest"]
  ])("%j is called by what it is, logged in: %s", (request, isLoggedIn, type) => {
    const items = toWalletItems(request, { ...(isLoggedIn ? known : anonymous), challenge: CHALLENGE })
    assert.strictEqual(requestType(items, isLoggedIn ? persona : undefined), type)
  })
})

describe("answering from the cache", () => {
  interface CacheVector {
    readonly request: AuthorizedRequest
    readonly state: WalletState
    readonly expected: boolean
    readonly official: boolean
  }
  it("agrees with the official rule where that is right", () => {
    const vectors = vectorsOf<CacheVector>("canBeResolvedFromCache")
    assert.isAbove(vectors.length, 4)
    for (const { expected, request, state } of vectors)
      assert.strictEqual(canResolveFromCache(request, state), expected)
  })
  it("decides otherwise where the official rule is wrong", () => {
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
  it("uses it when both kinds match", () => assert.isTrue(canResolveFromCache(request, state)))
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
  ])("asks the wallet for %s", (_, more, other) => {
    assert.isFalse(canResolveFromCache({ ...request, ...more }, { ...state, ...other }))
  })
})

describe("taking in an answer", () => {
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
  const answer = (more: Partial<AuthorizedResponse>): AuthorizedResponse => ({
    discriminator: "authorizedRequest",
    auth: { discriminator: "usePersona", persona },
    ...more
  })
  it("replaces lasting data by lasting data of its kind", () => {
    const kept = keepWalletData(before, answer({ ongoingAccounts: { accounts: [savings] } }), false)
    assert.deepStrictEqual(kept.accounts, [savings])
    assert.deepStrictEqual(kept.personaData, before.personaData)
  })
  it("keeps what is stored when a proof is asked for once", () => {
    const kept = keepWalletData(before, answer({ proofOfOwnership: { challenge: CHALLENGE, proofs: [] } }), true)
    assert.deepStrictEqual(kept, before)
  })
  it("keeps nothing of another persona", () => {
    const other = { identityAddress: "identity_other", label: "Other" }
    const kept = keepWalletData(before, answer({ auth: { discriminator: "usePersona", persona: other } }), false)
    assert.deepStrictEqual(kept, { ...noWalletData, persona: other })
  })

  it("remembers what is shared, and can ask for it again", () => {
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

describe("small things", () => {
  it("tells phones and tablets from computers by their user agent", () => {
    const vectors = vectorsOf<{ readonly userAgent: string; readonly mobile: boolean }>("userAgentIsMobile")
    assert.isAbove(vectors.length, 0)
    for (const { mobile, userAgent } of vectors) assert.strictEqual(isMobile(userAgent), mobile, userAgent)
    assert.isFalse(isMobile("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36"))
    assert.isTrue(isMobile("Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130.0.0.0 Mobile Safari/537.36"))
  })
  it("encodes any text so that the wallet reads it back", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const encoded = base64url(text)
        assert.match(encoded, /^[\w-]*$/)
        assert.strictEqual(Buffer.from(encoded, "base64url").toString("utf8"), text)
      })
    )
  })
  it("compares JSON by what it says", () => {
    assert.isTrue(sameJson({ a: 1, b: undefined }, { a: 1 }))
    assert.isTrue(sameJson({ a: [1, { b: 2 }], c: 3 }, { c: 3, a: [1, { b: 2 }] }))
    assert.isFalse(sameJson([1, 2], [2, 1]))
    assert.isFalse(sameJson({ a: null }, {}))
  })
  it("leads links where the specification says", () => {
    const { explorer } = toConfig(options(), "https://dapp.example")
    const base = "https://stokenet-dashboard.radixdlt.com"
    assert.strictEqual(linkTarget(explorer, "account", "account_a"), `${base}/account/account_a`)
    assert.strictEqual(linkTarget(explorer, "transaction", "txid_a"), `${base}/transaction/txid_a`)
    assert.strictEqual(linkTarget(explorer, "subintent", "../x"), `${base}/subintent/..%2Fx`)
    assert.strictEqual(linkTarget(explorer, "setupGuide"), "https://wallet.radixdlt.com")
    assert.strictEqual(linkTarget(explorer, "getWallet"), "https://app.radixdlt.com/qr-code")
    assert.isUndefined(linkTarget(explorer, "showQrCode"))
  })
  it("refuses a network nobody knows unless its gateway is named", () => {
    assert.throws(() => toConfig(options({ networkId: 99 }), "o"), RangeError, "gatewayUrl")
    assert.strictEqual(
      toConfig(options({ networkId: 99, gatewayUrl: "https://g.example/" }), "o").gatewayUrl,
      "https://g.example"
    )
  })
})
