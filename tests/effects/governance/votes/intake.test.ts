import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck as fc } from "effect"
import { ballotDigest } from "~/effects/governance/votes/ballot/Ballot"
import { NO_CHANGES } from "~/effects/governance/votes/ballot/changes"
import { OBJECTION_WORDS } from "~/effects/governance/votes/ballot/choice"
import {
  BALLOT_LIFE_MS,
  castBallot,
  checkBallot,
  type Intake,
  readBallot
} from "~/effects/governance/votes/ballot/intake"
import { emptySums } from "~/effects/governance/votes/count/Count"
import { recount } from "~/effects/governance/votes/count/result"
import { isSignedFor } from "~/effects/governance/votes/file/signature"
import { proposalDigest } from "~/effects/governance/votes/proposal/FrozenProposal"
import { fixedChoices } from "~/effects/governance/votes/proposal/voteTypes"
import { rolaHash } from "~/effects/people/wallet-session/proof/rola"
import { isSignedBy } from "~/effects/people/wallet-session/proof/signature.server"
import { ballotOf, CLOSES, hexOf, labelled, OPENS, proposalOf, sign, type TestVote, testSite, testVoter } from "./world"

const ada = testVoter("ada")
const ben = testVoter("ben")
const AT = OPENS + 3_600_000

const world = (over: Partial<TestVote> = {}) => proposalOf({ voters: [ada, ben], ...over })
const proposal = world()
const ballot = ballotOf(proposal, { voter: ada, choice: "yes" }, AT, null)
const proof = sign(ada.key, ballotDigest(ballot))

const intake = (over: Partial<Intake> = {}): Intake => ({
  proposal,
  proposalDigest: proposalDigest(proposal),
  status: "active",
  voter: {
    membership: { status: "active", joinedAt: OPENS - 1, suspendedUntil: null },
    weight: "1",
    heldNow: null,
    tokenSymbol: null
  },
  account: ada.account,
  prepared: {
    nonce: ballot.nonce,
    account: ada.account,
    proposal: ballot.proposal,
    castAt: ballot.castAt,
    used: false
  },
  latestDigest: null,
  changes: NO_CHANGES,
  now: AT + 1_000,
  ...over
})
/** Code and status of the refusal; "taken" if there is none. */
const ended = (given: Partial<typeof ballot> = {}, over: Partial<Intake> = {}) =>
  Either.match(checkBallot({ ballot: { ...ballot, ...given }, proof }, intake(over)), {
    onLeft: ({ code, status }) => `${status} ${code}`,
    onRight: () => "taken"
  })
const words = (given: Partial<typeof ballot>, over: Partial<Intake> = {}) =>
  Either.match(checkBallot({ ballot: { ...ballot, ...given }, proof }, intake(over)), {
    onLeft: ({ message }) => message,
    onRight: () => "taken"
  })
const member = (over: Partial<NonNullable<Intake["voter"]["membership"]>>, weight: string | null = null) => ({
  voter: {
    ...intake().voter,
    weight,
    membership: { status: "active" as const, joinedAt: 0, suspendedUntil: null, ...over }
  }
})

