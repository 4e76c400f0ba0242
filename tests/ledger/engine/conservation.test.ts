/** Random transactions neither create nor destroy value, and a failed one changes nothing but its fee. */
import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { execute } from "~/ledger/engine/run/execute"
import type { PlannedIntent } from "~/ledger/engine/run/plan"
import { GENESIS_XRD } from "~/ledger/engine/state/genesis"
import { TABLES, type Table } from "~/ledger/engine/state/rows"
import { formatAmount, hash, ONE, rowKey, type Signer, writeHash } from "~/ledger/index"
import { runs } from "../../sets"
import { Bench, FAUCET, XRD } from "../bench"
import { accountOf, compiled, STOKENET, signer } from "../signing"

const people: ReadonlyArray<Signer> = [signer(61), signer(62), signer(63)]
const accounts = people.map(accountOf)

const CREATE = `CREATE_FUNGIBLE_RESOURCE_WITH_INITIAL_SUPPLY Enum<0u8>() true 18u8 Decimal("100")
    Tuple(Some(Tuple(Some(Enum<0u8>()), None)), Some(Tuple(Some(Enum<0u8>()), None)), None, None, None, None)
    Tuple(Map<String, Tuple>(), Map<String, Enum>()) None;
  CREATE_NON_FUNGIBLE_RESOURCE_WITH_INITIAL_SUPPLY Enum<0u8>() Enum<1u8>() true
    Enum<0u8>(Enum<0u8>(Tuple(Array<Enum>(Enum<14u8>(Array<Enum>())), Array<Tuple>(Tuple(None, None)), Array<Enum>(Enum<0u8>()))), Enum<1u8>(0u64), Array<String>())
    Map<NonFungibleLocalId, Tuple>(${[1, 2, 3, 4].map((id) => `NonFungibleLocalId("#${id}#") => Tuple(Tuple())`).join(", ")})
    Tuple(Some(Tuple(Some(Enum<0u8>()), None)), Some(Tuple(Some(Enum<0u8>()), None)), None, None, None, None, None)
    Tuple(Map<String, Tuple>(), Map<String, Enum>()) None;
  CALL_METHOD Address("${accounts[0]}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`

let serial = 0
/** Signatures are tested elsewhere: the signers are taken as given here. */
const run = (bench: Bench, text: string, by: ReadonlyArray<Signer>) => {
  const { values } = compiled(text, "v1")
  const intent = hash(Uint8Array.of(serial & 255, (serial >> 8) & 255, (serial++ >> 16) & 255))
  const root: PlannedIntent = {
    hash: intent,
    instructions: values,
    children: [],
    signers: by.map(({ publicKey }) => publicKey)
  }
  const plan = {
    root,
    subintents: [],
    intentHash: writeHash("txid", intent, STOKENET),
    instructionCount: values.length
  }
  const options = { networkId: STOKENET, time: { now: 1000, epoch: 3 }, version: ++bench.version }
  const outcome = execute(bench.rows, plan, options)
  if (outcome.status !== "PermanentlyRejected") bench.rows.apply(outcome.changes)
  return outcome
}

const start = () => {
  const bench = new Bench()
  for (const account of accounts) {
    run(
      bench,
      `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5"); CALL_METHOD Address("${FAUCET}") "free";
       CALL_METHOD Address("${account}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`,
      []
    )
  }
  const made = run(bench, `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");\n${CREATE}`, [])
  assert.strictEqual(made.status, "CommittedSuccess")
  const [token = "", item = ""] = "created" in made ? made.created.filter((each) => each.startsWith("resource")) : []
  return { bench, token, item }
}

const contents = (bench: Bench): ReadonlyMap<string, string> =>
  new Map(
    (Object.keys(TABLES) as ReadonlyArray<Table>).flatMap((table) =>
      [...bench.rows.of(table)].map(([id, row]) => [
        rowKey(table, id),
        JSON.stringify(row, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))
      ])
    )
  )

const check = (bench: Bench, fees: bigint) => {
  const totals = new Map<string, bigint>()
  const holders = new Map<string, string>()
  for (const [key, { amount, ids }] of bench.rows.of("balance")) {
    const cut = key.lastIndexOf("/")
    const resource = key.slice(cut + 1)
    assert.isTrue(amount >= 0n)
    totals.set(resource, (totals.get(resource) ?? 0n) + amount)
    for (const id of ids ?? []) {
      assert.isFalse(holders.has(`${resource}/${id}`), "one non-fungible is in two places")
      holders.set(`${resource}/${id}`, key.slice(0, cut))
    }
  }
  for (const [address, entity] of bench.rows.of("entity")) {
    if ("supply" in entity) assert.strictEqual(totals.get(address) ?? 0n, entity.supply, address)
  }
  for (const [key, { holder }] of bench.rows.of("item")) assert.strictEqual(holders.get(key) ?? null, holder, key)
  assert.strictEqual(totals.get(XRD), GENESIS_XRD - fees)
}

const who = fc.nat({ max: 2 })
const amount = fc.oneof(fc.constantFrom(0n, 1n, ONE, 50n * ONE, 100n * ONE, -ONE), fc.bigInt(0n, 120n * ONE))
const ids = fc
  .subarray(["#1#", "#2#", "#3#", "#4#", "#5#"])
  .map((each) => `Array<NonFungibleLocalId>(${each.map((id) => `NonFungibleLocalId("${id}")`).join(", ")})`)

