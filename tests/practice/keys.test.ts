import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { isHolderAddress } from "~/ledger/index"
import { countProblem } from "~/practice/ask"
import { Vault } from "~/practice/keys"

/** localStorage as far as the vault uses it. */
const memory = (): Storage => {
  const kept = new Map<string, string>()
  return {
    length: 0,
    clear: () => kept.clear(),
    key: () => null,
    getItem: (key) => kept.get(key) ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value)
  }
}
const person = { givenNames: "Kim", familyName: "Lee", email: "kim@example.org", phone: "1" }
const open = (storage: () => Storage) => Vault.pipe(Effect.provide(Vault.layerStorage(storage, 2)))

describe("the practice wallet's storage", () => {
  it.effect("contains two accounts and a persona of the test network, the same after a reload", () =>
    Effect.gen(function* () {
      const storage = memory()
      const first = yield* open(() => storage)
      const again = yield* open(() => storage)
      assert.deepStrictEqual(first.keys, again.keys)
      assert.deepStrictEqual(
        first.keys.accounts.map(({ label }) => label),
        ["Practice Main", "Practice Savings"]
      )
      assert.isTrue(first.keys.accounts.every(({ address }) => isHolderAddress("account", address, 2)))
      assert.isTrue(isHolderAddress("identity", first.keys.persona.address, 2))
      assert.strictEqual(new Set([...first.keys.accounts, first.keys.persona].map(({ address }) => address)).size, 3)
    })
  )

  it.effect("belongs to one person per browser", () =>
    Effect.gen(function* () {
      const one = yield* open(memory)
      const other = yield* open(memory)
      assert.notDeepEqual(one.keys, other.keys)
    })
  )

  it.effect("contains the person's data as they changed it", () =>
    Effect.gen(function* () {
      const storage = memory()
      const vault = yield* open(() => storage)
      yield* vault.setPerson(person)
      assert.deepStrictEqual(yield* vault.person, person)
      assert.deepStrictEqual(yield* (yield* open(() => storage)).person, person)
    })
  )

  it.effect("starts again when it cannot be read, and works when nothing can be stored", () =>
    Effect.gen(function* () {
      const broken = memory()
      broken.setItem("commonhold:practice-wallet", `{"secret":1}`)
      assert.lengthOf((yield* open(() => broken)).keys.accounts, 2)

      const blocked = yield* open(() => {
        throw new Error("blocked")
      })
      yield* blocked.setPerson(person)
      assert.deepStrictEqual(yield* blocked.person, person)
    })
  )
})

describe("the number of accounts", () => {
  const exactly = (quantity: number) => ({ quantifier: "exactly", quantity }) as const
  const atLeast = (quantity: number) => ({ quantifier: "atLeast", quantity }) as const
  it.each([
    [[atLeast(1)], 0, "Choose 1 account or more."],
    [[atLeast(1)], 2, undefined],
    [[exactly(1)], 2, "Choose exactly 1 account."],
    [[atLeast(1), exactly(2)], 1, "Choose exactly 2 accounts."],
    [[atLeast(3)], 2, "Choose 3 accounts or more."],
    [[], 0, undefined]
  ] as const)("for %j with %i chosen reads %s", (counts, chosen, words) => {
    assert.strictEqual(countProblem(counts, chosen), words)
  })
})
