/** The official gateway SDK reads every response of the local gateway, and its types say what is missing or unknown. */
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { bytesToHex } from "@noble/hashes/utils.js"
import * as Sdk from "@radixdlt/babylon-gateway-api-sdk"
import { RadixEngineToolkit } from "@radixdlt/radix-engine-toolkit"
import { Effect } from "effect"
import ts from "typescript"
import { intentHashOf } from "~/effects/local/gateway/failOnPurpose.server"
import { LocalGateway } from "~/effects/local/LocalGateway.server"
import { encodeTransaction, subintentHash, wellKnown, writeHash } from "~/ledger/index"
import { signedPartial, signedV2, signer } from "../../ledger/signing"
import {
  ADA,
  ada,
  badges,
  FAUCET,
  faucetPayload,
  harbour,
  payloadFor,
  payloadOf,
  XRD
} from "../chain/ledger/transactions"
import { world } from "./world"

/** One response: the name of its type in the SDK, and the JSON. */
interface Read {
  readonly type: string
  readonly json: unknown
}

const ask = (path: string, body: object) =>
  Effect.flatMap(LocalGateway, (gateway) => gateway.respond(path, JSON.parse(JSON.stringify(body))))

/** As the network sends it. */
const read = Effect.fn(function* (type: string, path: string, body: object = {}) {
  const { body: reply, status } = yield* ask(path, body)
  assert.strictEqual(status, 200, `${path}: ${JSON.stringify(reply)}`)
  return { type, json: JSON.parse(JSON.stringify(reply)) as Record<string, unknown> }
})
const refused = Effect.fn(function* (status: number, path: string, body: object = {}) {
  const response = yield* ask(path, body)
  assert.strictEqual(response.status, status, path)
  return { type: "ErrorResponse", json: JSON.parse(JSON.stringify(response.body)) as Record<string, unknown> }
})

const submit = (payload: Uint8Array) =>
  Effect.gen(function* () {
    const sent = yield* read("TransactionSubmitResponse", "transaction/submit", {
      notarized_transaction_hex: bytesToHex(payload)
    })
    return { sent, hash: yield* intentHashOf(payload) }
  })

const EVERYTHING = {
  raw_hex: true,
  receipt_events: true,
  receipt_fee_summary: true,
  receipt_state_changes: true,
  affected_global_entities: true,
  manifest_instructions: true,
  balance_changes: true
}

const burnOne = (resource: string) => `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");
CALL_METHOD Address("${ADA}") "withdraw_non_fungibles" Address("${resource}") Array<NonFungibleLocalId>(NonFungibleLocalId("#2#"));
TAKE_ALL_FROM_WORKTOP Address("${resource}") Bucket("b");
BURN_RESOURCE Bucket("b");`

const failing = `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");
CALL_METHOD Address("${ADA}") "withdraw" Address("${XRD}") Decimal("99999999");`

interface NewEntity {
  readonly entity_type: string
  readonly entity_address: string
}
/** The SDK has no type for state updates. */
const newEntities = (receipt: Sdk.TransactionReceipt | undefined) =>
  (receipt?.state_updates as { readonly new_global_entities: ReadonlyArray<NewEntity> } | undefined)
    ?.new_global_entities ?? []

