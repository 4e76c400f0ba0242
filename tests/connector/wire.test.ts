import { Arbitrary, Either, FastCheck as fc, Schema } from "effect"
import { assert, describe, it } from "vitest"
import { isChallenge } from "~/connector/pure/challenge"
import { Quantity } from "~/connector/schema/DataRequest"
import { RequestItem } from "~/connector/schema/RequestItem"
import { WalletInteraction } from "~/connector/schema/WalletInteraction"
import { PersonaResponse, WalletResponse } from "~/connector/schema/WalletResponse"
import { WalletState } from "~/connector/schema/WalletState"
import { readIncoming } from "~/connector/transport/messages"
import { itWithPublicVectors, vectorsOf } from "./vectors"
import { CHALLENGE } from "./world"

const readResponse = Schema.decodeUnknownEither(WalletResponse)
const messageOf = <A, E extends { readonly message: string }>(read: Either.Either<A, E>) =>
  Either.isLeft(read) ? read.left.message : ""
const withAccounts = (accounts: object) => ({
  discriminator: "success",
  interactionId: "i",
  items: { discriminator: "unauthorizedRequest", oneTimeAccounts: { accounts: [], ...accounts } }
})
const proof = { publicKey: "a", signature: "b", curve: "curve25519" }

describe("wallet responses", () => {
  it("accept and refuse what the official schema does", () => {
    const cases = vectorsOf<{ readonly response: unknown; readonly valid: boolean; readonly case: string }>(
      "walletResponseValidation"
    )
    assert.isAbove(cases.length, 3)
    for (const { case: name, response, valid } of cases) {
      assert.strictEqual(Either.isRight(readResponse(response)), valid, name)
    }
  })

  itWithPublicVectors("reads the wallet's own fixtures whole", () => {
    for (const { response } of vectorsOf<{ readonly response: unknown }>("walletToDappResponse")) {
      assert.deepStrictEqual(Either.getOrThrow(readResponse(response)), response)
    }
  })

  it.each([
    ["a challenge alone", { challenge: CHALLENGE }],
    ["proofs alone", { proofs: [{ accountAddress: "a", proof }] }],
    ["empty proofs", { challenge: CHALLENGE, proofs: [] }]
  ])("refuse accounts with %s: 'missing challenge or proofs'", (_, more) => {
    assert.include(messageOf(readResponse(withAccounts(more))), "missing challenge or proofs")
  })

  it("accept accounts with both, and with neither", () => {
    const both = { challenge: CHALLENGE, proofs: [{ accountAddress: "a", proof }] }
    assert.isTrue(Either.isRight(readResponse(withAccounts(both))))
    assert.isTrue(Either.isRight(readResponse(withAccounts({}))))
  })

  it("refuse a persona with only one of challenge and proof: 'missing challenge or proof'", () => {
    const read = Schema.decodeUnknownEither(PersonaResponse)
    const persona = { identityAddress: "i", label: "l" }
    assert.include(messageOf(read({ persona, challenge: CHALLENGE })), "missing challenge or proof")
    assert.include(messageOf(read({ persona, proof })), "missing challenge or proof")
    assert.isTrue(Either.isRight(read({ persona, challenge: CHALLENGE, proof })))
    assert.isTrue(Either.isRight(read({ persona })))
  })

  it("accept two curves and two name variants", () => {
    const curve = { challenge: CHALLENGE, proofs: [{ accountAddress: "a", proof: { ...proof, curve: "p256" } }] }
    assert.isTrue(Either.isLeft(readResponse(withAccounts(curve))))
    const name = (variant: string) => ({
      discriminator: "success",
      interactionId: "i",
      items: {
        discriminator: "unauthorizedRequest",
        oneTimePersonaData: { name: { variant, familyName: "", nickname: "", givenNames: "" } }
      }
    })
    assert.isTrue(Either.isRight(readResponse(name("eastern"))))
    assert.isTrue(Either.isLeft(readResponse(name("northern"))))
  })

  it("keep an unknown failure code", () => {
    const response = { discriminator: "failure", interactionId: "i", error: "somethingNew" } as const
    assert.deepStrictEqual(Either.getOrThrow(readResponse(response)), response)
  })
})