describe("accepting a ballot", () => {
  it("accepts a valid one", () => assert.strictEqual(ended(), "taken"))

  it("refuses by voter, time and content (docs/product/errors.md)", () => {
    const prepared = intake().prepared
    assert.strictEqual(ended({}, { voter: { ...intake().voter, membership: null, weight: null } }), "403 NOT_MEMBER")
    assert.strictEqual(ended({}, member({ status: "left" }, "1")), "403 NOT_MEMBER")
    assert.strictEqual(ended({}, member({ status: "suspended", suspendedUntil: CLOSES }, "1")), "403 SUSPENDED")
    assert.strictEqual(ended({}, member({ joinedAt: OPENS + 1 })), "403 TOO_NEW")
    assert.strictEqual(ended({}, member({})), "403 NO_WEIGHT")
    assert.strictEqual(ended({}, { now: CLOSES }), "409 E-STATE")
    assert.strictEqual(
      words({}, { now: CLOSES }),
      "Voting closed at 17 Nov 2026, 18:00 UTC. Your ballot was not counted."
    )
    assert.strictEqual(ended({}, { status: "review" }), "409 NOT_OPEN")
    assert.strictEqual(ended({}, { status: "cancelled" }), "409 E-STATE")
    assert.strictEqual(ended({}, { account: ben.account }), "422 E-BALLOT")
    assert.strictEqual(ended({ proposalDigest: hexOf("other", 64) }), "422 E-BALLOT")
    assert.strictEqual(ended({ networkId: 1 }), "422 E-BALLOT")
    assert.strictEqual(ended({}, { prepared: undefined }), "401 E-CHALLENGE")
    assert.strictEqual(ended({ nonce: hexOf("foreign", 32) }), "401 E-CHALLENGE")
    assert.strictEqual(ended({ castAt: new Date(AT + 1).toISOString() }), "401 E-CHALLENGE")
    assert.strictEqual(ended({}, { now: AT + BALLOT_LIFE_MS }), "401 E-CHALLENGE")
    assert.isDefined(prepared)
    if (prepared !== undefined) {
      assert.strictEqual(ended({}, { prepared: { ...prepared, account: ben.account } }), "401 E-CHALLENGE")
      assert.strictEqual(ended({}, { prepared: { ...prepared, used: true } }), "409 E-BALLOT-USED")
      assert.strictEqual(words({}, { prepared: { ...prepared, used: true } }), "This ballot was already sent.")
    }
    assert.strictEqual(ended({}, { latestDigest: hexOf("before", 64) }), "409 E-BALLOT-ORDER")
    assert.strictEqual(ended({ supersedes: hexOf("before", 64) }), "409 E-BALLOT-ORDER")
  })

  it("counts until the last millisecond before the close, and not at it", () => {
    const late = { castAt: new Date(CLOSES - 1).toISOString() }
    const prepared = { nonce: ballot.nonce, account: ada.account, proposal: ballot.proposal, used: false, ...late }
    assert.strictEqual(ended(late, { now: CLOSES - 1, prepared }), "taken")
    assert.strictEqual(ended(late, { now: CLOSES, prepared }), "409 E-STATE")
  })

  it("refuses choices that a type does not offer, with an explanation for the voter", () => {
    const choices = labelled("Lake", "Hall", "Yard")
    const of = (vote: Partial<TestVote>, choice: (typeof ballot)["choice"], reason = "") => {
      const given = world({ choices, ...vote })
      const digest = proposalDigest(given)
      return words({ choice, reason, proposalDigest: digest }, { proposal: given, proposalDigest: digest })
    }
    assert.strictEqual(words({ choice: "maybe" }), "Choose one of the choices of this proposal.")
    assert.strictEqual(words({ choice: ["yes"] }), "Choose one of the choices of this proposal.")
    assert.strictEqual(of({ voteType: "approval" }, []), "Choose at least one of the choices of this proposal.")
    assert.strictEqual(of({ voteType: "approval" }, ["lake", "lake"]), "“Lake” is chosen twice.")
    assert.strictEqual(of({ voteType: "approval", maxSelections: 1 }, ["lake", "hall"]), "Choose up to 1.")
    assert.strictEqual(of({ voteType: "ranked" }, ["hall", "lake", "hall"]), "“Hall” is ranked twice.")
    assert.strictEqual(of({ voteType: "ranked" }, ["hall"]), "taken")
    assert.strictEqual(of({ voteType: "weighted" }, { lake: 50, hall: 49 }), "Points must add up to 100.")
    assert.strictEqual(of({ voteType: "weighted" }, { lake: 101, hall: -1 }), "Points are whole numbers from 0 to 100.")
    assert.strictEqual(
      of({ voteType: "weighted" }, { lake: 99.5, hall: 0.5 }),
      "Points are whole numbers from 0 to 100."
    )
    assert.strictEqual(
      of({ voteType: "weighted" }, { lake: 100, ghost: 0 }),
      "Choose at least one of the choices of this proposal."
    )
    assert.strictEqual(of({ voteType: "weighted" }, { lake: 100 }), "taken")
    const consent = { voteType: "consent", choices: fixedChoices("consent") ?? [] } as const
    assert.strictEqual(of(consent, "consent"), "taken")
    assert.strictEqual(of(consent, "object"), OBJECTION_WORDS)
    assert.strictEqual(of(consent, "object", " \n"), OBJECTION_WORDS)
    assert.strictEqual(of(consent, "object", "The shed has no room for it."), "taken")
    assert.strictEqual(of(consent, "yes"), "Choose one of the choices of this proposal.")
    const scored = (choice: (typeof ballot)["choice"]) => of({ voteType: "score5" }, choice)
    const everyOne = "Give every choice a whole number from 0 to 5."
    const zeros = { lake: 0, hall: 0, yard: 0 }
    assert.strictEqual(scored(zeros), "taken")
    assert.strictEqual(scored({ ...zeros, lake: 5 }), "taken")
    for (const score of [6, -1, 0.5, Number.NaN]) assert.strictEqual(scored({ ...zeros, lake: score }), everyOne)
    for (const partial of ["lake", ["lake"], { lake: 5 }, {}]) assert.strictEqual(scored(partial), everyOne)
    assert.strictEqual(scored({ ...zeros, ghost: 1 }), "Choose at least one of the choices of this proposal.")
    const quadratic = (choice: (typeof ballot)["choice"]) => of({ voteType: "quadratic" }, choice)
    const whole = "Points are whole numbers from 0 to 10; 10 points cost all 100 credits."
    assert.strictEqual(quadratic({ lake: 10 }), "taken")
    assert.strictEqual(quadratic({ lake: 6, hall: 8 }), "taken")
    assert.strictEqual(quadratic({ lake: 1 }), "taken")
    assert.strictEqual(
      quadratic({ lake: 10, hall: 1 }),
      "Your points cost 101 credits, but you have 100. Remove some points."
    )
    assert.strictEqual(quadratic({ lake: -1, hall: 2 }), whole)
    assert.strictEqual(quadratic({ lake: 0.5 }), whole)
    assert.strictEqual(quadratic({ lake: Number.NaN }), whole)
    assert.strictEqual(quadratic({ lake: 0 }), "Give at least one point.")
    assert.strictEqual(quadratic({}), "Give at least one point.")
    assert.strictEqual(quadratic({ ghost: 1 }), "Give points to the choices of this proposal.")
    assert.strictEqual(quadratic("lake"), "Give points to the choices of this proposal.")
  })
})

