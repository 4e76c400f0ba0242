/** An in-memory ledger with a manual clock: runs manifests as text, keeps their effects and returns balances. */
import { Either } from "effect"
import { assert } from "vitest"
import { type Committed, execute, type Outcome } from "~/ledger/engine/run/execute"
import { type Plan, planV1Transaction, planV2Transaction, type Refusal } from "~/ledger/engine/run/plan"
import { MemoryRows } from "~/ledger/engine/state/Draft"
import { genesis } from "~/ledger/engine/state/genesis"
import {
  formatAmount,
  type NewCommunity,
  renderManifest,
  type SignedPartial,
  type Signer,
  subintentHash,
  Templates,
  wellKnown,
  writeHash
} from "~/ledger/index"
import { accountOf, STOKENET, signedPartial, signedV1, signedV2, signer } from "./signing"
import { fill, templates } from "./templates"

export const XRD = wellKnown("xrd", STOKENET)
export const FAUCET = wellKnown("faucet", STOKENET)

const FREE = `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("10");\n`
const EPOCH_SECONDS = 300

export class Bench {
  readonly rows = new MemoryRows()
  version = 1
  now = 1_000

  readonly founder = signer(11)
  readonly ada = signer(12)
  readonly ben = signer(13)
  readonly names: Record<string, string> = {
    ADMIN_ACCOUNT: accountOf(this.founder),
    MEMBER_1: accountOf(this.ada),
    MEMBER_2: accountOf(this.ben),
    PAYEE: accountOf(this.ben)
  }

  constructor() {
    this.rows.apply(genesis(STOKENET))
  }

  private time = () => ({ now: this.now, epoch: Math.floor(this.now / EPOCH_SECONDS) })

  private finish(plan: Either.Either<Plan, Refusal>): Outcome {
    if (Either.isLeft(plan)) return { status: "PermanentlyRejected", error: plan.left.message }
    this.version += 1
    const options = { networkId: STOKENET, time: this.time(), version: this.version }
    const outcome = execute(this.rows, plan.right, options)
    if (outcome.status !== "PermanentlyRejected") this.rows.apply(outcome.changes)
    return outcome
  }

  submit = (transaction: ReturnType<typeof signedV1>): Outcome =>
    this.finish(planV1Transaction(transaction, { networkId: STOKENET, time: this.time() }))
  submitV2 = (transaction: ReturnType<typeof signedV2>): Outcome =>
    this.finish(planV2Transaction(transaction, { networkId: STOKENET, time: this.time() }))

  /** Paid for by the faucet. */
  run = (text: string, ...signers: ReadonlyArray<Signer>): Outcome => this.submit(signedV1(FREE + text, signers))

  ok(text: string, ...signers: ReadonlyArray<Signer>): Committed {
    return committed(this.run(text, ...signers))
  }

  text(number: string, values: Readonly<Record<string, string>> = {}): string {
    const template = templates?.find((each) => each.number === number)
    assert.isDefined(template)
    return fill(template.text, { ...this.names, ...values })
  }

  balance = (holder: string, resource: string = XRD): string =>
    formatAmount(this.rows.get("balance", `${holder}/${resource}`)?.amount ?? 0n)
  ids = (holder: string, resource: string): ReadonlyArray<string> =>
    this.rows.get("balance", `${holder}/${resource}`)?.ids ?? []

  /** Gives XRD to each signer. */
  fund(...signers: ReadonlyArray<Signer>) {
    for (const each of signers) this.ok(renderManifest(Templates.fromFaucet(accountOf(each), STOKENET)))
  }

  /** The first entity of a blueprint that a transaction created. */
  made = ({ created }: Committed, prefix: string): string => {
    const found = created.find((address) => address.startsWith(prefix) && this.names[address] === undefined)
    assert.isDefined(found, prefix)
    return found
  }

  /** Deploys from the template as text. */
  deploy(values: Readonly<Record<string, string>> = {}): Committed {
    return this.named(this.ok(this.text("01", values), this.founder))
  }

  /** Deploys from our own template. */
  found(community: NewCommunity): Committed {
    return this.named(this.ok(renderManifest(Templates.deployCommunity(community)), this.founder))
  }

  private named(done: Committed): Committed {
    const entities = done.created.map((address) => [address, this.rows.get("entity", address)?.blueprint] as const)
    const find = (blueprint: string) => entities.find(([, each]) => each === blueprint)?.[0] ?? ""
    this.names.OWNER_BADGE = find("NonFungibleResourceManager")
    this.names.TOKEN = find("FungibleResourceManager")
    this.names.LOCKER = find("AccountLocker")
    const accounts = entities.filter(([, blueprint]) => blueprint === "Account").map(([address]) => address)
    this.names.TREASURY = accounts.find((address) => address.startsWith("account_tdx_2_1c")) ?? ""
    return done
  }

  name = (key: string): string => {
    const found = this.names[key]
    assert.isDefined(found, key)
    return found
  }

  offer = (number: string, signers: ReadonlyArray<Signer>, values: Readonly<Record<string, string>> = {}) =>
    signedPartial(this.text(number, values), signers)

  /** Submits pre-authorizations under one of the root templates. */
  settle(
    number: string,
    children: ReadonlyArray<SignedPartial>,
    values: Readonly<Record<string, string>> = {}
  ): Outcome {
    const hashes = children.map(({ partial }) => writeHash("subtxid", subintentHash(partial.root), STOKENET))
    const named = Object.fromEntries(hashes.map((hash, index) => [`SUBINTENT_${index + 1}`, hash]))
    return this.submitV2(signedV2(this.text(number, { ...named, ...values }), children))
  }
}

export const committed = (outcome: Outcome): Committed => {
  assert.strictEqual(outcome.status, "CommittedSuccess", "error" in outcome ? outcome.error : "")
  return outcome as Committed // Asserted just before.
}

/** Failed after its fee was paid; the reason starts or continues with this. */
export const failing = (outcome: Outcome, reason: string): Committed => {
  assert.strictEqual(outcome.status, "CommittedFailure", "error" in outcome ? outcome.error : "")
  assert.include(outcome.error, reason)
  return outcome as Committed // Asserted just before.
}

export const rejecting = (outcome: Outcome, reason: string) => {
  assert.strictEqual(outcome.status, "PermanentlyRejected", "error" in outcome ? outcome.error : "")
  assert.include(outcome.error, reason)
}
