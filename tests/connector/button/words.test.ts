import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { cardWords, isRemedied, pendingCount, shortAddress, shortHash, whenWord } from "~/connector/button/view/words"
import {
  type ButtonFace,
  buttonWords,
  cardTitle,
  helpDueIn,
  monogram,
  openingTab,
  signedInWords,
  statusWords
} from "~/connector/button/words"
import type { RequestCard } from "~/connector/WalletHandle"

const now = new Date(2026, 10, 20, 14, 5).getTime()
const card = (change: Partial<RequestCard> = {}): RequestCard => ({
  interactionId: "one",
  type: "dataRequest",
  status: "pending",
  createdAt: now,
  showCancel: true,
  canIgnore: false,
  receivedByWallet: false,
  ...change
})
const face = (change: Partial<ButtonFace> = {}): ButtonFace => ({
  status: "default",
  connected: false,
  personaLabel: "",
  holder: "",
  accounts: [],
  requestItems: [],
  ...change
})
const ada = { connected: true, personaLabel: "Ada", accounts: [{ label: "Ada Main" }] } as const

describe("the button's texts", () => {
  it.each([
    ["default", "Connect"],
    ["pending", "Connecting"],
    ["success", "Connected"],
    ["error", "Not connected"]
  ] as const)("with nobody connected, %s reads %s", (status, text) => {
    assert.strictEqual(buttonWords(face({ status })).text, text)
  })

  it("with a persona connected, show its label and tell screen readers its state", () => {
    assert.deepStrictEqual(buttonWords(face(ada)), { text: "Ada", aside: ", wallet connected" })
    assert.deepStrictEqual(buttonWords(face({ ...ada, status: "pending" })), {
      text: "Ada",
      aside: ", request pending"
    })
    const failed = { ...ada, status: "error" as const, requestItems: [card({ status: "fail" })] }
    assert.deepStrictEqual(buttonWords(face(failed)), { text: "Ada", aside: ", request failed" })
  })

  it("read Connected after a login, and keep the name for another request", () => {
    const success = { ...ada, status: "success" as const }
    const login = face({ ...success, requestItems: [card({ type: "loginRequest", status: "success" })] })
    assert.deepStrictEqual(buttonWords(login), { text: "Connected", aside: " as Ada" })
    const data = face({ ...success, requestItems: [card({ status: "success" })] })
    assert.deepStrictEqual(buttonWords(data), { text: "Ada", aside: ", request approved" })
  })

  it("fall back to the first account if the persona has no label", () => {
    assert.strictEqual(buttonWords(face({ ...ada, personaLabel: "" })).text, "Ada Main")
    assert.strictEqual(buttonWords(face({ ...ada, holder: "Ada of the garden" })).text, "Ada of the garden")
  })

  it("announce a status, and explain an error in the catalogue's own words", () => {
    const failed = card({
      status: "fail",
      error: { code: "missingExtension", message: "extension could not be found" }
    })
    assert.strictEqual(statusWords(face({ status: "error", requestItems: [failed] })), "extension could not be found")
    assert.strictEqual(statusWords(face({ status: "pending" })), "Waiting for your wallet")
    assert.strictEqual(statusWords(face()), "")
  })
})

