/** What the author's wallet signs when a proposal, or a new version of it, is published (docs/product/votes.md). */
import { Clock, Duration, Effect, Either, Schema } from "effect"
import { Proof } from "~/connector/index"
import type { CommunityId, GovernanceSettings } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { type ProposalFields, proposalStatement, statementDigest } from "~/effects/base/text/statement"
import { instantOf, type ProposalId } from "~/effects/governance/votes/fields"
import type { ProposalText } from "~/effects/governance/votes/proposal/Proposal"
import { Statements } from "~/effects/people/wallet-session/proof/Statements.server"
import { SignatureNeeded, SignedTooLongAgo } from "./errors"
import type { SignedProposal } from "./rows.server"

const SIGNED_LIFE = Duration.toMillis("5 minutes") // docs/product/votes.md

/** What the page sends after the wallet has signed. */
export const Signature = Schema.Struct({
  publishAt: Schema.Int.pipe(Schema.between(0, 9e12)),
  nonce: Schema.String.pipe(Schema.pattern(/^[0-9a-f]{32}$/)),
  proof: Proof
})
export type Signature = typeof Signature.Type
const SignatureText = Schema.parseJson(Signature)

export const readSignature = (text: string): Effect.Effect<Signature, SignatureNeeded> =>
  Either.match(Schema.decodeUnknownEither(SignatureText)(text), {
    onLeft: () => new SignatureNeeded(),
    onRight: Effect.succeed
  })

export interface Stated {
  readonly id: ProposalId
  readonly communityId: CommunityId
  readonly author: AccountAddress
  readonly text: Omit<ProposalText, "kind" | "summary">
  readonly weightMode: GovernanceSettings["weightMode"]
  readonly resultsVisibility: GovernanceSettings["resultsVisibility"]
  readonly actionHash: string | null
}

export const fieldsOf = (
  { actionHash, author, communityId, id, resultsVisibility, text, weightMode }: Stated,
  publishAt: number,
  nonce: string
): ProposalFields => ({
  networkId: NETWORK_ID,
  community: communityId,
  id,
  issuer: author,
  title: text.title,
  body: text.body,
  publishAt: instantOf(publishAt),
  nonce,
  choices: text.choices,
  rules: {
    voteType: text.voteType,
    maxSelections: text.maxSelections,
    seats: text.seats,
    reviewHours: text.reviewHours,
    opensAt: instantOf(text.opensAt),
    closesAt: instantOf(text.closesAt),
    quorumPct: text.quorumPct,
    thresholdPct: text.thresholdPct,
    weightMode,
    resultsVisibility
  },
  actionHash
})

/** A signature that states the present time is valid for five minutes. */
export const requireRecent = Effect.fnUntraced(function* ({ publishAt }: Signature) {
  const now = yield* Clock.currentTimeMillis
  if (publishAt > now || now - publishAt >= SIGNED_LIFE) return yield* new SignedTooLongAgo()
})

/** Checks the signature over exactly what is published. */
export const signedProposal = Effect.fn("proposals.signedProposal")(function* (stated: Stated, signature: Signature) {
  const { nonce, proof, publishAt } = signature
  const statement = proposalStatement(fieldsOf(stated, publishAt, nonce))
  const digest = statementDigest(statement)
  const statements = yield* Statements
  yield* statements.check({ account: stated.author, digest, proof })
  const { curve, publicKey, signature: signed } = proof
  const { opensAt, closesAt } = statement.rules
  return {
    publishAt: statement.publishAt,
    nonce,
    digest,
    publicKey,
    signature: signed,
    curve,
    opensAt,
    closesAt
  } satisfies SignedProposal
})
