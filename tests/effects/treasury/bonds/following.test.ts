/** What another person's wallet was asked for, on the pages of colleagues: a series' issue, and a vote's execution. */

import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Layer, TestClock } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { AttachmentsRepo } from "~/effects/conversation/attachments/AttachmentsRepo.server"
import { CommentEdits } from "~/effects/conversation/discussion/CommentEdits.server"
import { Comments } from "~/effects/conversation/discussion/Comments.server"
import { NewComments } from "~/effects/conversation/discussion/NewComments.server"
import { Posting } from "~/effects/conversation/discussion/Posting.server"
import { PostVersions } from "~/effects/conversation/discussion/PostVersions.server"
import { ThreadEdits } from "~/effects/conversation/discussion/ThreadEdits.server"
import { Threads } from "~/effects/conversation/discussion/Threads.server"
import { manifestAction } from "~/effects/governance/proposals/action.server"
import { Executions } from "~/effects/governance/proposals/Executions.server"
import { VotingLive } from "~/effects/governance/proposals/layers.server"
import { Proposals } from "~/effects/governance/proposals/Proposals.server"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import { proposalsPage } from "~/effects/governance/proposals/pages/proposals.server"
import { ProposalId } from "~/effects/governance/votes/fields"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { HOUR_MS } from "~/effects/treasury/bonds/limits"
import { bondissuePage } from "~/effects/treasury/bonds/pages/issue.server"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { freeManifest } from "../../chain/ledger/transactions"
import { join } from "../../communities/communities/world"
import { someSignature, textOf } from "../../governance/proposals/world"
import { member, visit } from "../../publishing/dashboard/visits"
import { garden, sign } from "../deployment/world"
import { ADA, buyer, deployed, hereOf, SERIES, terms, world } from "./world"

const BEA = accountOf(buyer(1))

/** Ada owns it and holds its one admin badge, Bea moderates. */
const stage = Effect.gen(function* () {
  const community = yield* deployed(garden)
  yield* join(community.id, ADA, { role: "owner" })
  yield* join(community.id, BEA, { role: "moderator" })
  const tokens = { ada: yield* member(ADA, "Ada"), bea: yield* member(BEA, "Bea") }
  const lease = (account: AccountAddress) => ({ account, holder: "holderoftest" })
  const handOver = (id: string) =>
    Effect.flatMap(PreparedTransactions, (steps) => steps.handOver(id, "holderoftest", false))
  return { community, tokens, lease, handOver }
})

describeOnBothDatabases("a colleague's wallet", (database) => {
  it.effect("is named while it is asked to issue a series, and the series' page appears once it is issued", () =>
    Effect.gen(function* () {
      const { community, handOver, lease, tokens } = yield* stage
      const bonds = yield* Bonds
      yield* bonds.saveDraft(community, ADA, { id: SERIES, version: 0, terms })
      const params = { id: community.id }
      const page = visit(`/bondissue?draft=${SERIES}`, bondissuePage, { token: tokens.bea, params })
      const review = Effect.map(page, ({ value }) => value.review ?? assert.fail("no review"))
      const before = yield* review
      assert.deepInclude(before, { step: null, mayOpen: false })
      const step = yield* bonds.issue(hereOf(community), SERIES)
      assert.deepInclude((yield* review).step, { account: ADA, lease: null, topic: before.stepTopic })
      yield* handOver(step.id)
      assert.deepInclude((yield* review).step?.lease, lease(ADA))
      yield* (yield* TransactionChecks).report(step, yield* sign(step.manifest))
      const led = yield* Effect.flip(page)
      assert.instanceOf(led, Response)
      assert.match(led.headers.get("Location") ?? "", /\/bondissued\?series=GRD-1970A$/)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("is named while it is asked to execute a vote, only to those who may sign as well", () =>
    Effect.gen(function* () {
      const { community, handOver, lease, tokens } = yield* stage
      const number = yield* (yield* Proposals).publish({
        id: ProposalId.make("proposalaaaa"),
        community,
        author: ADA,
        role: "owner",
        text: textOf({ kind: "spending", opensAt: HOUR_MS, closesAt: 4 * HOUR_MS }),
        action: Either.getOrThrow(manifestAction(freeManifest(ADA))),
        threadNumber: null,
        signed: someSignature
      })
      const sql = yield* SqlClient.SqlClient
      yield* TestClock.setTime(5 * HOUR_MS)
      yield* sql`UPDATE proposals SET status = 'awaitingExecution' WHERE id = 'proposalaaaa'`
      const pageOf = (token: string) =>
        Effect.map(
          visit(`/proposals?p=${number}`, proposalsPage, { token, params: { id: community.id } }),
          ({ value }) => (value.view === "proposal" ? value.proposal : assert.fail("no proposal"))
        )
      const { stepTopic } = yield* pageOf(tokens.ada)
      assert.isNotNull(stepTopic)
      // Bea held a badge when it was prepared for her.
      const row = yield* (yield* ProposalsRepo).findOrFail(community.id, number, null)
      const step = yield* (yield* Executions).begin(row, BEA)
      yield* handOver(step.id)
      const seen = yield* pageOf(tokens.ada)
      assert.deepInclude(seen.step, { account: BEA, topic: stepTopic })
      assert.deepInclude(seen.step?.lease, lease(BEA))
      yield* join(community.id, accountOf(buyer(2)))
      const other = yield* pageOf(yield* member(accountOf(buyer(2)), "Cas"))
      assert.deepInclude(other, { step: null, stepTopic: null })
    }).pipe(
      Effect.provide(
        Layer.mergeAll(
          AttachmentsRepo.Default,
          Proposals.Default,
          Comments.Default,
          NewComments.Default,
          ThreadEdits.Default,
          CommentEdits.Default,
          PostVersions.Default
        ).pipe(
          Layer.provideMerge(Layer.mergeAll(Threads.Default, ThreadEdits.Default, VotingLive)),
          Layer.provideMerge(Posting.Default),
          Layer.provideMerge(world(database))
        )
      )
    )
  )
})
