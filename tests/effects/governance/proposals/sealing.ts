/** A sealed vote, its files, and ballots as a page seals, signs and sends them. */
import { Effect, Either } from "effect"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Closings } from "~/effects/governance/proposals/Closings.server"
import type { ProposalRow } from "~/effects/governance/proposals/rows.server"
import { BallotBox } from "~/effects/governance/votes/BallotBox.server"
import type { Choice } from "~/effects/governance/votes/ballot/Ballot"
import type { ProposalId } from "~/effects/governance/votes/fields"
import { ballotsCsv, ballotsJson } from "~/effects/governance/votes/pages/ballotFile.server"
import type { Sealed } from "~/effects/governance/votes/sealed/Sealed"
import { drawn, sealContent } from "~/effects/governance/votes/sealed/SealedBody"
import { rolaHash } from "~/effects/people/wallet-session/proof/rola"
import { testSite } from "../votes/world"
import { asked, club, HOUR, propose, rowOf, rules, TODAY, voter } from "./world"

/** The end of the votes of `begun`. */
export const CLOSE = TODAY + 24 * HOUR
export const MINUTE = 60_000

/** Proposal 1 of the club, open, with sealed ballots. */
export const begunWith = (names?: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const community = yield* club({ governance: rules({ resultsVisibility: "sealed" }) }, names)
    const { id, number } = yield* propose(community)
    return { community, id, number, row: yield* rowOf(community, number) }
  })
export const begun = begunWith()

export const closeDue = Effect.flatMap(Closings, ({ closeDue }) => closeDue)

/** Its ballot file as JSON and CSV. */
export const files = Effect.forEach([ballotsJson, ballotsCsv], (file) =>
  file.pipe(
    Effect.provideService(RouteArgs, asked("/explore/club/proposals/1/ballots", { slug: "club", n: "1" })),
    Effect.flatMap((response) => Effect.promise(() => response.text()))
  )
)

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** As this member's page seals it; also from rows whose frozen rules a test has changed. */
export const sealedOf = (
  { frozen, proposalDigest }: Pick<ProposalRow, "frozen" | "proposalDigest">,
  name: string,
  choice: Choice,
  reason: string
): Sealed => {
  if (frozen?.beacon === undefined || proposalDigest === null) throw new Error("not sealed")
  const bound = { account: voter(name).account, proposalDigest }
  return Either.getOrThrowWith(sealContent({ choice, reason }, frozen, frozen.beacon, drawn(random), bound), Error)
}

export const handIn = (id: ProposalId, name: string, sealed: Sealed) =>
  Effect.gen(function* () {
    const box = yield* BallotBox
    const { account, key } = voter(name)
    const { ballot, digest } = yield* box.prepare({ account, proposal: id, sealed })
    const signature = Buffer.from(key.sign(rolaHash(digest, testSite))).toString("hex")
    const publicKey = Buffer.from(key.publicKey).toString("hex")
    return yield* box.cast(account, { ballot, proof: { curve: "curve25519", publicKey, signature } })
  })
