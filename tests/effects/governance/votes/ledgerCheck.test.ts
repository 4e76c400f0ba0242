/**
 * A checked file compared with the ledger: keys and balances, twenty accounts a call, and a gateway that does not
 * respond.
 */

import { assert, describe, it } from "@effect/vitest"
import { bytesToHex } from "@noble/hashes/utils.js"
import type { AskLedger } from "~/effects/governance/votes/file/askLedger"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { checkWithLedger, LEDGER_SILENT, sample } from "~/effects/governance/votes/file/ledgerCheck"
import { publicKeyHash } from "~/ledger/address"
import { asResource } from "../../../addresses"
import { fileOf, type TestVoter, testVoter, textOf } from "./world"

const TOKEN = asResource("resource_tdx_2_token")
const SNAPSHOT = 184_220_913

interface Asked {
  readonly addresses: ReadonlyArray<string>
  readonly at_ledger_state?: { readonly state_version: number }
}

/** A gateway that knows balances and, for some accounts, keys other than their own. */
const gateway = (balances: ReadonlyMap<string, string>, keys: Readonly<Record<string, TestVoter>> = {}) => {
  const asked: Array<Asked> = []
  const owner = (address: string) => {
    const holder = keys[address]
    if (holder === undefined) return []
    const hash_hex = bytesToHex(publicKeyHash(holder.key.publicKey))
    const typed = { type: "PublicKeyHashArray", values: [{ key_hash_type: "EddsaEd25519", hash_hex }] }
    return [{ key: "owner_keys", value: { typed }, is_locked: false, last_updated_at_state_version: 1 }]
  }
  const ask: AskLedger = async (path, body) => {
    assert.strictEqual(path, "/state/entity/details")
    const question = body as Asked // Sent by askAccounts.
    asked.push(question)
    return {
      items: question.addresses.map((address) => ({
        address,
        explicit_metadata: { items: owner(address) },
        fungible_resources: { items: [{ resource_address: TOKEN, amount: balances.get(address) ?? "0" }] }
      }))
    }
  }
  return { ask, asked }
}

const voters = Array.from({ length: 25 }, (_, at) => testVoter(`Holder ${at}`, `${at + 1}.5`))
const balances = new Map(voters.map(({ account, weight }) => [account, weight]))
const file = fileOf(
  { voters, weightMode: "token", tokenResource: TOKEN },
  voters.slice(0, 4).map((voter) => ({ voter, choice: "yes" }))
)
const text = textOf(file)
const onLedger = async (ask: AskLedger, networkId = 2) =>
  checkWithLedger(text, await checkFile(text), { ask, networkId })

describe("checking a ballot file with the ledger", () => {
  it("requests every voter's balance and every key at the snapshot, twenty accounts a call", async () => {
    const { ask, asked } = gateway(balances)
    const report = await onLedger(ask)
    assert.isTrue(report.holds)
    assert.strictEqual(report.detail, "The ledger shows the same.")
    assert.deepStrictEqual(
      asked.map(({ addresses, at_ledger_state }) => [addresses.length, at_ledger_state?.state_version]),
      [
        [20, SNAPSHOT],
        [5, SNAPSHOT]
      ]
    )
    assert.deepStrictEqual(
      report.steps.filter(({ figure }) => / of /.test(figure)).map(({ figure, name, state }) => [name, figure, state]),
      [
        ["Every hash matches its ballot", "4 of 4", "ok"],
        ["Every signature is valid", "4 of 4", "ok"],
        ["Each key belongs to its account", "4 of 4", "ok"],
        ["Weights are what the ledger shows", "25 of 25", "ok"]
      ]
    )
  })

  it("names a voter whose balance differs, and a ballot whose key the ledger does not know", async () => {
    const [first, second] = voters
    if (first === undefined || second === undefined) throw new Error("there are 25")
    const poorer = new Map([...balances, [first.account, "0.5"]])
    const poor = await onLedger(gateway(poorer).ask)
    assert.isFalse(poor.holds)
    assert.strictEqual(poor.verdict, "The ledger shows different balances from those in this file.")
    assert.include(poor.detail, "The ledger shows a balance of 0.5 for this account; the list has 1.5.")

    const taken = await onLedger(gateway(balances, { [second.account]: first }).ask)
    assert.strictEqual(taken.verdict, "1 of 4 ballots fails: number 2.")
    // An account created on the ledger, or one with new keys, is known by them alone.
    const named = await onLedger(gateway(balances, { [second.account]: second }).ask)
    assert.isTrue(named.holds)
  })

  it("leaves the verdict unchanged if nobody responds or the vote was on another network", async () => {
    const silent = await onLedger(() => Promise.reject(new Error("down")))
    assert.deepStrictEqual([silent.holds, silent.detail], [true, LEDGER_SILENT])
    const elsewhere = await onLedger(gateway(balances).ask, 1)
    assert.include(elsewhere.detail, "different network")
    const odd = await onLedger(async () => ({ items: [{ address: 7 }] }))
    assert.strictEqual(odd.detail, LEDGER_SILENT)
  })

  it("requests missing accounts one by one, and reports them as wrong", async () => {
    const { ask } = gateway(balances)
    const gone = voters[2]?.account ?? ""
    const partly: AskLedger = async (path, body) =>
      (body as Asked).addresses.includes(gone) ? undefined : ask(path, body) // As above.
    const report = await onLedger(partly)
    assert.strictEqual(report.verdict, "1 of 4 ballots fails: number 3.")
  })

  it("samples long lists, including the first and the last", () => {
    const all = Array.from({ length: 5_000 }, (_, at) => at)
    const some = sample(all, 1_000)
    assert.deepStrictEqual([some.length, some[0], some.at(-1)], [1_000, 0, 4_999])
    assert.strictEqual(new Set(some).size, 1_000)
  })
})
