/**
 * Secured bonds (docs/ledger.md): numbered bonds, each with collateral in an access controller of its own. The recovery
 * that gives the controller to the bond's holder is proposed by a timer key which is burned in the same transaction, and
 * no other role exists. So nobody can stop, shorten or redirect the delay, and nobody reaches the collateral before it
 * is over.
 */
import type { AccountAddress, ControllerAddress, ResourceAddress } from "../address"
import { type Amount, ONE } from "../amount"
import type { Instruction, Manifest, Term } from "../manifest/Manifest"
import * as Tree from "../manifest/Manifest"
import type { NewSeries } from "./bondSeries"
import { type Opener, ownersOf, proven } from "./escrowAccount"
import {
  allocate,
  call,
  deny,
  depositWorktop,
  giveWorktop,
  ids,
  Meta,
  metadata,
  noRole,
  once,
  requires,
  reserved,
  take,
  withdraw
} from "./snippets"

/**
 * Bonds of one series. A controller costs about 6 million execution and 4 million finalization cost units, of which a
 * transaction has 100 and 50 million.
 */
export const MAX_SECURED = 10

export interface NewSecuredSeries extends Omit<NewSeries, "coupon"> {
  readonly networkId: number
  readonly collateral: {
    readonly resource: ResourceAddress
    /** For each bond. */
    readonly amount: Amount
    /** From the transaction to the moment at which holders can take it. */
    readonly delayMinutes: number
  }
}

const BOND = Tree.namedAddress("bond")
const TIMER = Tree.namedAddress("timer")
const vaultOf = (number: bigint) => `vault${number}`

export const bondIdOf = (number: bigint | number): string => `#${number}#`

/** What the holder of one bond may do once the delay is over: everything. */
const toHolder = (bond: Term, id: string): Term => {
  const holder = Tree.variant(2, Tree.variant(0, Tree.variant(0, Tree.variant(0, Tree.tuple(bond, Tree.localId(id))))))
  return Tree.tuple(holder, holder, deny)
}

const WELL_KNOWN = { string: 12, u32: 9, decimal: 192, instant: 196 } as const
const FIELDS = [
  ["name", "string"],
  ["number", "u32"],
  ["currency", "string"],
  ["face_value", "decimal"],
  ["matures_at", "instant"],
  ["collateral", "string"],
  ["collateral_amount", "decimal"],
  ["terms_hash", "string"]
] as const

/** Every field is of a well-known type, and none can change. */
const dataSchema = Tree.variant(
  0,
  Tree.variant(
    0,
    Tree.tuple(
      Tree.array(
        "Enum",
        Tree.variant(14, Tree.array("Enum", ...FIELDS.map(([, type]) => Tree.variant(0, Tree.u8(WELL_KNOWN[type])))))
      ),
      Tree.array(
        "Tuple",
        Tree.tuple(
          Tree.some(Tree.text("SecuredBond")),
          Tree.some(Tree.variant(0, Tree.array("String", ...FIELDS.map(([name]) => Tree.text(name)))))
        )
      ),
      Tree.array("Enum", Tree.variant(0))
    )
  ),
  Tree.variant(1, Tree.u64(0n)),
  Tree.array("String")
)

const dataOf = (given: NewSecuredSeries, number: bigint): Term =>
  Tree.tuple(
    Tree.tuple(
      Tree.text(`${given.symbol} #${number}`),
      Tree.u32(Number(number)),
      Tree.text(given.currency),
      Tree.decimal(given.faceValue),
      Tree.i64(given.maturesAt),
      Tree.text(given.collateral.resource),
      Tree.decimal(given.collateral.amount),
      Tree.text(given.termsHash)
    )
  )

const createBonds = (given: NewSecuredSeries, numbers: ReadonlyArray<bigint>): Instruction =>
  Tree.instruction(
    "CREATE_NON_FUNGIBLE_RESOURCE_WITH_INITIAL_SUPPLY",
    Tree.variant(1, ownersOf(given.by)),
    Tree.variant(1),
    Tree.bool(true),
    dataSchema,
    Tree.map(
      "NonFungibleLocalId",
      "Tuple",
      ...numbers.map((number) => [Tree.localId(bondIdOf(number)), dataOf(given, number)] as const)
    ),
    // Nobody mints, burns, freezes or recalls a bond: without its bond, collateral would be lost forever.
    Tree.tuple(noRole, noRole, noRole, noRole, noRole, noRole, noRole),
    metadata(
      ["name", Meta.text(given.name), true],
      ["symbol", Meta.text(given.symbol), true],
      ["description", Meta.text(`Secured bond of ${given.communityName}`), true],
      ["icon_url", Meta.url(given.iconUrl), false],
      ["tags", Meta.texts("bond"), true],
      ["dapp_definitions", Meta.addresses(Tree.address(given.treasury)), true],
      ["currency", Meta.address(Tree.address(given.currency)), true],
      ["face_value", Meta.decimal(given.faceValue), true],
      ["issue_price", Meta.decimal(given.issuePrice), true],
      ["matures_at", Meta.instant(given.maturesAt), true],
      ["collateral", Meta.address(Tree.address(given.collateral.resource)), true],
      ["collateral_amount", Meta.decimal(given.collateral.amount), true],
      ["terms_url", Meta.url(given.termsUrl), true],
      ["terms_hash", Meta.text(given.termsHash), true]
    ),
    reserved("bond")
  )

