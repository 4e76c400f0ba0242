import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { buttonStatus, resultOf } from "~/connector/pure/buttonStatus"
import { toCard } from "~/connector/pure/cards"
import {
  canCancel,
  canIgnore,
  type ItemEvent,
  isForLedger,
  isOpen,
  newItem,
  transition
} from "~/connector/pure/requestItem"
import type { RequestItem, RequestItemStatus, RequestItemType } from "~/connector/schema/RequestItem"

const TYPES: ReadonlyArray<RequestItemType> = [
  "loginRequest",
  "dataRequest",
  "proofRequest",
  "sendTransaction",
  "preAuthorizationRequest"
]
const make = (type: RequestItemType) => newItem({ interactionId: "i", type, isOneTimeRequest: false, createdAt: 1 })
const subintent = { expirationTimestamp: 9, subintentHash: "subtxid_1", signedPartialTransaction: "4d" }
const interaction = {
  interactionId: "i",
  metadata: { version: 2, networkId: 2, dAppDefinitionAddress: "d", origin: "o" },
  items: { discriminator: "cancelRequest" }
} as const
const events = {
  built: { type: "built", interaction },
  sentToWallet: { type: "sentToWallet" },
  receivedByWallet: { type: "receivedByWallet" },
  canceled: { type: "canceled" },
  ignored: { type: "ignored" },
  failed: { type: "failed", error: "wrongNetwork", message: "no" },
  answered: { type: "answered" },
  submitted: { type: "submitted", transactionIntentHash: "txid_1" },
  success: { type: "settled", transactionStatus: "CommittedSuccess" },
  rejected: { type: "settled", transactionStatus: "Rejected" },
  failure: { type: "settled", transactionStatus: "CommittedFailure" },
  preAuthorized: { type: "preAuthorized", subintent },
  committed: { type: "committed", parentTransactionIntentHash: "txid_parent" },
  expired: { type: "expired" },
  carriedOn: { type: "carriedOn" },
  refused: { type: "refused", error: "E-CLOSED", message: "The sale is over." }
} as const satisfies Record<string, ItemEvent>
type Name = keyof typeof events
const itemAfter = (type: RequestItemType, ...names: ReadonlyArray<Name>) =>
  names.reduce((item, name) => transition(item, events[name]), make(type))

