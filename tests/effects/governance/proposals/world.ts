/** A community that votes, for the tests of this folder: members with real keys, proposals, and signed ballots. */

import { SqlClient } from "@effect/sql"
import { Clock, Effect, Layer, Option, TestClock } from "effect"
import { Gateway } from "~/connector/index"
import type { CommunityId, GovernanceSettings, NewCommunity } from "~/effects/access/Community"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { randomId } from "~/effects/base/text/random.server"
import { Ledger, type LedgerScript } from "~/effects/chain/ledger/Ledger.server"
import { ActivityLive } from "~/effects/communities/communities/ActivityLive.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { templates } from "~/effects/communities/communities/templates"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { AttachmentsRepo } from "~/effects/conversation/attachments/AttachmentsRepo.server"
import { CommentEdits } from "~/effects/conversation/discussion/CommentEdits.server"
import { Comments } from "~/effects/conversation/discussion/Comments.server"
import { NewComments } from "~/effects/conversation/discussion/NewComments.server"
import { Posting } from "~/effects/conversation/discussion/Posting.server"
import { PostVersions } from "~/effects/conversation/discussion/PostVersions.server"
import { ThreadEdits } from "~/effects/conversation/discussion/ThreadEdits.server"
import { Threads } from "~/effects/conversation/discussion/Threads.server"
import { VotingLive } from "~/effects/governance/proposals/layers.server"
import { Openings } from "~/effects/governance/proposals/Openings.server"
import { Proposals } from "~/effects/governance/proposals/Proposals.server"
import type { DraftAction, SignedProposal } from "~/effects/governance/proposals/rows.server"
import { BallotBox } from "~/effects/governance/votes/BallotBox.server"
import type { Choice } from "~/effects/governance/votes/ballot/Ballot"
import { ProposalId } from "~/effects/governance/votes/fields"
import { BASIC_CHOICES, type ProposalText } from "~/effects/governance/votes/proposal/Proposal"
import { UsersRepo } from "~/effects/people/users/UsersRepo.server"
import { rolaHash } from "~/effects/people/wallet-session/proof/rola"
import { asAccount, asResource } from "../../../addresses"
import type { Database } from "../../../databases"
import { world as communitiesWorld, found, join } from "../../communities/communities/world"
import { settings } from "../../people/signup/world"
import { keyHashOf } from "../../people/wallet-session/keys"
import { type TestVoter, testSite, testVoter } from "../votes/world"

export const HOUR = 3_600_000
export const TODAY = Date.parse("2026-11-20T12:00:00Z")
export const TOKEN = asResource("resource_tdx_2_token")

/** Cho's account names its key; the others' have none, so that their addresses derive from theirs. */
export const VERSION_ASKED = 7_040
const OWNERS = { [testVoter("Cho").account]: [{ curve: "curve25519" as const, hash: keyHashOf(testVoter("Cho").key) }] }

export const ledgerTime = { stateVersion: 7_000, at: "2026-11-20T12:00:00.000Z", isFresh: true }
export const openLedger: LedgerScript = {
  currentState: () => Effect.succeed({ time: ledgerTime, epoch: 40 })
}

export const world = (database: Database, ledger: LedgerScript = openLedger) =>
  Layer.mergeAll(
    Proposals.Default,
    Comments.Default,
    NewComments.Default,
    ThreadEdits.Default,
    CommentEdits.Default,
    PostVersions.Default,
    AttachmentsRepo.Default
  ).pipe(
    Layer.provideMerge(Layer.merge(Threads.Default, ThreadEdits.Default)),
    Layer.provideMerge(Posting.Default),
    Layer.provideMerge(VotingLive),
    Layer.provideMerge(Layer.mergeAll(ActivityLive, Notifications.Default, Drafts.Default, Ledger.layerScript(ledger))),
    Layer.provideMerge(Gateway.layerScript({ ownerKeys: OWNERS, stateVersion: VERSION_ASKED })),
    Layer.provideMerge(settings({ dAppDefinitionAddress: testSite.dAppDefinitionAddress, appOrigin: testSite.origin })),
    Layer.provideMerge(communitiesWorld(database))
  )

export const voter = (name: string): TestVoter => testVoter(name)

/** A request without a session. */
export const asked = (path: string, params: Readonly<Record<string, string>>) => {
  const context = { requestId: "test", nonce: "", address: "127.0.0.1" }
  return {
    params,
    context,
    request: new Request(`https://commonhold.example${path}`)
  }
}