describe("request lines", () => {
  it.each([
    ["pending", {}, "Pending"],
    ["pending", { receivedByWallet: true }, "Waiting in your wallet"],
    [
      "pendingCommit",
      { expirationTimestamp: new Date(2026, 11, 3, 9).getTime() / 1000 },
      "Signed. Waiting for the ledger until 3 Dec"
    ],
    ["success", {}, "Approved"],
    ["success", { transactionIntentHash: "txid_tdx_2_1abcdefghi4c9yq2" }, ""],
    ["fail", { error: { code: "rejectedByUser", message: "user rejected request" } }, "user rejected request"],
    ["fail", { error: { code: "canceledByUser", message: "user has canceled the request" } }, "You cancelled it"],
    ["pending", { warning: "x could not be read" }, "Still waiting: x could not be read. Answer once more, or cancel"],
    ["fail", { transactionStatus: "CommittedFailure" }, "CommittedFailure"],
    ["ignored", {}, "Ignored"],
    ["timedOut", {}, "Timed out"]
  ] as const)("show %s %j as %j", (status, change, words) => {
    assert.strictEqual(cardWords(card({ status, ...change }), now), words)
  })

  it("omit advice that was followed", () => {
    const failed = (code: string) => card({ status: "fail", error: { code, message: "" } })
    const nobody = { isExtensionAvailable: false, isWalletLinked: false }
    assert.isFalse(isRemedied(failed("walletNotLinked"), { ...nobody, isExtensionAvailable: true }))
    assert.isTrue(isRemedied(failed("walletNotLinked"), { isExtensionAvailable: true, isWalletLinked: true }))
    assert.isFalse(isRemedied(failed("missingExtension"), nobody))
    assert.isTrue(isRemedied(failed("missingExtension"), { ...nobody, isExtensionAvailable: true }))
    assert.isFalse(isRemedied(failed("rejectedByUser"), { isExtensionAvailable: true, isWalletLinked: true }))
  })

  it("have a title for each kind of request", () => {
    const types = ["loginRequest", "dataRequest", "proofRequest", "sendTransaction", "preAuthorizationRequest"] as const
    assert.deepStrictEqual(
      types.map((type) => cardTitle(card({ type }))),
      ["Login", "Data request", "Proof of ownership", "Transaction", "Pre-authorization"]
    )
  })
})

describe("tabs and help", () => {
  it("open on Requests while something is pending, else on Sharing (docs/connector.md)", () => {
    assert.strictEqual(openingTab([]), "sharing")
    assert.strictEqual(openingTab([card({ status: "success" }), card()]), "requests")
    assert.strictEqual(openingTab([card({ status: "pendingCommit" })]), "sharing")
    assert.strictEqual(pendingCount([card(), card({ status: "fail" }), card()]), 2)
  })

  it("show help 15 s after the oldest pending request started", () => {
    assert.strictEqual(helpDueIn([card()], now), 15_000)
    assert.strictEqual(helpDueIn([card(), card({ createdAt: now - 14_999 })], now), 1)
    assert.strictEqual(helpDueIn([card({ createdAt: now - 15_000 })], now), 0)
    assert.isUndefined(helpDueIn([card({ createdAt: 0, status: "success" })], now))
  })

  it("never show help in the past, or without a pending request", () =>
    fc.assert(
      fc.property(fc.array(fc.record({ age: fc.integer(), isPending: fc.boolean() })), (requests) => {
        const items = requests.map(({ age, isPending }) =>
          card({ createdAt: now - age, status: isPending ? "pending" : "success" })
        )
        const due = helpDueIn(items, now)
        assert.strictEqual(due === undefined, !requests.some(({ isPending }) => isPending))
        assert.isTrue(due === undefined || due >= 0)
      })
    ))
})

describe("short forms", () => {
  it("show a moment as a time today, a day this year, and with its year before that", () => {
    assert.strictEqual(whenWord(new Date(2026, 10, 20, 9, 4).getTime(), now), "09:04")
    assert.strictEqual(whenWord(new Date(2026, 10, 19, 23, 59).getTime(), now), "19 Nov")
    assert.strictEqual(whenWord(new Date(2025, 10, 20, 14, 5).getTime(), now), "20 Nov 2025")
  })

  it("show the login time, and nothing if there is none", () => {
    assert.strictEqual(signedInWords(String(new Date(2026, 10, 20, 13, 51).getTime())), "Signed in 20 Nov, 13:51")
    assert.strictEqual(signedInWords(""), "")
    assert.strictEqual(signedInWords("yesterday"), "")
  })

  it("keep the kind and the end of addresses and hashes", () => {
    assert.strictEqual(shortAddress("account_tdx_2_12xc5kfwstmdg29sv3qrlyx338ul5zhgk0m4ca6t"), "account_…k0m4ca6t")
    assert.strictEqual(shortHash("txid_tdx_2_1abcdefghijklmnop4c9yq2"), "txid_…4c9yq2")
    assert.strictEqual(shortAddress("short"), "short")
  })

  it.each([
    ["Ada Main", "AM"],
    ["ada", "A"],
    ["  Ada  Lovelace King ", "AL"],
    ["", ""],
    ["🦊 fox", "🦊F"]
  ])("mark %j as %j", (label, letters) => {
    assert.strictEqual(monogram(label), letters)
  })
})
