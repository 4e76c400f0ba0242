/** Compares what our connector sends with the official toolkit: tests/vectors/toolkit.json, made by running it. */
import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { toPreAuthorization } from "~/connector/pure/requestSpec"
import { toMetadata, toPreAuthorizationItems, toTransactionItems, toWalletItems } from "~/connector/pure/toInteraction"
import type { PreAuthorizationInput, TransactionRequest } from "~/connector/Requests"
import type { DataRequest } from "~/connector/schema/DataRequest"
import type { Metadata, WalletItems } from "~/connector/schema/WalletInteraction"

interface Vectors {
  readonly version: string
  readonly metadata: Metadata
  readonly dataRequests: ReadonlyArray<{
    readonly isConnect: boolean
    readonly oneTime: boolean
    readonly challenge?: string
    readonly isKnown: boolean
    readonly dataRequestState: DataRequest
    readonly items: WalletItems
  }>
  readonly transactions: ReadonlyArray<{ readonly input: TransactionRequest; readonly items: WalletItems }>
  readonly preAuthorizations: ReadonlyArray<{ readonly input: PreAuthorizationInput; readonly items: WalletItems }>
}
const vectors: Vectors = JSON.parse(readFileSync(new URL("../vectors/toolkit.json", import.meta.url), "utf8"))

const ours = ({ dataRequestState, isKnown, items: _, ...context }: Vectors["dataRequests"][number]) =>
  toWalletItems(dataRequestState, {
    ...context,
    persona: isKnown ? { identityAddress: "identity_tdx_2_1persona" } : undefined
  })

describe("the connector compared with the official toolkit 2.3.0", () => {
  it("uses vectors of that version", () => {
    assert.strictEqual(vectors.version, "2.3.0")
    const { version: _, ...dApp } = vectors.metadata
    assert.deepStrictEqual(toMetadata(dApp), vectors.metadata)
  })

  it("sends the same transactions", () => {
    assert.isAbove(vectors.transactions.length, 3)
    for (const { input, items } of vectors.transactions) assert.deepStrictEqual(toTransactionItems(input), items)
  })

  it("sends the same subintents, with and without a header, up to the largest numbers", () => {
    assert.isAbove(vectors.preAuthorizations.length, 100)
    const largest = vectors.preAuthorizations.filter(
      ({ input }) => input.header?.intentDiscriminator === Number.MAX_SAFE_INTEGER
    )
    assert.isNotEmpty(largest)
    for (const { input, items } of vectors.preAuthorizations) {
      assert.deepStrictEqual(toPreAuthorizationItems(toPreAuthorization(input), vectors.metadata.networkId), items)
    }
  })

  type Case = Vectors["dataRequests"][number]
  /** One-time persona data in a login: the toolkit requests lasting permission as well. We do not. */
  const isLasting = ({ items, oneTime }: Case) => oneTime && "ongoingPersonaData" in items
  /**
   * A connect that requests a persona without a proof: the toolkit requests nothing from the wallet. We request a
   * login.
   */
  const isEmpty = ({ isConnect, items }: Case) =>
    isConnect && items.discriminator === "unauthorizedRequest" && Object.keys(items).length === 1

  it("requests the same data, except for two intended differences", () => {
    const { dataRequests } = vectors
    assert.isAbove(dataRequests.length, 400)
    for (const each of dataRequests.filter((one) => !isLasting(one) && !isEmpty(one))) {
      assert.deepStrictEqual(ours(each), each.items, JSON.stringify(each))
    }
    const lasting = dataRequests.filter(isLasting)
    assert.isNotEmpty(lasting)
    for (const each of lasting) {
      const { ongoingPersonaData: _, ...rest } = { ongoingPersonaData: null, ...each.items }
      assert.deepStrictEqual<object>(ours(each), rest, JSON.stringify(each))
    }
    const empty = dataRequests.filter(isEmpty)
    assert.isNotEmpty(empty)
    for (const each of empty) {
      assert.deepStrictEqual(ours(each), {
        discriminator: "authorizedRequest",
        auth: { discriminator: "loginWithoutChallenge" },
        reset: { accounts: false, personaData: false }
      })
    }
  })
})