/** A life of the ledger in which every path has something to tell. */
const responses = Effect.gen(function* () {
  const all: Array<Read> = []
  const collect = <E, R>(one: Effect.Effect<{ type: string; json: Record<string, unknown> }, E, R>) =>
    Effect.map(one, (response) => {
      all.push(response)
      return response.json
    })

  const sent = [yield* submit(faucetPayload()), yield* submit(payloadFor(harbour)), yield* submit(payloadOf(badges))]
  const created = (yield* collect(
    read("StreamTransactionsResponse", "stream/transactions", { opt_ins: EVERYTHING, limit_per_page: 100 })
  )) as unknown as Sdk.StreamTransactionsResponse
  const made = created.items.flatMap(({ receipt }) => newEntities(receipt))
  const first = (kind: string, at = 0) =>
    made.filter(({ entity_type }) => entity_type === kind)[at]?.entity_address ?? ""
  const token = first("GlobalFungibleResource")
  const badge = first("GlobalNonFungibleResource")
  const locker = first("GlobalAccountLocker")
  const treasury = first("GlobalAccount")
  sent.push(yield* submit(payloadOf(burnOne(badge))), yield* submit(payloadOf(failing)))
  const child = signedPartial("YIELD_TO_PARENT;", [ada])
  const root = signedV2(
    `USE_CHILD NamedIntent("c") Intent("${writeHash("subtxid", subintentHash(child.partial.root), 2)}");
     CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5"); YIELD_TO_CHILD NamedIntent("c");`,
    [child],
    [signer(30)]
  )
  sent.push(yield* submit(encodeTransaction({ kind: "notarizedV2", body: root })))
  for (const one of sent) all.push(one.sent)

  const addresses = [XRD, ADA, token, badge, locker, treasury, FAUCET].filter((address) => address !== "")
  assert.lengthOf(addresses, 7)
  for (const aggregation_level of ["Global", "Vault"]) {
    yield* collect(
      read("StateEntityDetailsResponse", "state/entity/details", {
        addresses,
        aggregation_level,
        opt_ins: { explicit_metadata: ["name"], dapp_two_way_links: true, non_fungible_include_nfids: true }
      })
    )
    yield* collect(
      read("StateEntityFungiblesPageResponse", "state/entity/page/fungibles", { address: ADA, aggregation_level })
    )
    yield* collect(
      read("StateEntityNonFungiblesPageResponse", "state/entity/page/non-fungibles", {
        address: ADA,
        aggregation_level,
        limit_per_page: 1
      })
    )
  }
  yield* collect(read("StateEntityMetadataPageResponse", "state/entity/page/metadata", { address: treasury }))
  yield* collect(read("StateEntityMetadataPageResponse", "state/entity/page/metadata", { address: ADA }))
  const vaults = (yield* read("", "state/entity/page/non-fungibles", { address: ADA, aggregation_level: "Vault" }))
    .json as unknown as Sdk.StateEntityNonFungiblesPageResponse
  for (const { resource_address, ...held } of vaults.items) {
    const vault_address = "vaults" in held ? (held.vaults.items[0]?.vault_address ?? "") : ""
    yield* collect(
      read("StateEntityNonFungibleIdsPageResponse", "state/entity/page/non-fungible-vault/ids", {
        address: ADA,
        vault_address,
        resource_address
      })
    )
  }
  const nonFungible = { resource_address: badge, non_fungible_ids: ["#1#", "#2#"] }
  yield* collect(read("StateNonFungibleIdsResponse", "state/non-fungible/ids", nonFungible))
  const data = yield* collect(read("StateNonFungibleDataResponse", "state/non-fungible/data", nonFungible))
  assert.lengthOf(data.non_fungible_ids as ReadonlyArray<unknown>, 2)
  yield* collect(read("StateNonFungibleLocationResponse", "state/non-fungible/location", nonFungible))
  yield* collect(
    read("StateAccountLockerPageVaultsResponse", "state/account-locker/page/vaults", {
      locker_address: locker,
      account_address: ADA
    })
  )
  yield* collect(
    read("StateAccountLockersTouchedAtResponse", "state/account-lockers/touched-at", {
      account_lockers: [{ locker_address: locker, account_address: ADA }]
    })
  )
  for (const resource_address of [XRD, badge]) {
    yield* collect(read("ResourceHoldersResponse", "extensions/resource-holders/page", { resource_address }))
  }
  yield* collect(
    read("AccountDepositPreValidationResponse", "transaction/account-deposit-pre-validation", {
      account_address: ADA,
      resource_addresses: [XRD, token],
      badge: { resource_address: badge, non_fungible_id: "#1#" }
    })
  )
  yield* collect(read("TransactionConstructionResponse", "transaction/construction"))
  yield* collect(
    read("TransactionPreviewResponse", "transaction/preview", {
      manifest: failing,
      flags: { use_free_credit: true, assume_all_signature_proofs: true, skip_epoch_check: true }
    })
  )
  for (const { hash } of sent) {
    yield* collect(read("TransactionStatusResponse", "transaction/status", { intent_hash: hash }))
    for (const opt_ins of [EVERYTHING, {}]) {
      yield* collect(
        read("TransactionCommittedDetailsResponse", "transaction/committed-details", { intent_hash: hash, opt_ins })
      )
    }
  }
  yield* collect(
    read("TransactionStatusResponse", "transaction/status", { intent_hash: yield* intentHashOf(faucetPayload()) })
  )
  for (const partial of [child.partial, signedPartial("YIELD_TO_PARENT;", [ada]).partial]) {
    yield* collect(
      read("TransactionSubintentStatusResponse", "transaction/subintent-status", {
        subintent_hash: writeHash("subtxid", subintentHash(partial.root), 2)
      })
    )
  }
  yield* collect(read("GatewayStatusResponse", "status/gateway-status"))
  yield* collect(read("NetworkConfigurationResponse", "status/network-configuration"))

  yield* collect(refused(404, "state/validators/list"))
  yield* collect(refused(404, "nothing/here"))
  yield* collect(refused(400, "transaction/status", {}))
  yield* collect(refused(400, "state/entity/details", { addresses: ["account_tdx_2_1nothing"] }))
  yield* collect(refused(400, "transaction/submit", { notarized_transaction_hex: "00" }))
  yield* collect(refused(404, "state/entity/details", { addresses: [wellKnown("poolPackage", 2)] }))
  yield* collect(refused(404, "transaction/committed-details", { intent_hash: yield* intentHashOf(faucetPayload()) }))
  return all
}).pipe(Effect.provide(world))

const converter = (name: string): ((value: unknown) => unknown) => {
  const found: unknown = Object.entries(Sdk).find(([key]) => key === name)?.[1]
  if (typeof found !== "function") throw new Error(`the SDK has no ${name}`)
  return (value) => found(value)
}