describe("reading a ballot's body", () => {
  const body = { ballot, proof }
  it("accepts exactly the fields, each in its one form", () => {
    assert.isTrue(Either.isRight(readBallot(body)))
    const wrong: ReadonlyArray<unknown> = [
      null,
      [],
      {},
      { ballot },
      { ...body, weight: "-1" },
      { ...body, ballot: { ...ballot, weight: "5" } },
      ...[-1, Number.NaN, 2 ** 53 + 1, 0.5].map((point) => ({
        ...body,
        ballot: { ...ballot, choice: { yes: point } }
      })),
      { ...body, ballot: { ...ballot, reason: "x".repeat(501) } },
      { ...body, ballot: { ...ballot, reason: "\ud800" } },
      { ...body, ballot: { ...ballot, nonce: ballot.nonce.toUpperCase() } },
      { ...body, ballot: { ...ballot, castAt: "2026-11-31T00:00:00.000Z" } },
      { ...body, ballot: { ...ballot, v: 2 } },
      { ...body, proof: { ...proof, signature: proof.signature.slice(2) } }
    ]
    for (const one of wrong) {
      const read = readBallot(one)
      assert.isTrue(Either.isLeft(read), JSON.stringify(one))
      if (Either.isLeft(read)) assert.strictEqual(`${read.left.status} ${read.left.code}`, "422 E-BALLOT")
    }
  })
  it("never throws", () => {
    fc.assert(fc.property(fc.anything(), (one) => assert.isTrue(Either.isLeft(readBallot(one)))))
  })
})

