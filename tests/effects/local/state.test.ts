import { assert, describe, it } from "@effect/vitest"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect } from "effect"
import { Gateway, IntentHash } from "~/connector/index"
import { intentHashOf } from "~/effects/local/gateway/failOnPurpose.server"
import { LocalGateway } from "~/effects/local/LocalGateway.server"
import { ADA, badges, FAUCET, faucetPayload, payloadOf, XRD } from "../chain/ledger/transactions"
import { client } from "./world"

const ask = (path: string, body: object) =>
  Effect.map(
    Effect.flatMap(LocalGateway, (gateway) => gateway.respond(path, body)),
    ({ body: reply, status }) => ({ status, reply: reply as Record<string, unknown> })
  )

const submit = (payload: Uint8Array) =>
  Effect.gen(function* () {
    const gateway = yield* Gateway
    yield* gateway.submit(bytesToHex(payload))
    const hash = IntentHash.make(yield* intentHashOf(payload))
    const { transaction } = yield* gateway.committedDetails(hash, { opt_ins: { affected_global_entities: true } })
    assert.strictEqual(transaction.transaction_status, "CommittedSuccess", transaction.error_message ?? "")
    return transaction.affected_global_entities ?? []
  })

describe("the state through the gateway", () => {
  it.effect("includes balances now and at any version, by resource and by vault", () =>
    Effect.gen(function* () {
      const gateway = yield* Gateway
      yield* submit(faucetPayload())
      yield* submit(faucetPayload())
      const amounts = (options: object) =>
        Effect.map(gateway.entityFungibles(ADA, options), ({ items, ledger_state }) => [
          ledger_state.state_version,
          items.map(({ amount, resource_address }) => [resource_address, amount])
        ])
      assert.deepStrictEqual(yield* amounts({}), [3, [[XRD, "20000"]]])
      assert.deepStrictEqual(yield* amounts({ at_ledger_state: { state_version: 2 } }), [2, [[XRD, "10000"]]])
      assert.deepStrictEqual(yield* amounts({ at_ledger_state: { state_version: 1 } }), [1, []])
      const { items } = yield* gateway.entityFungibles(ADA, { aggregation_level: "Vault" })
      assert.deepInclude(items[0]?.vaults, { total_count: 1 })
      const named = yield* ask("state/entity/page/fungibles/", {
        address: ADA,
        opt_ins: { explicit_metadata: ["symbol"] }
      })
      assert.include(JSON.stringify(named.reply.items), '"value":"XRD"')
      const future = yield* Effect.flip(amounts({ at_ledger_state: { state_version: 4 } }))
      assert.deepInclude(future, { _tag: "RequestStatusNotOk", status: 400, reason: "InvalidRequestError" })
    }).pipe(Effect.provide(client))
  )

  it.effect("includes a resource's details and its holders, the largest first", () =>
    Effect.gen(function* () {
      const gateway = yield* Gateway
      yield* submit(faucetPayload())
      const { items } = yield* gateway.entityDetails([XRD, ADA])
      assert.deepInclude(items[0]?.details, { type: "FungibleResource", divisibility: 18 })
      assert.deepInclude(items[1]?.details, { type: "Component", blueprint_name: "Account" })
      assert.deepInclude(items[1]?.fungible_resources, { total_count: 1 })
      const { reply } = yield* ask("extensions/resource-holders/page", { resource_address: XRD })
      const holders = reply.items as ReadonlyArray<{ readonly holder_address: string; readonly amount: string }>
      assert.deepStrictEqual(
        holders.map(({ holder_address }) => holder_address),
        [FAUCET, ADA]
      )
      assert.strictEqual(holders[1]?.amount, "10000")
    }).pipe(Effect.provide(client))
  )

  it.effect("includes non-fungibles, with their data and locations", () =>
    Effect.gen(function* () {
      const gateway = yield* Gateway
      const made = yield* submit(payloadOf(badges))
      const badge = made.find((address) => address.startsWith("resource_") && address !== XRD) ?? ""
      const { items } = yield* gateway.entityMetadata(badge).pipe(Effect.map((all) => ({ items: all })))
      assert.deepStrictEqual(items[0]?.value.typed, { type: "String", value: "Badges" })

      const ids = yield* ask("state/non-fungible/ids", { resource_address: badge })
      assert.deepInclude(ids.reply.non_fungible_ids, { items: ["#1#", "#2#"], total_count: 2 })
      const { non_fungible_ids } = yield* gateway.nonFungibleData(badge, ["#2#", "#9#"])
      assert.strictEqual(non_fungible_ids.length, 1)
      assert.deepStrictEqual(non_fungible_ids[0]?.data, {
        raw_hex: "5c21010c03426f62",
        programmatic_json: { kind: "Tuple", fields: [{ kind: "String", value: "Bob", field_name: "name" }] }
      })
      const where = yield* ask("state/non-fungible/location", { resource_address: badge, non_fungible_ids: ["#1#"] })
      const [location] = where.reply.non_fungible_ids as ReadonlyArray<Readonly<Record<string, string>>>
      assert.strictEqual(location?.owning_vault_global_ancestor_address, ADA)

      const held = yield* ask("state/entity/page/non-fungibles/", { address: ADA, aggregation_level: "Vault" })
      assert.include(JSON.stringify(held.reply.items), location?.owning_vault_address ?? "no vault")
      const inVault = yield* ask("state/entity/page/non-fungible-vault/ids", {
        address: ADA,
        vault_address: location?.owning_vault_address,
        resource_address: badge,
        limit_per_page: 1
      })
      assert.deepInclude(inVault.reply, { items: ["#1#"], total_count: 2 })
    }).pipe(Effect.provide(client))
  )

  it.effect("includes what a locker stores for an account, and refuses other addresses", () =>
    Effect.gen(function* () {
      const made = yield* submit(
        payloadOf(`CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");
          CALL_METHOD Address("${FAUCET}") "free";
          TAKE_ALL_FROM_WORKTOP Address("${XRD}") Bucket("kept");
          CALL_FUNCTION Address("package_tdx_2_1pkgxxxxxxxxxlckerxxxxxxxxxx000208064247xxxxxxxxx8jnpz0") "AccountLocker" "instantiate"
            Enum<OwnerRole::None>() Enum<AccessRule::AllowAll>() Enum<AccessRule::AllowAll>() Enum<AccessRule::AllowAll>() Enum<AccessRule::AllowAll>() None;
          CALL_METHOD Address("${ADA}") "deposit" Bucket("kept");`)
      )
      const locker = made.find((address) => address.startsWith("locker_")) ?? ""
      const body = { locker_address: locker, account_address: ADA }
      assert.deepInclude((yield* ask("state/account-locker/page/vaults", body)).reply, { items: [], total_count: 0 })
      yield* submit(
        payloadOf(`CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");
          CALL_METHOD Address("${ADA}") "withdraw" Address("${XRD}") Decimal("7");
          TAKE_ALL_FROM_WORKTOP Address("${XRD}") Bucket("kept");
          CALL_METHOD Address("${locker}") "store" Address("${ADA}") Bucket("kept") false;`)
      )
      const kept = yield* ask("state/account-locker/page/vaults", body)
      assert.include(JSON.stringify(kept.reply.items), '"amount":"7"')
      const touched = yield* ask("state/account-lockers/touched-at", { account_lockers: [body] })
      assert.deepStrictEqual(touched.reply.items, [{ ...body, last_touched_at_state_version: 3 }])
      const none = yield* ask("state/account-locker/page/vaults", { ...body, locker_address: ADA })
      assert.strictEqual(none.status, 404)
    }).pipe(Effect.provide(client))
  )

  it.effect("says whether an account would accept a deposit", () =>
    Effect.gen(function* () {
      const { reply } = yield* ask("transaction/account-deposit-pre-validation", {
        account_address: ADA,
        resource_addresses: [XRD]
      })
      assert.deepInclude(reply, {
        allows_try_deposit_batch: true,
        resource_specific_behaviour: [{ resource_address: XRD, allows_try_deposit: true }]
      })
      const configuration = yield* ask("status/network-configuration", {})
      assert.deepInclude(configuration.reply, { network_id: 2, network_name: "localstokenet" })
    }).pipe(Effect.provide(client))
  )
})
