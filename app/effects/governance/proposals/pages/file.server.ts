/**
 * GET /api/proposals/{community}/{number}/file: the statement that the author signed, as a file for /verify
 * (docs/product/votes.md); with `?version=`, that of an earlier version. Responds "not found" if text and signature do
 * not belong together.
 */
import { Effect } from "effect"
import { NotThere } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { proposalStatement, statementDigest } from "~/effects/base/text/statement"
import { inside } from "~/effects/communities/communities/inside.server"
import { STATEMENT_SCHEMA, writeSigned } from "~/effects/governance/votes/file/checkStatement"
import { Statements } from "~/effects/people/wallet-session/proof/Statements.server"
import { Proposals } from "../Proposals.server"
import { ProposalsRepo } from "../ProposalsRepo.server"
import type { ProposalRow, SignedProposal } from "../rows.server"
import { fieldsOf } from "../statement.server"
import { readNumber } from "./proposals.server"

/** Rebuilds the signed statement from what is stored. */
const statementOf = (row: ProposalRow, signed: SignedProposal) => {
  const opensAt = signed.opensAt === undefined ? row.opensAt : Date.parse(signed.opensAt)
  const closesAt = signed.closesAt === undefined ? row.closesAt : Date.parse(signed.closesAt)
  const stated = { ...row, text: { ...row, opensAt, closesAt }, actionHash: row.action?.hash ?? null }
  return proposalStatement(fieldsOf(stated, Date.parse(signed.publishAt), signed.nonce))
}

/** A version's text and signature; rules, times and action are the same in all versions. */
const asked = (row: ProposalRow, wanted: string | null) =>
  Effect.gen(function* () {
    if (wanted === null || wanted === String(row.version)) return row
    const repo = yield* ProposalsRepo
    const found = (yield* repo.versions(row.id)).find(({ version }) => String(version) === wanted)
    if (found === undefined) return yield* new NotThere({})
    return { ...row, ...found.text, signed: found.signed, version: found.version }
  })

export const proposalFile = Effect.gen(function* () {
  const { params, request } = yield* RouteArgs
  const { community, communityRole } = yield* inside
  const proposals = yield* Proposals
  const row = yield* proposals.byNumber(community.id, yield* readNumber(params.number), communityRole.account)
  const stated = yield* asked(row, new URL(request.url).searchParams.get("version"))
  const { signed, version } = stated
  if (signed === null) return yield* new NotThere({})
  const statement = statementOf(stated, signed)
  if (statementDigest(statement) !== signed.digest) return yield* new NotThere({})
  const { ours } = yield* Statements
  const { curve, digest, publicKey, signature } = signed
  const file = writeSigned({
    schema: STATEMENT_SCHEMA,
    ...ours,
    statement,
    digest,
    proof: { publicKey, signature, curve }
  })
  return new Response(file, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${community.slug}-proposal-${row.number}${version === row.version ? "" : `-version-${version}`}.json"`
    }
  })
})
