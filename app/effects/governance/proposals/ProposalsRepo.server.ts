/** Repository of single proposals, with everything that their pages show. */
import { SqlSchema } from "@effect/sql"
import { Cause, Effect, Option, Schema } from "effect"
import { Community, CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, orUnavailable, Sql, single } from "~/effects/base/db/statements.server"
import { logDied } from "~/effects/base/db/storageFailure.server"
import { NotThere } from "~/effects/base/failures/failures"
import { attachmentsColumn } from "~/effects/conversation/attachments/AttachmentsRepo.server"
import { ownRepliesColumn } from "~/effects/conversation/discussion/ownReplies.server"
import type { ProposalId } from "~/effects/governance/votes/fields"
import { personColumns } from "~/effects/people/users/people.server"
import { VoteUnreadable } from "./errors"
import { cardColumns, cardTables, ProposalRow, SignedProposal, VersionText } from "./rows.server"

const oneColumns = `${cardColumns}, p.body, p.token_symbol, p.thread_number, p.action, p.signed, p.opening, p.frozen,
  p.execution, p.due_at, am.role AS author_role, st.id AS step_id, st.account AS step_account, st.state AS step_state,
  st.tx_id AS step_tx_id, st.problem AS step_problem, st.manifest AS step_manifest,
  (SELECT COALESCE(lu.username, vl.delegate) FROM vote_delegations vl
    LEFT JOIN users lu ON lu.account_address = vl.delegate AND lu.status = 'active'
    WHERE vl.proposal_id = p.id AND vl.delegator = v.account_address AND vl.excluded IS NULL) AS delegated_to,
  sv.round_at AS sealed_until, sv.signature AS sealed_signature, sv.tries AS sealed_tries, sv.opened AS sealed_opened,
  (SELECT COUNT(*) FROM proposal_progress g WHERE g.proposal_id = p.id) AS progress_count,
  (SELECT cu.username FROM users cu WHERE cu.account_address = cd.called_off_by AND cu.status = 'active') AS called_off_name`

const Version = Schema.Struct({
  version: Schema.Int,
  at: Schema.Number,
  text: Schema.parseJson(VersionText),
  /** Null for versions published before signatures were stored. */
  signed: Schema.NullOr(Schema.parseJson(SignedProposal))
})
const Progress = Schema.Struct({
  seq: Schema.Int,
  at: Schema.Number,
  author: AccountAddress,
  body: Schema.String,
  personName: Schema.NullOr(Schema.String),
  personPicture: Schema.NullOr(Schema.String),
  personStatus: Schema.NullOr(Schema.String)
})
const Asked = Schema.typeSchema(
  Schema.Struct({
    communityId: CommunityId,
    account: Schema.NullOr(AccountAddress),
    key: Schema.Union(Schema.String, Schema.Number)
  })
)

export class ProposalsRepo extends Effect.Service<ProposalsRepo>()("governance/proposals/ProposalsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const select = (column: "number" | "id") =>
      SqlSchema.findOne({
        Request: Asked,
        Result: ProposalRow,
        execute: ({
          account,
          communityId,
          key
        }) => sql`SELECT ${sql.literal(oneColumns)}, ${attachmentsColumn(sql, "proposal", "p.id")} AS attachments,
            ${ownRepliesColumn(sql, {
              account,
              communityId: sql`p.community_id`,
              type: "proposal",
              id: sql`p.id`,
              draft: sql`'reply/' || p.community_id || '/p' || p.number`
            })} AS own_replies
          FROM proposals p ${cardTables(sql, account)}
          LEFT JOIN memberships am ON am.community_id = p.community_id AND am.account_address = p.author
          LEFT JOIN prepared_transactions st ON st.idempotency_key = 'proposal:' || p.id AND st.state IN ('waiting', 'sent', 'committed')
          LEFT JOIN sealed_votes sv ON sv.proposal_id = p.id
          WHERE p.community_id = ${communityId} AND p.${sql(column)} = ${key}`
      })
    const [byNumber, byId] = [select("number"), select("id")]
    const versions = findAll({
      Request: Schema.String,
      Result: Version,
      execute: (id) => sql`SELECT version, at, text, signed FROM proposal_versions WHERE proposal_id = ${id}
        ORDER BY version DESC LIMIT 50`
    })
    const progress = findAll({
      Request: Schema.String,
      Result: Progress,
      execute: (id) => sql`SELECT g.seq, g.at, g.author, g.body, ${sql.literal(personColumns)} FROM proposal_progress g
        LEFT JOIN users u ON u.account_address = g.author WHERE g.proposal_id = ${id} ORDER BY g.seq LIMIT 50`
    })

    const community = single({
      Request: Schema.String,
      Result: Community,
      execute: (id) => sql`SELECT * FROM communities WHERE id = ${id}`
    })

    return {
      /** Includes the reader's own vote if an account is given. */
      findById: Effect.fn("ProposalsRepo.findById")(
        (communityId: CommunityId, key: string, account: AccountAddress | null) =>
          orUnavailable(byId({ communityId, key, account }))
      ),
      /** Finds a proposal by its number, or fails with "not found". */
      findOrFail: Effect.fn("ProposalsRepo.findOrFail")(function* (
        communityId: CommunityId,
        number: number,
        account: AccountAddress | null
      ) {
        const found = yield* byNumber({ communityId, key: number, account }).pipe(
          Effect.tapErrorTag("ParseError", (error) =>
            logDied("a vote cannot be shown")(Cause.die(error)).pipe(Effect.annotateLogs({ communityId, number }))
          ),
          Effect.catchTag("ParseError", () => new VoteUnreadable())
        )
        return Option.isNone(found) ? yield* new NotThere({}) : found.value
      }),
      /** Id of the community that a proposal belongs to. */
      communityOf: (id: CommunityId) => community(id),
      /** Former versions of the text, newest first. */
      versions: Effect.fn("ProposalsRepo.versions")((id: ProposalId) => versions(id)),
      progress: Effect.fn("ProposalsRepo.progress")((id: ProposalId) => progress(id))
    }
  })
}) {}
