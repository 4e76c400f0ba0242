/** What is read back after the issue of secured bonds: none is offered unless all of them have their collateral. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { symbolOf } from "~/effects/treasury/bonds/codes"
import { makeLockedCollateral } from "~/effects/treasury/bonds/issueStep.server"
import { securityOf } from "~/effects/treasury/bonds/secured/secured"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { garden } from "../deployment/world"
import { secured, sent } from "./securedWorld"
import { ADA, ada, deployed, hereOf, SERIES, seriesNow, terms, world } from "./world"

const drafted = Effect.gen(function* () {
  const community = yield* deployed(garden)
  const bonds = yield* Bonds
  yield* bonds.saveDraft(community, ADA, { id: SERIES, version: 0, terms: { ...terms, ...secured(community) } })
  return { community, manifest: (yield* bonds.issue(hereOf(community), SERIES)).manifest }
})

/** The manifest with one change, which must be there once at least. */
const changed = (manifest: string, before: RegExp, after: string) => {
  assert.match(manifest, before)
  return manifest.replace(before, after)
}

/** Everything that a wallet, or the holder of a badge, could have signed in place of what was prepared. */
const forgeries: ReadonlyArray<readonly [what: string, change: (manifest: string) => string, problem: RegExp]> = [
  [
    "the timer key is kept, so that it can stop the delay",
    (manifest) => changed(manifest, /CALL_METHOD\s+Address\("[^"]+"\)\s+"burn"\s+NamedAddress\("timer"\)[^;]*;/, ""),
    /its timer key was not burned/
  ],
  [
    "the delay is an hour shorter",
    (manifest) => manifest.replaceAll(/(Enum<1u8>\(\s*)(\d+)u32/g, (_, open, minutes) => `${open}${minutes - 60}u32`),
    /opens too early/
  ],
  [
    "one bond has less",
    (manifest) =>
      changed(manifest, /("withdraw"\s+Address\("[^"]+"\)\s+)Decimal\("120"\)/, '$1Decimal("119")').replace(
        /(TAKE_FROM_WORKTOP\s+Address\("[^"]+"\)\s+)Decimal\("120"\)/,
        '$1Decimal("119")'
      ),
    /the collateral of bond 1 is not 120 GRD/
  ],
  [
    "the collateral of two bonds belongs to the same one",
    (manifest) => {
      const last = manifest.lastIndexOf("initiate_recovery_as_recovery")
      return (
        manifest.slice(0, last) +
        manifest.slice(last).replaceAll('NonFungibleLocalId("#3#")', 'NonFungibleLocalId("#2#")')
      )
    },
    /bond 3 has no collateral/
  ],
  [
    "one recovery is never proposed",
    (manifest) =>
      changed(manifest, /CALL_METHOD\s+NamedAddress\("vault3"\)\s+"initiate_recovery_as_recovery"[^;]*;/, ""),
    /will not belong to the holder of one bond/
  ]
]

describeOnBothDatabases("after the issue of secured bonds", (database) => {
  it.effect.each(forgeries)("none is offered when %s", ([, change, problem]) =>
    Effect.gen(function* () {
      const { community, manifest } = yield* drafted
      const forged = change(manifest)
      assert.notStrictEqual(forged, manifest)
      const { transaction } = yield* (yield* Ledger).committedDetails(yield* sent(forged, ada))
      assert.strictEqual(transaction.status, "CommittedSuccess", JSON.stringify(transaction.error))
      const read = yield* makeLockedCollateral
      const series = yield* seriesNow()
      const security = securityOf(series)
      assert(security !== null)
      const { code, maturesAt, units } = series
      const treasury = asAccount(community.treasuryAccount ?? "")
      const expected = { symbol: symbolOf(code), units, treasury, maturesAt, security }
      assert.match((yield* Effect.flip(read(transaction, expected))).message, problem)
    }).pipe(Effect.provide(world(database)))
  )
})
