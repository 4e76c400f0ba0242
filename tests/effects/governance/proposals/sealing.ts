/** Ballots as a page seals them, signed and handed in. */
import { assert } from "@effect/vitest"
import { Effect, Either } from "effect"
import type { ProposalRow } from "~/effects/governance/proposals/rows.server"
import { BallotBox } from "~/effects/governance/votes/BallotBox.server"
import type { Choice } from "~/effects/governance/votes/ballot/Ballot"
import type { Sealed } from "~/effects/governance/votes/sealed/Sealed"
import { drawn, sealContent } from "~/effects/governance/votes/sealed/SealedBody"
import { rolaHash } from "~/effects/people/wallet-session/proof/rola"
import { testSite } from "../votes/world"
import { voter } from "./world"

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

export const sealedOf = ({ frozen }: ProposalRow, choice: Choice, reason: string): Sealed => {
  assert.isDefined(frozen?.beacon)
  if (frozen?.beacon === undefined) throw new Error("not sealed")
  return Either.getOrThrowWith(sealContent({ choice, reason }, frozen, frozen.beacon, drawn(random)), Error)
}

export const handIn = (id: string, name: string, sealed: Sealed) =>
  Effect.gen(function* () {
    const box = yield* BallotBox
    const { account, key } = voter(name)
    const { ballot, digest } = yield* box.prepare({ account, proposal: id, sealed })
    const signature = Buffer.from(key.sign(rolaHash(digest, testSite))).toString("hex")
    const publicKey = Buffer.from(key.publicKey).toString("hex")
    return yield* box.cast(account, { ballot, proof: { curve: "curve25519", publicKey, signature } })
  })
