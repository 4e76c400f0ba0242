/** What left a locker, read from events in the gateway's own format. */
import { assert, describe, it } from "@effect/vitest"
import { withdrawalsIn } from "~/effects/chain/ledger/lockerEvents"
import { asAccount, asResource } from "../../../addresses"

const [LOCKER, OTHER] = ["locker_tdx_2_1own", "locker_tdx_2_1other"]
const [ADA, BEN] = [asAccount("account_tdx_2_1ada"), asAccount("account_tdx_2_1ben")]
const GRD = asResource("resource_tdx_2_1grd")

const event = (name: string, claimant: string, amount: string, emitter = LOCKER) => ({
  name,
  emitter: {
    type: "Method",
    entity: { is_global: true, entity_type: "GlobalAccountLocker", entity_address: emitter },
    object_module_id: "Main"
  },
  data: {
    kind: "Tuple",
    type_name: name,
    fields: [
      { kind: "Reference", type_name: "ComponentAddress", field_name: "claimant", value: claimant },
      { kind: "Reference", type_name: "ResourceAddress", field_name: "resource_address", value: GRD },
      {
        kind: "Enum",
        type_name: "ResourceSpecifier",
        field_name: "resources",
        variant_id: "0",
        variant_name: "Amount",
        fields: [{ kind: "Decimal", value: amount }]
      }
    ]
  }
})

describe("events of lockers", () => {
  it("give the recipient, and the sums stored, claimed and taken out", () => {
    const found = withdrawalsIn(LOCKER, [
      event("RecoverEvent", ADA, "1.5"),
      event("StoreEvent", ADA, "9"),
      event("ClaimEvent", BEN, "2"),
      event("RecoverEvent", ADA, "2")
    ])
    assert.deepStrictEqual(
      found.map((each) => ({ ...each, amount: String(each.amount) })),
      [
        { way: "recover", account: ADA, resource: GRD, amount: "3.5" },
        { way: "claim", account: BEN, resource: GRD, amount: "2" }
      ]
    )
    assert.lengthOf(withdrawalsIn(LOCKER, [event("RecoveryEvent", ADA, "1")]), 1, "the older engine's name")
  })

  it("of other lockers, of items and in unknown formats do not count for this locker", () => {
    const items = event("ClaimEvent", ADA, "1")
    const fields = [
      ...items.data.fields.slice(0, 2),
      { kind: "Enum", field_name: "resources", variant_id: "1", fields: [{ kind: "Array", elements: [] }] }
    ]
    const strange = { name: "ClaimEvent", emitter: { type: "Function", package_address: "package_tdx_2_1" }, data: {} }
    const events = [event("ClaimEvent", ADA, "1", OTHER), { ...items, data: { ...items.data, fields } }, strange, null]
    assert.deepStrictEqual(withdrawalsIn(LOCKER, events), [])
  })
})
