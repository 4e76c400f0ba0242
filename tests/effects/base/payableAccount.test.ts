/** Accounts that can be paid: one decoder for all addresses, with checksum, kind and network. */
import { assert, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { accountProblem, isPayableAccount } from "~/effects/base/addresses/payableAccount"
import { deriveAddress } from "~/ledger/index"
import { accountOf, signer } from "../../ledger/signing"

const key = (seed: number) => signer(seed).publicKey.bytes
const good = accountOf(signer(1))

it.each([
  [good, null],
  ["account_hello", "Not an account address."],
  ["account_tdx_2_1", "Not an account address."],
  [good.toUpperCase(), "Not an account address."],
  [` ${good}`, "Not an account address."],
  [deriveAddress("identity", "curve25519", key(1), 2), "Not an account address."],
  [deriveAddress("account", "curve25519", key(1), 1), "Address of another network."],
  ["", "Not an account address."]
])("%s: %s", (text, problem) => {
  assert.strictEqual(accountProblem(text), problem)
  assert.strictEqual(isPayableAccount(text), problem === null)
})

it("the decoder detects one changed character anywhere", () => {
  const letters = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
  fc.assert(
    fc.property(
      fc.integer({ min: "account_tdx_2_1".length, max: good.length - 1 }),
      fc.constantFrom(...letters),
      (at, letter) => {
        fc.pre(good[at] !== letter)
        assert.isNotNull(accountProblem(`${good.slice(0, at)}${letter}${good.slice(at + 1)}`))
      }
    )
  )
})
