import { assert, describe, it } from "vitest"
import { asAccount, explain, type Verdict, withFreshProof, withProfile } from "~/effects/access/rules"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { GatewayDown, NoProfile, NotSignedIn } from "~/effects/base/failures/failures"

const nobody = { account: null, hasProfile: false }
const address = AccountAddress.make("account_a")
const newcomer = { account: address, hasProfile: false }
const ada = { account: address, hasProfile: true, provenAt: 1_000 }

const words = (verdict: Verdict) => (verdict.ok ? "yes" : `${verdict.code} ${explain(verdict)}`)

describe("rules", () => {
  it.each([
    ["asAccount, nobody", asAccount(nobody, "vote"), "E-AUTH Sign in with your wallet to vote."],
    ["asAccount, newcomer", asAccount(newcomer, "vote"), "yes"],
    ["withProfile, nobody", withProfile(nobody, "vote"), "E-AUTH Sign in with your wallet to vote."],
    ["withProfile, newcomer", withProfile(newcomer, "vote"), "E-PROFILE Complete your profile to vote."],
    ["withProfile, member", withProfile(ada, "vote"), "yes"],
    ["fresh proof, just in time", withFreshProof(ada, 86_400_999), "yes"],
    [
      "fresh proof, too late",
      withFreshProof(ada, 86_401_000),
      "E-FRESH Please confirm once more with your wallet: this step needs a proof from the last 24 hours."
    ],
    [
      "fresh proof, never",
      withFreshProof(nobody, 0),
      "E-FRESH Please confirm once more with your wallet: this step needs a proof from the last 24 hours."
    ]
  ])("%s", (_, verdict, expected) => assert.strictEqual(words(verdict), expected))

  it("use the same messages as the server's refusals", () => {
    const action = "join"
    assert.strictEqual(words(asAccount(nobody, action)), `E-AUTH ${new NotSignedIn({ action }).message}`)
    assert.strictEqual(words(withProfile(newcomer, action)), `E-PROFILE ${new NoProfile({ action }).message}`)
    assert.strictEqual(new GatewayDown({}).message, "The ledger cannot be reached right now. Try again in a minute.")
  })

  it("fill in placeholders once, whatever the values contain", () =>
    assert.strictEqual(
      words(asAccount(nobody, "see {action} $& {role}")),
      "E-AUTH Sign in with your wallet to see {action} $& {role}."
    ))
})
