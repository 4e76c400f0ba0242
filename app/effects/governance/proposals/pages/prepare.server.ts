import { Clock, Effect, Option, Schema } from "effect"
import { InvalidFields, MalformedBody } from "~/effects/base/failures/failures"
import { readBody, textProblemIn } from "~/effects/base/remix/body"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { randomToken } from "~/effects/base/text/random.server"
import { proposalStatement, statementDigest } from "~/effects/base/text/statement"
import { readProposalFields } from "../forms"
import { ProposalsRepo } from "../ProposalsRepo.server"
import { fieldsOf } from "../statement.server"
import { idInForm, proposer, readyToEdit, readyToPublish } from "./readiness.server"

const isRecord = Schema.is(Schema.Record({ key: Schema.String, value: Schema.Unknown }))

/** POST /api/proposals/{community}/prepare: returns what the author's wallet has to sign, if the form is valid. */
export const prepareProposal = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { account, who } = yield* proposer
  const body = yield* readBody(request)
  if (!isRecord(body)) return yield* new MalformedBody({})
  const unseen = Object.entries(body).flatMap(([name, value]) => {
    const problem = textProblemIn(value)
    return problem === undefined ? [] : [[name, problem] as const]
  })
  if (unseen.length > 0) return yield* new InvalidFields({ fields: Object.fromEntries(unseen) })
  const publishAt = yield* Clock.currentTimeMillis
  const values = readProposalFields(body, who.community.governance)
  const id = yield* idInForm(body.id)
  const repo = yield* ProposalsRepo
  const row = Option.getOrNull(yield* repo.findById(who.community.id, id, account))
  const thread = typeof body.thread === "string" ? body.thread : ""
  const { stated } =
    row !== null && row.author === account
      ? yield* readyToEdit(row, values)
      : yield* readyToPublish(who, account, id, values, publishAt, thread)
  const fields = fieldsOf(stated, publishAt, (yield* randomToken).slice(0, 32))
  const statement = proposalStatement(fields)
  return { statement, digest: statementDigest(statement) }
})
