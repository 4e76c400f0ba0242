/** Our builders give exactly the bytes of the text templates, and respect their parameters. */
import { bytesToHex } from "@noble/hashes/utils.js"
import { Either } from "effect"
import { assert, describe, it } from "vitest"
import {
  compileManifest,
  type Manifest,
  type ManifestKind,
  ONE,
  parseManifest,
  renderManifest,
  Templates,
  wellKnown
} from "~/ledger/index"
import { asAccount, asLocker, asResource } from "../addresses"
import { ABSENT } from "./scenarios"
import { EXAMPLES, fill, templates } from "./templates"

const example = (name: string): string => {
  const found = EXAMPLES[name]
  assert.isDefined(found, name)
  return found
}
const XRD = wellKnown("xrd", 2)
const admin = { account: asAccount(example("ADMIN_ACCOUNT")), badge: asResource(example("OWNER_BADGE")), id: "#1#" }
const treasury = asAccount(example("TREASURY"))
const token = asResource(example("TOKEN"))
const locker = asLocker(example("LOCKER"))
const [MEMBER_1, MEMBER_2] = [asAccount(example("MEMBER_1")), asAccount(example("MEMBER_2"))]
const name = example("COMMUNITY_NAME")
const iconUrl = example("ICON_URL")
const units = asResource(example("SERIES_RESOURCE"))

const community = {
  networkId: 2,
  founder: admin.account,
  name,
  description: example("DESCRIPTION"),
  iconUrl,
  siteOrigin: example("SITE_ORIGIN"),
  communityId: example("COMMUNITY_ID"),
  isRecoverable: false
}
const newToken = { symbol: example("SYMBOL"), supply: 1_000_000n * ONE, divisibility: 18, isMintable: false }
const series = {
  by: admin,
  treasury,
  communityName: name,
  seriesId: example("SERIES_ID"),
  name: example("SERIES"),
  symbol: example("SYMBOL"),
  iconUrl,
  units: 1000n,
  currency: XRD,
  faceValue: 100n * ONE,
  issuePrice: (925n * ONE) / 10n,
  maturesAt: 1797776000n,
  termsUrl: example("TERMS_URL"),
  termsHash: example("TERMS_HASH")
}

const ours: Readonly<Record<string, Manifest>> = {
  "01": Templates.deployCommunity({ ...community, token: newToken }),
  "03": Templates.addAdmin({
    admin,
    account: MEMBER_1,
    id: "#2#",
    name: `${name} admin 2`,
    role: "treasurer",
    iconUrl
  }),
  "07": Templates.airdrop({
    admin,
    treasury,
    locker,
    resource: token,
    shares: [
      [MEMBER_1, 100n * ONE],
      [MEMBER_2, 250n * ONE]
    ],
    isDirect: true,
    batchId: example("BATCH_ID"),
    batchHash: example("BATCH_HASH")
  }),
  "08": Templates.claim({ locker, account: MEMBER_1, resource: token, amount: 100n * ONE }),
  "10": Templates.recoverUnclaimed({ admin, treasury, locker, account: MEMBER_2, resource: token, amount: 250n * ONE }),
  "22": Templates.executePayment({
    admin,
    treasury,
    resource: token,
    amount: 500n * ONE,
    payee: MEMBER_2,
    proposalId: example("PROPOSAL_ID"),
    proposalHash: example("PROPOSAL_HASH")
  }),
  "26": Templates.fromFaucet(MEMBER_1, 2),
  "27": Templates.setClaimedEntities({ admin, treasury, entities: [admin.badge, token, locker, example("BOND")] }),
  "29": Templates.issueSeries(series),
  "30": Templates.batchOffer({
    admin,
    treasury,
    gives: { resource: units, amount: 45n * ONE },
    gets: { resource: XRD, amount: (41625n * ONE) / 10n }
  }),
  "31": Templates.order({
    account: MEMBER_1,
    gives: { resource: XRD, amount: 2775n * ONE },
    gets: { resource: units, amount: 30n * ONE }
  }),
  "32": Templates.settleBatch({
    networkId: 2,
    treasury: example("SUBINTENT_1"),
    orders: [
      { subintent: example("SUBINTENT_2"), amount: 30n * ONE },
      { subintent: example("SUBINTENT_3"), amount: 15n * ONE }
    ],
    units,
    payments: XRD,
    fee: 5n * ONE
  })
}

const bytes = (source: string | Manifest, kind: ManifestKind) =>
  bytesToHex(Either.getOrThrowWith(compileManifest(source, { kind, networkId: 2 }), (error) => error).instructions)

describe("templates", () => {
  it.each(Object.entries(ours))("%s compiles", (number, tree) => {
    const kind = number === "32" ? "v2" : number === "30" || number === "31" ? "subintent" : "v1"
    assert.isAbove(bytes(tree, kind).length, 0)
  })

  it.for(Object.entries(ours))("%s has the bytes of the template", ([number, tree], { skip }) => {
    if (templates === undefined) return skip(ABSENT)
    const template = templates.find((each) => each.number === number)
    assert.isDefined(template)
    assert.strictEqual(bytes(tree, template.kind), bytes(fill(template.text), template.kind))
  })

  it("omits a missing token and its links, and lets admins mint and recall where the settings allow it", () => {
    const without = renderManifest(Templates.deployCommunity(community))
    assert.notInclude(without, "CREATE_FUNGIBLE_RESOURCE")
    assert.notInclude(without, '"token"')
    assert.isAbove(bytes(without, "v1").length, 0)
    const fixed = bytes(Templates.deployCommunity({ ...community, token: newToken }), "v1")
    const mintable = Templates.deployCommunity({ ...community, token: { ...newToken, isMintable: true } })
    const recoverable = Templates.deployCommunity({ ...community, token: newToken, isRecoverable: true })
    assert.lengthOf(new Set([fixed, bytes(mintable, "v1"), bytes(recoverable, "v1")]), 3)
  })

  it("locks a coupon's terms together with the others", () => {
    const text = renderManifest(Templates.issueSeries({ ...series, coupon: { rate: ONE / 20n, every: "year" } }))
    assert.match(text, /"coupon_rate" => Tuple\([^"]*"0\.05"/)
    assert.include(text, "coupon_every")
  })

  it("keeps user text as a string, whatever it contains", () => {
    const evil = 'A"; CALL_METHOD Address("x") "withdraw"; #'
    const tree = Templates.deployCommunity({ ...community, name: evil, description: evil, token: newToken })
    const parsed = Either.getOrThrow(parseManifest(renderManifest(tree)))
    assert.lengthOf(parsed.instructions, tree.instructions.length)
    assert.strictEqual(bytes(renderManifest(tree), "v1"), bytes(tree, "v1"))
  })
})
