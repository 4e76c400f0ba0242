import { assert, describe, it } from "vitest"
import { toDataRequest, toPreAuthorization } from "~/connector/pure/requestSpec"
import { requestType } from "~/connector/pure/requestType"
import {
  needsChallenge,
  toPreAuthorizationItems,
  toTransactionItems,
  toWalletItems
} from "~/connector/pure/toInteraction"
import type { DataRequest } from "~/connector/schema/DataRequest"
import type { AuthorizedRequest, WalletItems } from "~/connector/schema/WalletInteraction"
import { vectorsOf } from "./vectors"
import { CHALLENGE, persona } from "./world"

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

describe("a built request", () => {
  it("equals that of the official toolkit", () => {
    const vectors = vectorsOf<RequestVector>("toWalletRequest")
    assert.isAbove(vectors.length, 5)
    for (const { expected, input } of vectors) {
      assert.deepStrictEqual(toWalletItems(input.dataRequestState, contextOf(input)), expected)
    }
  })

  it("includes one-time persona data once only, never as a lasting permission", () => {
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

  it("is a new login for nothing, also for somebody logged in", () => {
    const fresh: WalletItems = {
      discriminator: "authorizedRequest",
      auth: { discriminator: "loginWithoutChallenge" },
      reset: { accounts: false, personaData: false }
    }
    assert.deepStrictEqual(toWalletItems({}, known), fresh)
    assert.deepStrictEqual(toWalletItems({}, anonymous), fresh)
    assert.deepStrictEqual(toWalletItems({}, { isConnect: true, oneTime: false }), fresh)
  })

  it("is unauthorized for one-time data, even for somebody logged in", () => {
    const built = toWalletItems({ accounts: {}, personaData: { fullName: true } }, { ...known, oneTime: true })
    assert.deepStrictEqual(built, {
      discriminator: "unauthorizedRequest",
      oneTimeAccounts: { numberOfAccounts: { quantifier: "atLeast", quantity: 1 } },
      oneTimePersonaData: { isRequestingName: true }
    })
  })

  it("has one-time and reset cleared when connecting", () => {
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

  it("omits a query for exactly nothing, which the wallet would refuse", () => {
    const built = toWalletItems({ personaData: { emailAddresses: { quantifier: "exactly", quantity: 0 } } }, anonymous)
    assert.deepStrictEqual((built as AuthorizedRequest).ongoingPersonaData, {})
  })

  it("never contains null or undefined", () => {
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

  it("accepts the dApp's own spelling", () => {
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
  ])("%j is named by its content, logged in: %s", (request, isLoggedIn, type) => {
    const items = toWalletItems(request, { ...(isLoggedIn ? known : anonymous), challenge: CHALLENGE })
    assert.strictEqual(requestType(items, isLoggedIn ? persona : undefined), type)
  })
})