describe("a request item", () => {
  it.each(TYPES)("%s starts pending and can be cancelled", (type) => {
    const item = make(type)
    assert.strictEqual(item.status, "pending")
    assert.isTrue(item.showCancel)
    assert.isTrue(canCancel(item))
  })

  it.each<[RequestItemType, ReadonlyArray<Name>, RequestItemStatus]>([
    ["loginRequest", ["canceled"], "fail"],
    ["loginRequest", ["failed"], "fail"],
    ["loginRequest", ["answered"], "success"],
    ["loginRequest", ["receivedByWallet"], "pending"],
    ["loginRequest", ["receivedByWallet", "canceled"], "fail"],
    ["loginRequest", ["ignored"], "pending"],
    ["dataRequest", ["sentToWallet", "canceled"], "fail"],
    ["dataRequest", ["submitted"], "pending"],
    ["dataRequest", ["preAuthorized"], "pending"],
    ["sendTransaction", ["canceled"], "fail"],
    ["sendTransaction", ["receivedByWallet", "canceled"], "pending"],
    ["sendTransaction", ["sentToWallet", "canceled"], "pending"],
    ["sendTransaction", ["receivedByWallet", "ignored"], "ignored"],
    ["sendTransaction", ["answered"], "pending"],
    ["sendTransaction", ["submitted"], "pending"],
    ["sendTransaction", ["success"], "pending"],
    ["sendTransaction", ["submitted", "success"], "success"],
    ["sendTransaction", ["submitted", "rejected"], "fail"],
    ["sendTransaction", ["submitted", "failure"], "fail"],
    ["sendTransaction", ["submitted", "failed"], "fail"],
    ["sendTransaction", ["ignored", "submitted", "success"], "ignored"],
    ["sendTransaction", ["ignored", "canceled"], "ignored"],
    ["sendTransaction", ["ignored", "failed"], "ignored"],
    ["preAuthorizationRequest", ["preAuthorized"], "pendingCommit"],
    ["preAuthorizationRequest", ["committed"], "pending"],
    ["preAuthorizationRequest", ["preAuthorized", "committed"], "success"],
    ["preAuthorizationRequest", ["preAuthorized", "expired"], "timedOut"],
    ["preAuthorizationRequest", ["preAuthorized", "ignored"], "ignored"],
    ["preAuthorizationRequest", ["preAuthorized", "ignored", "committed"], "ignored"],
    ["preAuthorizationRequest", ["preAuthorized", "canceled"], "pendingCommit"],
    ["preAuthorizationRequest", ["preAuthorized", "expired", "committed"], "timedOut"],
    ["preAuthorizationRequest", ["preAuthorized", "carriedOn"], "pendingCommit"],
    ["preAuthorizationRequest", ["preAuthorized", "refused"], "fail"],
    ["preAuthorizationRequest", ["preAuthorized", "refused", "committed"], "fail"],
    ["preAuthorizationRequest", ["preAuthorized", "committed", "refused"], "success"],
    ["sendTransaction", ["submitted", "refused"], "pending"],
    ["proofRequest", ["answered", "refused"], "success"]
  ])("%s, %j: %s", (type, names, status) => {
    assert.strictEqual(itemAfter(type, ...names).status, status)
  })

  it("shows why it failed: cancelled, refused by the wallet, or not committed", () => {
    assert.strictEqual(itemAfter("loginRequest", "canceled").error, "canceledByUser")
    assert.strictEqual(itemAfter("loginRequest", "failed").error, "wrongNetwork")
    const refused = itemAfter("preAuthorizationRequest", "preAuthorized", "refused")
    assert.deepInclude(toCard(refused).error, { code: "E-CLOSED", message: "The sale is over." })
    const left = itemAfter("sendTransaction", "receivedByWallet", "ignored")
    assert.strictEqual(left.error, "transactionOutcomeUnknown")
    assert.strictEqual(left.errorMessage, "your wallet has the transaction and may still send it")
    assert.isUndefined(itemAfter("sendTransaction", "ignored").error)
    const failed = itemAfter("sendTransaction", "submitted", "failure")
    assert.strictEqual(failed.error, "CommittedFailure")
    assert.strictEqual(failed.metadata?.transactionStatus, "CommittedFailure")
    assert.strictEqual(
      itemAfter("sendTransaction", "submitted", "success").metadata?.transactionStatus,
      "CommittedSuccess"
    )
  })

  it("keeps the link to the ledger through every end", () => {
    for (const end of ["committed", "expired", "ignored"] as const) {
      assert.strictEqual(itemAfter("preAuthorizationRequest", "preAuthorized", end).transactionIntentHash, "subtxid_1")
    }
    assert.strictEqual(itemAfter("sendTransaction", "ignored", "submitted").transactionIntentHash, "txid_1")
    const committed = itemAfter("preAuthorizationRequest", "preAuthorized", "committed")
    assert.strictEqual(committed.metadata?.parentTransactionIntentHash, "txid_parent")
    assert.strictEqual(committed.metadata?.subintentHash, "subtxid_1")
  })

  it("no longer offers to cancel once the wallet has a transaction, and offers to ignore instead", () => {
    for (const name of ["receivedByWallet", "sentToWallet"] as const) {
      const card = toCard(itemAfter("sendTransaction", name))
      assert.isFalse(card.showCancel)
      assert.isTrue(card.canIgnore)
      assert.isTrue(toCard(itemAfter("dataRequest", name)).showCancel)
    }
    assert.isFalse(toCard(make("sendTransaction")).canIgnore)
  })

  it("discards the request once it is over", () => {
    assert.isDefined(itemAfter("dataRequest", "built").walletInteraction)
    assert.isUndefined(itemAfter("dataRequest", "built", "answered").walletInteraction)
    assert.isUndefined(itemAfter("sendTransaction", "built", "ignored").walletInteraction)
    assert.isDefined(itemAfter("preAuthorizationRequest", "built", "preAuthorized").walletInteraction)
  })

  const sequence = fc.tuple(
    fc.constantFrom(...TYPES),
    fc.array(fc.constantFrom(...(Object.keys(events) as Array<Name>)))
  )
  const walk = (type: RequestItemType, names: ReadonlyArray<Name>) => {
    const path: Array<RequestItem> = [make(type)]
    for (const name of names) path.push(transition(path.at(-1) ?? make(type), events[name]))
    return path
  }

  it("changes only as docs/connector.md says, and stays where it ended", () => {
    const legal: Record<RequestItemStatus, ReadonlyArray<RequestItemStatus>> = {
      pending: ["pending", "pendingCommit", "success", "fail", "ignored"],
      pendingCommit: ["pendingCommit", "success", "fail", "ignored", "timedOut"],
      success: ["success"],
      fail: ["fail"],
      ignored: ["ignored"],
      timedOut: ["timedOut"]
    }
    fc.assert(
      fc.property(sequence, ([type, names]) => {
        const path = walk(type, names)
        path.reduce((before, now) => {
          assert.include(legal[before.status], now.status)
          return now
        })
        for (const item of path) {
          if (item.status === "pendingCommit" || item.status === "timedOut") {
            assert.strictEqual(item.type, "preAuthorizationRequest")
          }
          if (item.status === "ignored") assert.isTrue(isForLedger(item))
          if (item.status === "fail") assert.isDefined(item.error)
          else if (item.error !== undefined) {
            assert.deepStrictEqual([item.type, item.status], ["sendTransaction", "ignored"])
            assert.strictEqual(item.error, "transactionOutcomeUnknown")
          }
          if (!isOpen(item)) assert.isFalse(item.showCancel)
        }
      })
    )
  })

  it("can always be ended by its user while it is open", () => {
    fc.assert(
      fc.property(sequence, ([type, names]) => {
        const item = walk(type, names).at(-1) ?? make(type)
        if (!isOpen(item)) return
        assert.isTrue(canCancel(item) || canIgnore(item))
        const ended = transition(transition(item, events.canceled), events.ignored)
        assert.isFalse(isOpen(ended))
      })
    )
  })
})