describe("casting", () => {
  it("appends to the chain, and updates the sums as a recount would", () => {
    const sums = emptySums(proposal)
    const first = castBallot(
      proposal,
      { end: { seq: 0, head: proposalDigest(proposal) }, sums, former: null },
      {
        ballot,
        proof,
        weight: "1",
        digest: ballotDigest(ballot)
      }
    )
    const second = ballotOf(proposal, { voter: ada, choice: "no" }, AT + 60_000, first.entry.digest)
    const again = castBallot(
      proposal,
      { end: { seq: 1, head: first.entry.entryHash }, sums: first.sums, former: { choice: "yes", weight: "1" } },
      { ballot: second, proof: sign(ada.key, ballotDigest(second)), weight: "1", digest: ballotDigest(second) }
    )
    assert.strictEqual(again.entry.seq, 2)
    assert.strictEqual(again.entry.prevHash, first.entry.entryHash)
    const counted = [ballot, second].map(({ account, choice }) => ({ account, choice, weight: "1" }))
    assert.deepStrictEqual(again.sums, recount(proposal, counted).sums)
  })
})

describe("the wallet's signature", () => {
  it("is valid for this hash, this site and this key only, on either curve", async () => {
    for (const curve of ["curve25519", "secp256k1"] as const) {
      const voter = testVoter("sig", "1", curve)
      const digest = hexOf("digest", 64)
      const signed = sign(voter.key, digest)
      assert.isTrue(await isSignedFor(signed, digest, testSite))
      assert.isFalse(await isSignedFor(signed, hexOf("other", 64), testSite))
      assert.isFalse(await isSignedFor(signed, digest, { ...testSite, origin: "https://evil.example" }))
      assert.isFalse(await isSignedFor(signed, digest, { ...testSite, dAppDefinitionAddress: ada.account }))
      assert.isFalse(await isSignedFor({ ...signed, publicKey: sign(ada.key, digest).publicKey }, digest, testSite))
      assert.isFalse(await isSignedFor({ ...signed, signature: "" }, digest, testSite))
    }
  })
  it("is judged alike by OpenSSL, which accepts votes, and by noble, which re-counts them, for every changed byte", async () => {
    const { ed25519 } = await import("@noble/curves/ed25519.js")
    const digest = hexOf("both", 64)
    const right = sign(ada.key, digest)
    const flips = fc.record({ at: fc.integer({ min: 0, max: 191 }), bit: fc.constantFrom(1, 2, 4, 8, 16, 32, 64, 128) })
    const flipped = ({ at, bit }: { readonly at: number; readonly bit: number }) => {
      const bytes = Buffer.from(`${right.publicKey}${right.signature}`, "hex")
      if (at < 96) bytes.writeUInt8(bytes.readUInt8(at) ^ bit, at)
      const hex = bytes.toString("hex")
      return { ...right, publicKey: hex.slice(0, 64), signature: hex.slice(64) }
    }
    const noble = (proof: typeof right, hash: Uint8Array) =>
      Either.getOrElse(
        Either.try(() =>
          ed25519.verify(Buffer.from(proof.signature, "hex"), hash, Buffer.from(proof.publicKey, "hex"), {
            zip215: false
          })
        ),
        () => false
      )
    const hash = rolaHash(digest, testSite)
    fc.assert(
      fc.property(flips, (flip) => {
        const proof = flipped(flip)
        assert.strictEqual(isSignedBy(proof, hash), noble(proof, hash))
        assert.strictEqual(isSignedBy(proof, hash), flip.at >= 96)
      }),
      { numRuns: 200 }
    )
  })

  it("is never made by a key of small order", async () => {
    for (const publicKey of ["00".repeat(32), `01${"00".repeat(31)}`, `${"ec"}${"ff".repeat(30)}7f`]) {
      const signature = `${publicKey}${"00".repeat(32)}`
      assert.isFalse(await isSignedFor({ curve: "curve25519", publicKey, signature }, hexOf("d", 64), testSite))
    }
  })
})