/** What the SDK made of it, as source of TypeScript, where an unknown member of an object is an error. */
const source = (value: unknown): string => {
  if (value instanceof Date) return `new Date(${value.getTime()})`
  if (Array.isArray(value)) return `[${value.map(source).join(", ")}]`
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    return `{ ${members.map(([key, member]) => `${JSON.stringify(key)}: ${source(member)}`).join(", ")} }`
  }
  return JSON.stringify(value)
}

const WHERE = fileURLToPath(new URL("responses.ts", import.meta.url))

/** Errors of the SDK's types, each with the line it is on. */
const typeErrors = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const text = `import type * as Sdk from "@radixdlt/babylon-gateway-api-sdk"\n${lines.join("\n")}\n`
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: []
  }
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile } = host
  host.fileExists = (file) => file === WHERE || fileExists.call(host, file)
  host.getSourceFile = (file, ...rest) =>
    file === WHERE ? ts.createSourceFile(file, text, ts.ScriptTarget.ES2022) : getSourceFile.call(host, file, ...rest)
  const program = ts.createProgram([WHERE], options, host)
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText, start }) => {
    const line = file === undefined || start === undefined ? -1 : file.getLineAndCharacterOfPosition(start).line
    return `${/Sdk\.\w+/.exec(lines[line - 1] ?? "")?.[0] ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`
  })
}

describe("the official gateway SDK 1.10.1", () => {
  it.effect("reads every response of the local gateway, with nothing missing, unknown or of another type", () =>
    Effect.gen(function* () {
      const all = yield* responses
      assert.isAbove(all.length, 40)
      const lost = all.filter(({ json, type }) => {
        const again = converter(`${type}ToJSON`)(converter(`${type}FromJSON`)(json))
        return JSON.stringify(sorted(JSON.parse(JSON.stringify(again)))) !== JSON.stringify(sorted(json))
      })
      const lines = all.map(
        ({ json, type }, index) => `export const v${index}: Sdk.${type} = ${source(converter(`${type}FromJSON`)(json))}`
      )
      assert.deepStrictEqual(typeErrors(lines), [])
      assert.deepStrictEqual(
        lost.map(({ type }) => type),
        []
      )
    })
  )

  it("finds what is missing or unknown", () => {
    const line = (json: string) => `export const v: Sdk.TransactionSubmitResponse = ${json}`
    assert.deepStrictEqual(typeErrors([line('{ "duplicate": true }')]), [])
    assert.lengthOf(typeErrors([line("{}")]), 1)
    assert.lengthOf(typeErrors([line('{ "duplicate": "true" }')]), 1)
    assert.lengthOf(typeErrors([line('{ "duplicate": true, "more": 1 }')]), 1)
  })

  it.effect("gives the addresses that the official engine toolkit knows", () =>
    Effect.gen(function* () {
      const { json } = yield* read("", "status/network-configuration")
      const given = new Set(Object.values((json as unknown as Sdk.NetworkConfigurationResponse).well_known_addresses))
      const known = yield* Effect.promise(() => RadixEngineToolkit.Utils.knownAddresses(2))
      const all = Object.values(known).flatMap((kind) => Object.values<string>(kind))
      assert.isAbove(all.length, 20)
      assert.deepStrictEqual(
        all.filter((address) => !given.has(address)),
        []
      )
    }).pipe(Effect.provide(world))
  )

  it.effect("reads what was minted and burned", () =>
    Effect.gen(function* () {
      const details = (addresses: ReadonlyArray<string>) =>
        Effect.map(read("", "state/entity/details", { addresses }), ({ json }) => {
          const { items } = json as unknown as Sdk.StateEntityDetailsResponse
          return items.map(({ details: { ...found } = {} }) => {
            const { total_burned, total_minted, total_supply } = found as Record<string, string>
            return { total_burned, total_minted, total_supply }
          })
        })
      const [genesis] = yield* details([XRD])
      yield* submit(payloadOf(badges))
      const stream = (yield* read("", "stream/transactions", { opt_ins: EVERYTHING })).json
      const badge =
        /resource_tdx_2_1n[a-z0-9]{50,}/.exec(
          JSON.stringify(
            (stream.items as ReadonlyArray<{ receipt: { state_updates: unknown } }>)[0]?.receipt.state_updates
          )
        )?.[0] ?? ""
      yield* submit(payloadOf(burnOne(badge)))
      const [xrd, item] = yield* details([XRD, badge])
      assert.deepStrictEqual(item, { total_burned: "1", total_minted: "2", total_supply: "1" })
      // Fees are burned.
      assert.strictEqual(genesis?.total_burned, "0")
      assert.strictEqual(xrd?.total_minted, genesis?.total_minted)
      assert.notStrictEqual(xrd?.total_burned, "0")
    }).pipe(Effect.provide(world))
  )
})

/** Members in one order; a date without its fraction, as JSON may write it either way. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)])
  )
}
