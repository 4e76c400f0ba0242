/** The buttons of a transaction that nobody has signed: one wallet at a time is asked, and none that has sent it. */
import { assert, describe, it } from "@effect/vitest"
import { renderToStaticMarkup } from "react-dom/server"
import { AskButtons } from "~/components/chain/prepared-transactions/ask-part"
import { type PreparedTransactionView, stationOf } from "~/components/chain/prepared-transactions/states"
import type { TransactionRun } from "~/components/chain/prepared-transactions/use-prepared-transaction"
import { CommunityId } from "~/effects/access/Community"
import { asAccount } from "../../../addresses"

const lease = { account: asAccount("account_tdx_2_1ada"), holder: "othertab2", since: 0, until: 300_000, left: 300_000 }
const view: PreparedTransactionView = {
  id: "astep",
  communityId: CommunityId.make("acommunityaa"),
  topic: "atopic",
  kind: "deploy",
  account: asAccount("account_tdx_2_1ada"),
  manifest: "",
  state: "waiting",
  txId: null,
  problem: null,
  lease: null,
  isStale: false
}
const nothing = () => undefined
const run: TransactionRun = {
  view,
  isAsking: false,
  isSent: false,
  wasAsked: false,
  isElsewhere: false,
  mayTakeOver: false,
  problem: null,
  send: nothing,
  takeOver: nothing,
  giveUp: nothing
}

/** The labels of the buttons; those in brackets that are disabled for another reason than missing scripts. */
const buttons = (changes: Partial<TransactionRun>) => {
  const aside = <button type="button">Change something</button>
  const html = renderToStaticMarkup(<AskButtons run={{ ...run, ...changes }} word="Sign" aside={aside} />)
  return [...html.matchAll(/<button([^>]*)>([^<]*)/g)].map(([, attributes = "", word]) => {
    const isWaiting = attributes.includes("data-waits")
    return attributes.includes('aria-disabled="true"') || (/ disabled=""/.test(attributes) && !isWaiting)
      ? `(${word})`
      : word
  })
}

describe("the buttons of a prepared transaction", () => {
  const leased = { ...view, lease }
  it.each([
    ["nobody was asked", {}, ["Sign", "Change something"]],
    ["the wallet has it", { isAsking: true }, ["(In your wallet…)"]],
    ["the wallet said no", { problem: "user rejected request" }, ["Try again", "Change something"]],
    ["reloaded since", { view: leased, wasAsked: true }, ["Ask again", "I declined it there"]],
    ["another page asked", { view: leased, isElsewhere: true }, ["(Take over)"]],
    ["its time is over", { view: leased, isElsewhere: true, mayTakeOver: true }, ["Take over", "Change something"]],
    ["sent, and the server not reached", { isSent: true, problem: "The server could not be reached." }, []],
    ["told of", { view: { ...view, state: "sent" as const } }, []]
  ] as const)("%s", (_, changes, words) => assert.deepStrictEqual(buttons(changes), [...words]))

  it("are shown next to the transaction's state", () => {
    const at = (changes: Partial<TransactionRun>) => stationOf({ ...run, ...changes })
    assert.strictEqual(at({}), "Waiting")
    assert.strictEqual(at({ isAsking: true }), "In your wallet")
    assert.strictEqual(at({ view: leased }), "In your wallet")
    assert.strictEqual(at({ view: leased, isSent: true }), "Sent")
    assert.strictEqual(at({ view: { ...view, state: "committed" } }), "Confirmed")
    assert.isNull(at({ view: { ...view, state: "failed" } }))
  })
})