/** A person with a profile and a key. */
export const person = (name: string) =>
  Effect.gen(function* () {
    const users = yield* UsersRepo
    const { account } = voter(name)
    yield* users.insert({
      accountAddress: account,
      username: name,
      email: `${name.toLowerCase().replaceAll(" ", ".")}@example.org`,
      bio: "I keep bees and spreadsheets.",
      displayImage: "/files/a/-/preview/1000x562/",
      tags: ["Climate", "Energy", "Farming", "Film", "Food"],
      workHistory: [],
      newsletter: false
    })
    return account
  })

export const rules = (changes: Partial<GovernanceSettings> = {}): GovernanceSettings => ({
  ...templates.club.governance,
  weightMode: "member",
  reviewHours: 0,
  resultsVisibility: "always",
  minMembershipHours: 0,
  ...changes
})

export const NAMES = ["Ana", "Ben", "Cho", "Dev", "Eva"] as const

/** A community of five long-time members with profiles that Ana owns. */
export const club = (changes: Partial<NewCommunity> = {}, names: ReadonlyArray<string> = NAMES) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(TODAY)
    const accounts = yield* Effect.forEach(names, person)
    const { id } = yield* found({
      slug: "club",
      name: "Night Film Club",
      ownerAddress: asAccount(accounts[0] ?? ""),
      governance: rules(),
      ...changes
    })
    yield* Effect.forEach(accounts, (account, at) =>
      join(id, account, { role: at === 0 ? "owner" : "member", joinedAt: TODAY - 100 * HOUR })
    )
    return id
  })

export const textOf = (changes: Partial<ProposalText> = {}): ProposalText => ({
  kind: "decision",
  title: "A second screening on Sundays",
  summary: "One more film a week.",
  body: "We show one film a week. This asks for a second one, on Sunday afternoons, from January on.",
  voteType: "basic",
  choices: BASIC_CHOICES,
  maxSelections: null,
  seats: null,
  reviewHours: 0,
  opensAt: TODAY,
  closesAt: TODAY + 24 * HOUR,
  quorumPct: 40,
  thresholdPct: 50,
  ...changes
})

/** For proposals whose signature is not checked; the real ones are made in http.test.ts. */
export const someSignature: SignedProposal = {
  publishAt: new Date(TODAY).toISOString(),
  nonce: "0".repeat(32),
  digest: "0".repeat(64),
  publicKey: "0".repeat(64),
  signature: "0".repeat(128),
  curve: "curve25519"
}

/** Published by Ben, and opened if its time has come. */
export const propose = (
  communityId: string,
  changes: Partial<ProposalText> = {},
  more: { readonly action?: DraftAction; readonly threadNumber?: number } = {}
) =>
  Effect.gen(function* () {
    const communities = yield* CommunitiesRepo
    const proposals = yield* Proposals
    const openings = yield* Openings
    const { community } = Option.getOrThrow(yield* communities.findById(communityId, null))
    const id = ProposalId.make(yield* randomId())
    const number = yield* proposals.publish({
      id,
      community,
      author: voter("Ben").account,
      role: "member",
      text: textOf(changes),
      action: more.action ?? null,
      threadNumber: more.threadNumber ?? null,
      signed: someSignature
    })
    yield* openings.openDue
    return { id, number }
  })

/** A ballot, prepared and signed, not sent. */
export const signedBallot = (proposal: ProposalId, name: string, choice: Choice, reason = "") =>
  Effect.gen(function* () {
    const box = yield* BallotBox
    const { account, key } = voter(name)
    const { ballot, digest } = yield* box.prepare({ account, proposal, choice, reason })
    const signature = Buffer.from(key.sign(rolaHash(digest, testSite))).toString("hex")
    const publicKey = Buffer.from(key.publicKey).toString("hex")
    return { ballot, proof: { curve: "curve25519" as const, publicKey, signature } }
  })

/** Casts ballots that were received together. */
export const castTogether = (ballots: ReadonlyArray<{ readonly name: string; readonly ballot: unknown }>) =>
  Effect.gen(function* () {
    const box = yield* BallotBox
    const received = yield* Clock.currentTimeMillis
    return yield* box.castAll(
      ballots.map(({ ballot, name }) => ({ account: voter(name).account, received, body: ballot }))
    )
  })

export const vote = (proposal: ProposalId, name: string, choice: Choice, reason = "") =>
  Effect.gen(function* () {
    const box = yield* BallotBox
    return yield* box.cast(voter(name).account, yield* signedBallot(proposal, name, choice, reason))
  })

export const rowOf = (communityId: CommunityId, number: number, name: string | null = null) =>
  Effect.flatMap(Proposals, (proposals) =>
    proposals.byNumber(communityId, number, name === null ? null : voter(name).account)
  )

export const countOf = (table: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly n: number }>`SELECT COUNT(*) AS n FROM ${sql(table)}`
    return Number(row?.n ?? 0)
  })