/** One instruction, or a few that belong together; `T`, `N` and `X` stand for token, item and XRD. */
const step = fc.oneof(
  fc
    .tuple(who, fc.constantFrom("T", "X"), amount)
    .map(
      ([from, what, much]) =>
        `CALL_METHOD Address("${accounts[from]}") "withdraw" Address("${what}") Decimal("${formatAmount(much)}");`
    ),
  fc
    .tuple(who, ids)
    .map(([from, some]) => `CALL_METHOD Address("${accounts[from]}") "withdraw_non_fungibles" Address("N") ${some};`),
  fc.tuple(who, fc.constantFrom("T", "X", "N"), amount).map(
    ([to, what, much]) =>
      `TAKE_FROM_WORKTOP Address("${what}") Decimal("${formatAmount(much)}") Bucket("B");
       CALL_METHOD Address("${accounts[to]}") "try_deposit_or_abort" Bucket("B") None;`
  ),
  who.map((to) => `CALL_METHOD Address("${accounts[to]}") "deposit_batch" Expression("ENTIRE_WORKTOP");`),
  fc
    .tuple(fc.constantFrom("T", "N"), amount)
    .map(
      ([what, much]) =>
        `TAKE_FROM_WORKTOP Address("${what}") Decimal("${formatAmount(much)}") Bucket("B"); BURN_RESOURCE Bucket("B");`
    ),
  amount.map((much) => `MINT_FUNGIBLE Address("T") Decimal("${formatAmount(much)}");`),
  fc
    .nat({ max: 6 })
    .map(
      (id) =>
        `MINT_NON_FUNGIBLE Address("N") Map<NonFungibleLocalId, Tuple>(NonFungibleLocalId("#${id}#") => Tuple(Tuple()));`
    ),
  fc
    .tuple(who, amount)
    .map(
      ([by, much]) =>
        `CALL_METHOD Address("${accounts[by]}") "create_proof_of_amount" Address("T") Decimal("${formatAmount(much)}");`
    ),
  fc
    .tuple(who, ids)
    .map(
      ([by, some]) => `CALL_METHOD Address("${accounts[by]}") "create_proof_of_non_fungibles" Address("N") ${some};`
    ),
  fc.constantFrom(
    "DROP_AUTH_ZONE_REGULAR_PROOFS;",
    'TAKE_ALL_FROM_WORKTOP Address("T") Bucket("B"); CREATE_PROOF_FROM_BUCKET_OF_ALL Bucket("B") Proof("P"); PUSH_TO_AUTH_ZONE Proof("P"); RETURN_TO_WORKTOP Bucket("B");',
    'TAKE_ALL_FROM_WORKTOP Address("N") Bucket("B"); RETURN_TO_WORKTOP Bucket("B");',
    'CREATE_PROOF_FROM_AUTH_ZONE_OF_ALL Address("T") Proof("P"); CLONE_PROOF Proof("P") Proof("Q"); DROP_PROOF Proof("P");'
  ),
  who.map((by) => `CALL_METHOD Address("${accounts[by]}") "lock_fee" Decimal("3");`)
)

interface Attempt {
  readonly steps: ReadonlyArray<string>
  readonly signers: ReadonlyArray<number>
  readonly payer: number | undefined
}
const attempt: fc.Arbitrary<Attempt> = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 7 }),
  signers: fc.subarray([0, 1, 2], { minLength: 2 }),
  payer: fc.option(who, { nil: undefined })
})

const textOf = ({ payer, steps }: Attempt, token: string, item: string): string => {
  const from = payer === undefined ? FAUCET : (accounts[payer] ?? FAUCET)
  const numbered = steps.map((each, index) =>
    each
      .replaceAll('Address("T")', `Address("${token}")`)
      .replaceAll('Address("N")', `Address("${item}")`)
      .replaceAll('Address("X")', `Address("${XRD}")`)
      .replace(/(Bucket|Proof)\("([BPQ])"\)/g, `$1("$2${index}")`)
  )
  const last = `CALL_METHOD Address("${accounts[0]}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`
  return [`CALL_METHOD Address("${from}") "lock_fee" Decimal("5");`, ...numbered, last].join("\n")
}

describe("every random transaction", () => {
  const seen = { CommittedSuccess: 0, CommittedFailure: 0, PermanentlyRejected: 0 }

  it("conserves value, and changes nothing but the fee when it fails", () => {
    fc.assert(
      fc.property(fc.array(attempt, { minLength: 1, maxLength: 5 }), (attempts) => {
        const { bench, item, token } = start()
        let fees = GENESIS_XRD - supplyOf(bench)
        for (const each of attempts) {
          const before = contents(bench)
          const outcome = run(
            bench,
            textOf(each, token, item),
            each.signers.flatMap((index) => people[index] ?? [])
          )
          seen[outcome.status] += 1
          if (outcome.status !== "PermanentlyRejected") fees += outcome.fee
          check(bench, fees)
          if (outcome.status === "CommittedSuccess") continue
          const after = contents(bench)
          const changed = [...after].filter(([key, row]) => before.get(key) !== row).map(([key]) => key)
          const payers = outcome.status === "CommittedFailure" ? outcome.feeShares.map(({ holder }) => holder) : []
          const allowed = payers.flatMap((payer) => [`balance/${payer}/${XRD}`, `entity/${XRD}`])
          assert.deepStrictEqual(
            changed.filter((key) => !allowed.includes(key) && !key.startsWith("intent/")),
            []
          )
          assert.isAtLeast(after.size, before.size)
        }
      }),
      { numRuns: runs(150, 300) }
    )
    // Otherwise the property would hold only because nothing was tried.
    assert.isAbove(seen.CommittedSuccess, 20)
    assert.isAbove(seen.CommittedFailure, 20)
  })
})

const supplyOf = (bench: Bench): bigint => {
  const entity = bench.rows.get("entity", XRD)
  return entity !== undefined && "supply" in entity ? entity.supply : 0n
}