const createTimer = ({ symbol }: NewSecuredSeries): Instruction =>
  Tree.instruction(
    "CREATE_FUNGIBLE_RESOURCE_WITH_INITIAL_SUPPLY",
    Tree.variant(0),
    Tree.bool(true),
    Tree.u8(0),
    Tree.decimal(ONE),
    Tree.tuple(
      noRole,
      Tree.some(Tree.tuple(Tree.some(Tree.variant(0)), Tree.some(deny))),
      noRole,
      noRole,
      noRole,
      noRole
    ),
    metadata(["name", Meta.text(`${symbol} timer key (burned)`), true]),
    reserved("timer")
  )

const lock = ({ collateral, treasury }: NewSecuredSeries, number: bigint): ReadonlyArray<Instruction> => [
  withdraw(treasury, collateral.resource, collateral.amount),
  take(collateral.resource, collateral.amount, `collateral${number}`),
  Tree.instruction(
    "CREATE_ACCESS_CONTROLLER",
    Tree.bucket(`collateral${number}`),
    Tree.tuple(deny, requires(TIMER), deny),
    Tree.some(Tree.u32(collateral.delayMinutes)),
    reserved(vaultOf(number))
  )
]

/** Issues all bonds and locks the collateral of each, or does nothing. */
export const issueSecured = (given: NewSecuredSeries): Manifest => {
  const { by, networkId, seriesId, termsHash, treasury, units } = given
  const numbers = Array.from({ length: Number(units) }, (_, index) => BigInt(index + 1))
  return Tree.manifest(
    allocate(networkId, "resourcePackage", "NonFungibleResourceManager", "bond"),
    allocate(networkId, "resourcePackage", "FungibleResourceManager", "timer"),
    ...numbers.map((number) => allocate(networkId, "accessControllerPackage", "AccessController", vaultOf(number))),
    ...proven(by),
    createBonds(given, numbers),
    createTimer(given),
    giveWorktop(treasury),
    ...numbers.flatMap((number) => lock(given, number)),
    call(treasury, "create_proof_of_amount", TIMER, Tree.decimal(ONE)),
    ...numbers.map((number) =>
      call(
        Tree.namedAddress(vaultOf(number)),
        "initiate_recovery_as_recovery",
        toHolder(BOND, bondIdOf(number)),
        Tree.none
      )
    ),
    // Its proof is dropped alone: proofs of the admin or the signers are needed for what follows.
    Tree.instruction("POP_FROM_AUTH_ZONE", Tree.proof("timer")),
    Tree.instruction("DROP_PROOF", Tree.proof("timer")),
    call(treasury, "burn", TIMER, Tree.decimal(ONE)),
    ...once(treasury, `series:${seriesId}`, termsHash)
  )
}

/** One bond's collateral, and what has been done with its controller so far. */
export interface SecuredVault {
  readonly vault: ControllerAddress
  /** As `#1#`. */
  readonly id: string
  /** Anyone may confirm the recovery; what was confirmed cannot be confirmed again. */
  readonly isConfirmed: boolean
  /** The holder, or a former one, asked to withdraw and did not finish. */
  readonly isWithdrawing: boolean
}

const opened = (bond: ResourceAddress, vaults: ReadonlyArray<SecuredVault>, proof: Instruction) => [
  ...vaults
    .filter(({ isConfirmed }) => !isConfirmed)
    .map(({ id, vault }) => call(vault, "timed_confirm_recovery", toHolder(Tree.address(bond), id), Tree.none)),
  proof,
  ...vaults.flatMap(({ isWithdrawing, vault }) => [
    ...(isWithdrawing ? [] : [call(vault, "initiate_badge_withdraw_attempt_as_primary")]),
    call(vault, "quick_confirm_primary_role_badge_withdraw_attempt")
  ])
]

const proofOfBonds = (holder: AccountAddress, bond: ResourceAddress, vaults: ReadonlyArray<SecuredVault>) =>
  call(holder, "create_proof_of_non_fungibles", Tree.address(bond), ids(...vaults.map(({ id }) => id)))

/** After the delay: a holder takes the collateral of their bonds, and still holds the bonds. */
export const takeCollateral = (
  holder: AccountAddress,
  bond: ResourceAddress,
  vaults: ReadonlyArray<SecuredVault>
): Manifest => Tree.manifest(...opened(bond, vaults, proofOfBonds(holder, bond, vaults)), depositWorktop(holder))

/** The same for bonds that the treasury holds: those it redeemed, and those nobody bought. */
export const releaseCollateral = (given: {
  readonly by: Opener
  readonly treasury: AccountAddress
  readonly bond: ResourceAddress
  readonly vaults: ReadonlyArray<SecuredVault>
  readonly idempotencyKey: string
  readonly digest: string
}): Manifest => {
  const { bond, by, digest, idempotencyKey, treasury, vaults } = given
  return Tree.manifest(
    ...proven(by),
    ...opened(bond, vaults, proofOfBonds(treasury, bond, vaults)),
    giveWorktop(treasury),
    ...once(treasury, idempotencyKey, digest)
  )
}