describe("a transaction that nobody waits for", () => {
  it.each<[ReadonlyArray<Name>, string, string]>([
    [
      ["receivedByWallet", "ignored"],
      "ignored",
      "your wallet has sent the transaction; the ledger has not decided on it yet"
    ],
    [["ignored"], "ignored", "your wallet has sent the transaction; the ledger has not decided on it yet"],
    [["canceled"], "fail", "your wallet had sent the transaction before the request was cancelled"]
  ])("after %j records the hash that comes late, and says so", (names, status, words) => {
    const item = itemAfter("sendTransaction", ...names, "submitted")
    assert.strictEqual(item.status, status)
    assert.strictEqual(item.transactionIntentHash, "txid_1")
    assert.deepInclude(toCard(item).error, { code: "transactionOutcomeUnknown", message: words })
  })

  it("that its wallet refused takes no hash", () => {
    const item = itemAfter("sendTransaction", "failed", "submitted")
    assert.isUndefined(item.transactionIntentHash)
    assert.strictEqual(item.error, "wrongNetwork")
  })
})

describe("the button's status", () => {
  it("is the result while that is shown, else pending while something is, else default", () => {
    const pending = make("dataRequest")
    const waiting = itemAfter("preAuthorizationRequest", "preAuthorized")
    assert.strictEqual(buttonStatus(undefined, []), "default")
    assert.strictEqual(buttonStatus(undefined, [pending]), "pending")
    assert.strictEqual(buttonStatus("error", [pending]), "error")
    assert.strictEqual(buttonStatus(undefined, [waiting]), "default")
  })
  it.each<[RequestItemType, ReadonlyArray<Name>, Name, "success" | "error" | undefined]>([
    ["dataRequest", [], "answered", "success"],
    ["dataRequest", [], "failed", "error"],
    ["dataRequest", [], "canceled", undefined],
    ["sendTransaction", [], "submitted", undefined],
    ["sendTransaction", ["submitted"], "success", "success"],
    ["sendTransaction", ["submitted"], "rejected", "error"],
    ["sendTransaction", ["submitted"], "ignored", undefined],
    ["preAuthorizationRequest", [], "preAuthorized", "success"],
    ["preAuthorizationRequest", ["preAuthorized"], "committed", undefined],
    ["preAuthorizationRequest", ["preAuthorized"], "expired", undefined]
  ])("for %s %j %s shows %s", (type, before, name, result) => {
    const item = itemAfter(type, ...before)
    assert.strictEqual(resultOf(item, transition(item, events[name])), result)
  })
})
