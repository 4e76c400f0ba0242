/** The vote box of a wallet with several accounts: what is cast for each of them, one after the other. */
import { afterEach, assert, describe, it, vi } from "vitest"
import {
  NONE_TICKED,
  openSeveralVotes,
  type SignBallot,
  signedInWords
} from "~/components/governance/votes/several-votes"
import { type Ballot, ballotDigest } from "~/effects/governance/votes/ballot/Ballot"
import { ProposalId } from "~/effects/governance/votes/fields"
import { hexOf, testVoter } from "../../../effects/governance/votes/world"

const PROPOSAL = ProposalId.make("proposalaaaa")
const [ana, ben, cho] = [testVoter("Ana").account, testVoter("Ben").account, testVoter("Cho").account] as const
const shared = [
  { address: ana, label: "Ana Main", appearanceId: 0 },
  { address: ben, label: "Ana Savings", appearanceId: 1 },
  { address: cho, label: "Film fund", appearanceId: 2 }
]

/** The server's responses; a preparation of an account in `refused` is refused. */
const serve = (eligible: ReadonlyArray<string>, refused: ReadonlyArray<string> = []) => {
  const prepared: Array<string> = []
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (path === `/api/ballots/${PROPOSAL}/accounts`) {
      return Response.json({
        accounts: eligible.map((account) => ({
          account,
          weight: "2",
          voted: prepared.includes(account) ? "Yes" : null
        }))
      })
    }
    assert.strictEqual(path, "/api/ballots/prepare")
    const { account, choice, reason } = JSON.parse(String(init?.body)) as Record<string, string>
    prepared.push(account ?? "")
    if (refused.includes(account ?? ""))
      return Response.json({ code: "E-X", message: "Not this one." }, { status: 403 })
    const ballot = {
      ...{ kind: "ballot", v: 1, networkId: 2, community: "communityaaa", proposal: PROPOSAL },
      ...{ proposalDigest: hexOf("p", 64), account, choice, reason, nonce: hexOf(String(account), 32) },
      ...{ castAt: "2026-11-20T12:00:00.000Z", supersedes: null }
    } as Ballot
    return Response.json({ ballot, digest: ballotDigest(ballot) })
  })
  return prepared
}
const open = async (eligible: ReadonlyArray<string>, refused: ReadonlyArray<string> = []) => {
  const prepared = serve(eligible, refused)
  const votes = openSeveralVotes(PROPOSAL, ana)
  await votes.load(shared)
  return { votes, prepared }
}
/** A wallet that signs for all but those named. */
const wallet =
  (refuses: ReadonlyArray<string> = []): SignBallot =>
  async ({ ballot, digest }, onSigned) => {
    if (refuses.includes(ballot.account)) {
      return { state: "unsigned", code: "rejectedByUser", message: "user rejected request" }
    }
    onSigned()
    return { state: "done", words: "", body: { seq: 7, digest, ballot } }
  }

describe("voting with several accounts", () => {
  // Files share a process, and the next one needs the real network.
  afterEach(() => void vi.unstubAllGlobals())

  it("leaves the session's own account to the box as before", async () => {
    const { votes } = await open([ana, ben])
    assert.deepEqual([...votes.snapshot().ticked], [ana])
    assert.isFalse(votes.takes({ choice: "yes", reason: "", seal: null }))
    const alone = await open([ana])
    assert.isFalse(alone.votes.takes({ choice: "yes", reason: "", seal: null }))
    const unreachable = openSeveralVotes(PROPOSAL, ana)
    vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")))
    await unreachable.load(shared)
    assert.isFalse(unreachable.takes({ choice: "yes", reason: "", seal: null }))
  })

  it("offers the accounts that the server names and the wallet shares, and requires at least one", async () => {
    const { votes } = await open([ana, cho, testVoter("Zoe").account])
    assert.deepEqual(
      votes.snapshot().lines.map(({ label }) => label),
      ["Ana Main", "Film fund"]
    )
    votes.tick(ana)
    assert.isTrue(votes.takes({ choice: "yes", reason: "", seal: null }))
    assert.deepEqual([votes.snapshot().at, votes.snapshot().problem], ["form", NONE_TICKED])
  })

  it("casts one ballot after the other, each for one account", async () => {
    const { prepared, votes } = await open([ana, ben, cho], [cho])
    for (const account of [ben, cho]) votes.tick(account)
    assert.isTrue(votes.takes({ choice: "yes", reason: "Because", seal: null }))
    assert.strictEqual(votes.snapshot().at, "summary")
    const seen: Array<string> = []
    votes.subscribe(() => seen.push(signedInWords(votes.snapshot().ballots)))
    await votes.run(wallet([ben]))
    assert.deepEqual(prepared, [ana, ben, cho])
    const { at, ballots, ticked } = votes.snapshot()
    assert.strictEqual(at, "ended")
    assert.deepEqual(
      [...ballots.values()].map((ballot) => (ballot.at === "failed" ? ballot.words : ballot.at)),
      ["done", "User rejected request", "Not this one."]
    )
    assert.deepEqual([...ticked], [ben, cho])
    assert.strictEqual(signedInWords(ballots), "1 of 3 signed")
    assert.strictEqual(seen[0], "0 of 3 signed")
    // The list is requested again: each cast ballot is shown next to its account.
    await vi.waitFor(() => assert.strictEqual(votes.snapshot().lines[0]?.voted, "Yes"))
    assert.deepEqual([...votes.snapshot().ticked], [ben, cho])
    // Once more, for those that are left.
    serve([ana, ben, cho])
    assert.isTrue(votes.takes({ choice: "yes", reason: "Because", seal: null }))
    await votes.run(wallet())
    assert.strictEqual(signedInWords(votes.snapshot().ballots), "2 of 2 signed")
  })

  it("starts with another account if the session's own may not vote", async () => {
    const { votes } = await open([ben])
    assert.deepEqual([...votes.snapshot().ticked], [ben])
    assert.isTrue(votes.takes({ choice: "yes", reason: "", seal: null }))
  })

  it("does not ask the wallet again once the page is left", async () => {
    const { prepared, votes } = await open([ana, ben])
    votes.tick(ben)
    votes.takes({ choice: "no", reason: "", seal: null })
    await votes.run(async (ballot, onSigned) => {
      votes.stop()
      return wallet()(ballot, onSigned)
    })
    assert.deepEqual(prepared, [ana])
  })
})
