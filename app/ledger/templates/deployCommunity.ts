/** Template 01: creates badge, token, treasury and locker of a community in one transaction, with links both ways. */
import type { AccountAddress } from "../address"
import type { Amount } from "../amount"
import { wellKnown } from "../entities"
import type { Instruction, Manifest, Term } from "../manifest/Manifest"
import * as Tree from "../manifest/Manifest"
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
  role,
  setMetadata
} from "./snippets"

export interface NewToken {
  /** Absent: the community's own. */
  readonly name?: string
  readonly iconUrl?: string
  readonly symbol: string
  readonly supply: Amount
  /** 0 to 18. */
  readonly divisibility: number
  /** Whether admins may mint more, permanently; otherwise the supply is fixed. */
  readonly isMintable: boolean
}

export interface NewCommunity {
  readonly networkId: number
  /** The founder's account, which gets the first badge. */
  readonly founder: AccountAddress
  readonly name: string
  readonly description: string
  readonly iconUrl: string
  readonly siteOrigin: string
  /** Ties the treasury to the draft that it was deployed from. */
  readonly communityId: string
  /** Absent: no token, or a linked one. */
  readonly token?: NewToken
  /** Whether admins may recover unclaimed payments. Can never be changed. */
  readonly isRecoverable: boolean
  /**
   * Idempotency key, locked on the founder's account with the treasury's address: a second deployment with the same key
   * reverts.
   */
  readonly idempotencyKey?: string
}

const BADGE = Tree.namedAddress("owner_badge")
const TOKEN = Tree.namedAddress("token")
const TREASURY = Tree.namedAddress("treasury")
const LOCKER = Tree.namedAddress("locker")

const byBadge = requires(BADGE)
/** The badge controls badge, token and locker permanently; the treasury may later move to a stricter rule. */
const fixedOwner = Tree.variant(1, byBadge)
const updatableOwner = Tree.variant(2, byBadge)

/** Well-known types of a badge's data: string, string, URL. */
const BADGE_TYPES = [12, 12, 198]
const BADGE_FIELDS = ["name", "role", "key_image_url"]

const badgeSchema = (): Term =>
  Tree.variant(
    0,
    Tree.variant(
      0,
      Tree.tuple(
        Tree.array(
          "Enum",
          Tree.variant(14, Tree.array("Enum", ...BADGE_TYPES.map((type) => Tree.variant(0, Tree.u8(type)))))
        ),
        Tree.array(
          "Tuple",
          Tree.tuple(
            Tree.some(Tree.text("CommunityAdmin")),
            Tree.some(Tree.variant(0, Tree.array("String", ...BADGE_FIELDS.map(Tree.text))))
          )
        ),
        Tree.array("Enum", Tree.variant(0))
      )
    ),
    Tree.variant(1, Tree.u64(0n)),
    Tree.array("String", Tree.text("role"))
  )

/** Data of one admin badge, in its tuple. */
export const badgeData = (name: string, roleName: string, iconUrl: string): Term =>
  Tree.tuple(Tree.tuple(Tree.text(name), Tree.text(roleName), Tree.text(iconUrl)))

const createBadge = ({ iconUrl, name }: NewCommunity): Instruction =>
  Tree.instruction(
    "CREATE_NON_FUNGIBLE_RESOURCE_WITH_INITIAL_SUPPLY",
    fixedOwner,
    Tree.variant(1),
    Tree.bool(true),
    badgeSchema(),
    Tree.map("NonFungibleLocalId", "Tuple", [Tree.localId("#1#"), badgeData(`${name} admin 1`, "founder", iconUrl)]),
    Tree.tuple(role(byBadge), role(byBadge), noRole, noRole, noRole, noRole, role(byBadge)),
    metadata(
      ["name", Meta.text(`${name} admin`), true],
      ["description", Meta.text(`Administers ${name}`), false],
      ["icon_url", Meta.url(iconUrl), false],
      ["tags", Meta.texts("badge", "dao"), false],
      ["dapp_definitions", Meta.addresses(TREASURY), true]
    ),
    reserved("owner_badge")
  )

const createToken = ({ description, iconUrl, name }: NewCommunity, token: NewToken): Instruction =>
  Tree.instruction(
    "CREATE_FUNGIBLE_RESOURCE_WITH_INITIAL_SUPPLY",
    fixedOwner,
    Tree.bool(true),
    Tree.u8(token.divisibility),
    Tree.decimal(token.supply),
    Tree.tuple(
      token.isMintable ? role(byBadge, byBadge) : role(deny),
      role(Tree.variant(0)),
      noRole,
      noRole,
      noRole,
      noRole
    ),
    metadata(
      ["name", Meta.text(token.name ?? name), true],
      ["symbol", Meta.text(token.symbol), true],
      ["description", Meta.text(description), false],
      ["icon_url", Meta.url(token.iconUrl ?? iconUrl), false],
      ["tags", Meta.texts("dao", "governance"), false],
      ["dapp_definitions", Meta.addresses(TREASURY), true]
    ),
    reserved("token")
  )

const createLocker = ({ isRecoverable, networkId }: NewCommunity): Instruction =>
  Tree.instruction(
    "CALL_FUNCTION",
    Tree.address(wellKnown("lockerPackage", networkId)),
    Tree.text("AccountLocker"),
    Tree.text("instantiate"),
    fixedOwner,
    byBadge,
    deny,
    isRecoverable ? byBadge : deny,
    deny,
    reserved("locker")
  )

const links = (given: NewCommunity, hasToken: boolean): ReadonlyArray<Instruction> => [
  setMetadata(TREASURY, "account_type", Meta.text("dapp definition")),
  setMetadata(TREASURY, "name", Meta.text(given.name)),
  setMetadata(TREASURY, "description", Meta.text(given.description)),
  setMetadata(TREASURY, "icon_url", Meta.url(given.iconUrl)),
  setMetadata(TREASURY, "tags", Meta.texts("dao", "community")),
  setMetadata(TREASURY, "claimed_websites", Meta.origins(given.siteOrigin)),
  setMetadata(TREASURY, "claimed_entities", Meta.addresses(BADGE, ...(hasToken ? [TOKEN] : []), LOCKER)),
  setMetadata(TREASURY, "app_community_id", Meta.text(given.communityId)),
  setMetadata(LOCKER, "name", Meta.text(`${given.name} distributions`)),
  setMetadata(LOCKER, "dapp_definition", Meta.address(TREASURY)),
  setMetadata(TREASURY, "account_locker", Meta.address(LOCKER))
]

/** The order matters: the worktop must contain only what each deposit should move. */
export const deployCommunity = (given: NewCommunity): Manifest => {
  const { founder, networkId, idempotencyKey, token } = given
  return Tree.manifest(
    allocate(networkId, "resourcePackage", "NonFungibleResourceManager", "owner_badge"),
    ...(token === undefined ? [] : [allocate(networkId, "resourcePackage", "FungibleResourceManager", "token")]),
    allocate(networkId, "accountPackage", "Account", "treasury"),
    allocate(networkId, "lockerPackage", "AccountLocker", "locker"),
    createBadge(given),
    depositWorktop(founder),
    call(founder, "create_proof_of_non_fungibles", BADGE, ids("#1#")),
    ...(token === undefined ? [] : [createToken(given, token)]),
    Tree.instruction("CREATE_ACCOUNT_ADVANCED", updatableOwner, reserved("treasury")),
    createLocker(given),
    ...links(given, token !== undefined),
    giveWorktop(TREASURY),
    ...(idempotencyKey === undefined ? [] : once(founder, idempotencyKey, Meta.address(TREASURY)))
  )
}