describe("quantities", () => {
  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, "1"])("refuse %s", (quantity) => {
    assert.isTrue(Either.isLeft(Schema.decodeUnknownEither(Quantity)({ quantifier: "exactly", quantity })))
  })
  it("report 'The number must be at least 0.'", () => {
    const read = Schema.decodeUnknownEither(Quantity)({ quantifier: "atLeast", quantity: -1 })
    assert.include(messageOf(read), "The number must be at least 0.")
  })
})

describe("challenges", () => {
  it("are 64 hex characters in either case", () => {
    const cases = vectorsOf<{ readonly challenge: string; readonly valid: boolean }>("challengeValidation")
    assert.isAbove(cases.length, 2)
    for (const { challenge, valid } of cases) assert.strictEqual(isChallenge(challenge), valid)
    for (const text of ["", `${CHALLENGE}0`, `g${CHALLENGE.slice(1)}`, `${CHALLENGE}\n`]) {
      assert.isFalse(isChallenge(text), text)
    }
  })
})

describe("wallet interactions", () => {
  itWithPublicVectors("include everything the wallet accepts", () => {
    for (const { interaction } of vectorsOf<{ readonly interaction: unknown }>("dappToWalletInteraction")) {
      assert.deepStrictEqual(Schema.decodeUnknownSync(WalletInteraction)(interaction), interaction)
    }
  })
  it("have metadata of version 2 and no other", () => {
    const interaction = {
      interactionId: "i",
      items: { discriminator: "cancelRequest" },
      metadata: { version: 1, networkId: 2, dAppDefinitionAddress: "d", origin: "o" }
    }
    assert.isTrue(Either.isLeft(Schema.decodeUnknownEither(WalletInteraction)(interaction)))
  })
})

describe("every message type", () => {
  const shapes: ReadonlyArray<readonly [string, Schema.Schema<never>]> = [
    ["WalletInteraction", Schema.asSchema(WalletInteraction) as never],
    ["WalletResponse", Schema.asSchema(WalletResponse) as never],
    ["WalletState", Schema.asSchema(WalletState) as never],
    ["RequestItem", Schema.asSchema(RequestItem) as never]
  ]
  it.each(shapes)("%s is parsed back from JSON unchanged", (_, schema) => {
    fc.assert(
      fc.property(Arbitrary.make(schema), (value) => {
        const json = JSON.parse(JSON.stringify(Schema.encodeSync(schema)(value)))
        const again = JSON.parse(JSON.stringify(Schema.encodeSync(schema)(Schema.decodeUnknownSync(schema)(json))))
        assert.deepStrictEqual(again, json)
      }),
      { numRuns: 50 }
    )
  })
})

describe("incoming messages", () => {
  it("tolerate any value at all", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        assert.isDefined(readIncoming(value)._tag)
      })
    )
  })
  it("tolerate hostile values", () => {
    const circle: Record<string, unknown> = { interactionId: "i" }
    circle.self = circle
    const trap = Object.defineProperty({}, "eventType", {
      enumerable: true,
      get: () => {
        throw new Error("trap")
      }
    })
    for (const value of [circle, trap, 1n, Symbol("s"), () => 1]) assert.strictEqual(readIncoming(value)._tag, "None")
  })
  it("are a status without an id, a progress message with one, or else a response", () => {
    const status = { eventType: "extensionStatus", isExtensionAvailable: true, isWalletLinked: true }
    assert.strictEqual(readIncoming(status)._tag, "Some")
    assert.strictEqual(readIncoming({ eventType: "receivedByWallet", interactionId: "i" })._tag, "Some")
    assert.strictEqual(readIncoming({ eventType: "receivedByWallet" })._tag, "None")
    assert.strictEqual(readIncoming({ eventType: "somethingNew", interactionId: "i" })._tag, "None")
    const reply = readIncoming({ interactionId: "i", anything: 1 })
    assert.strictEqual(reply._tag === "Some" ? reply.value.eventType : "", "response")
  })
})
