/** The schema's history. A released migration never changes; the next one gets the next number. */
import { Migrator } from "@effect/sql"
import { Duration, Effect, Layer, Schema } from "effect"
import { schemaNumber } from "../schemaFacts.server"
import { signUp } from "./0001-sign-up.server"
import { support } from "./0002-support.server"
import { communities } from "./0003-communities.server"
import { localLedger } from "./0004-local-ledger.server"
import { activity } from "./0005-activity.server"
import { members } from "./0006-members.server"
import { discussion } from "./0007-discussion.server"
import { drafts } from "./0008-drafts.server"
import { announcements } from "./0009-announcements.server"
import { wishes } from "./0010-wishes.server"
import { proposals } from "./0011-proposals.server"
import { ledgerRecords } from "./0012-ledger-records.server"
import { distributions } from "./0013-distributions.server"
import { bonds } from "./0014-bonds.server"
import { rounds } from "./0017-rounds.server"
import { growth } from "./0018-growth.server"
import { square } from "./0020-square.server"
import { paymentReceipts } from "./0021-payment-receipts.server"
import { votesSeen } from "./0022-votes-seen.server"
import { freePayouts } from "./0023-free-payouts.server"
import { owedCoupons } from "./0024-owed-coupons.server"
import { stepLeases } from "./0034-step-leases.server"
import { toldLate } from "./0036-told-late.server"
import { bondKeys } from "./0037-bond-keys.server"
import { treasuryDays } from "./0038-treasury-days.server"
import { jobPieces } from "./0039-job-pieces.server"
import { jobEnds } from "./0040-job-ends.server"
import { toldAndCounted } from "./0041-told-and-counted.server"
import { sharedState } from "./0042-shared-state.server"
import { operators } from "./0044-operators.server"
import { mailBounces } from "./0045-mail-bounces.server"
import { siteSwitches } from "./0046-site-switches.server"
import { uploadLeftovers } from "./0047-upload-leftovers.server"
import { unsentLetters } from "./0048-unsent-letters.server"
import { thresholdFractions } from "./0049-threshold-fractions.server"
import { followsAndGroups } from "./0050-follows-and-groups.server"
import { couponRecords } from "./0051-coupon-records.server"
import { treasuryStatements } from "./0052-statements.server"
import { parkings } from "./0053-parkings.server"
import { keepers } from "./0054-keepers.server"
import { standingPayouts } from "./0055-standing-payouts.server"
import { bondParkings } from "./0056-bond-parkings.server"
import { sealedVotes } from "./0057-sealed-votes.server"
import { lentVotes } from "./0058-lent-votes.server"
import { proposalTemplates } from "./0059-proposal-templates.server"
import { webhooks } from "./0060-webhooks.server"
import { push } from "./0061-push.server"
import { keptParkings } from "./0062-kept-parkings.server"
import { sealedVotesColumns } from "./0063-sealed-votes-columns.server"
import { loansInOrder } from "./0064-loans-in-order.server"
import { keptBondParkings } from "./0065-kept-bond-parkings.server"
import { budgets } from "./0066-budgets.server"
import { lookedUpByKey } from "./0068-looked-up-by-key.server"
import { pagesOfMany } from "./0069-pages-of-many.server"
import { endsAndRedemptions } from "./0070-ends-and-redemptions.server"
import { filesByKey } from "./0071-files-by-key.server"
import { escrowAccounts } from "./0073-escrow-accounts.server"
import { failedSteps } from "./0074-failed-steps.server"
import { placesOfBadges } from "./0075-places-of-badges.server"
import { sealedPoints } from "./0077-sealed-points.server"
import { excludedDelegations } from "./0078-excluded-delegations.server"
import { foldedReasons } from "./0079-folded-reasons.server"
import { setAside } from "./0081-set-aside.server"
import { lockersFollowed } from "./0082-lockers-followed.server"
import { requests } from "./0086-requests.server"
import { carriedOutByOthers } from "./0087-carried-out-by-others.server"
import { termsOfTheField } from "./0089-terms-of-the-field.server"
import { escrows } from "./0091-escrows.server"
import { lettersFolded } from "./0095-letters-folded.server"
import { namesOfJobs } from "./0096-names-of-jobs.server"
import { listsAsRead } from "./0098-lists-as-read.server"
import { expenses } from "./0102-expenses.server"
import { idempotencyKeys } from "./0103-idempotency-keys.server"
import { objectionAnswers } from "./0107-objection-answers.server"
import { emailInvitations } from "./0113-email-invitations.server"
import { threadFiles } from "./0114-thread-files.server"
import { signupBlocks } from "./0118-signup-blocks.server"
import { notifiedAndDelegator } from "./0121-notified-and-delegator.server"
import { searchEntries } from "./0122-search-entries.server"
import { securedBonds } from "./0123-secured-bonds.server"
import { backupRuns } from "./0127-backup-runs.server"
import { chosenDates } from "./0129-chosen-dates.server"
import { takedowns } from "./0130-takedowns.server"
import { weeklyEmails } from "./0131-weekly-emails.server"
import { weightLists } from "./0132-weight-lists.server"
import { attachments } from "./0136-attachments.server"
import { removals } from "./0138-removals.server"
import { searchIndexAtOnce } from "./0139-search-index-at-once.server"
import { signupModes } from "./0140-signup-modes.server"
import { waitingPosts } from "./0141-waiting-posts.server"
import { wordsOfKinds } from "./0143-words-of-kinds.server"
import { searchBeginnings } from "./0145-search-beginnings.server"
import { discardedDrafts } from "./0146-discarded-drafts.server"
import { searchWords } from "./0148-search-words.server"
import { calledOffDates } from "./0149-called-off-dates.server"
import { weeklyDay } from "./0150-weekly-day.server"
import { bulkActions } from "./0153-bulk-actions.server"

/** By number and name, oldest first. */
const history = {
  "0001_sign_up": signUp,
  "0002_support": support,
  "0003_communities": communities,
  "0004_local_ledger": localLedger,
  "0005_activity": activity,
  "0006_members": members,
  "0007_discussion": discussion,
  "0008_drafts": drafts,
  "0009_announcements": announcements,
  "0010_wishes": wishes,
  "0011_proposals": proposals,
  "0012_ledger_records": ledgerRecords,
  "0013_distributions": distributions,
  "0014_bonds": bonds,
  "0017_rounds": rounds,
  "0018_growth": growth,
  "0020_square": square,
  "0021_payment_receipts": paymentReceipts,
  "0022_votes_seen": votesSeen,
  "0023_free_payouts": freePayouts,
  "0024_owed_coupons": owedCoupons,
  "0034_step_leases": stepLeases,
  "0036_told_late": toldLate,
  "0037_bond_keys": bondKeys,
  "0038_treasury_days": treasuryDays,
  "0039_job_pieces": jobPieces,
  "0040_job_ends": jobEnds,
  "0041_told_and_counted": toldAndCounted,
  "0042_shared_state": sharedState,
  "0044_operators": operators,
  "0045_mail_bounces": mailBounces,
  "0046_site_switches": siteSwitches,
  "0047_upload_leftovers": uploadLeftovers,
  "0048_unsent_letters": unsentLetters,
  "0049_threshold_fractions": thresholdFractions,
  "0050_follows_and_groups": followsAndGroups,
  "0051_coupon_records": couponRecords,
  "0052_statements": treasuryStatements,
  "0053_parkings": parkings,
  "0054_keepers": keepers,
  "0055_standing_payouts": standingPayouts,
  "0056_bond_parkings": bondParkings,
  "0057_sealed_votes": sealedVotes,
  "0058_lent_votes": lentVotes,
  "0059_proposal_templates": proposalTemplates,
  "0060_webhooks": webhooks,
  "0061_push": push,
  "0062_kept_parkings": keptParkings,
  "0063_sealed_votes_columns": sealedVotesColumns,
  "0064_loans_in_order": loansInOrder,
  "0065_kept_bond_parkings": keptBondParkings,
  "0066_budgets": budgets,
  "0068_looked_up_by_key": lookedUpByKey,
  "0069_pages_of_many": pagesOfMany,
  "0070_ends_and_redemptions": endsAndRedemptions,
  "0071_files_by_key": filesByKey,
  "0073_escrow_accounts": escrowAccounts,
  "0074_failed_steps": failedSteps,
  "0075_places_of_badges": placesOfBadges,
  "0077_sealed_points": sealedPoints,
  "0078_excluded_delegations": excludedDelegations,
  "0079_folded_reasons": foldedReasons,
  "0081_set_aside": setAside,
  "0082_lockers_followed": lockersFollowed,
  "0086_requests": requests,
  "0087_carried_out_by_others": carriedOutByOthers,
  "0089_terms_of_the_field": termsOfTheField,
  "0091_escrows": escrows,
  "0095_letters_folded": lettersFolded,
  "0096_names_of_jobs": namesOfJobs,
  "0098_lists_as_read": listsAsRead,
  "0102_expenses": expenses,
  "0103_idempotency_keys": idempotencyKeys,
  "0107_objection_answers": objectionAnswers,
  "0113_email_invitations": emailInvitations,
  "0114_thread_files": threadFiles,
  "0118_signup_blocks": signupBlocks,
  "0121_notified_and_delegator": notifiedAndDelegator,
  "0122_search_entries": searchEntries,
  "0123_secured_bonds": securedBonds,
  "0127_backup_runs": backupRuns,
  "0129_chosen_dates": chosenDates,
  "0130_takedowns": takedowns,
  "0131_weekly_emails": weeklyEmails,
  "0132_weight_lists": weightLists,
  "0136_attachments": attachments,
  "0138_removals": removals,
  "0139_search_index_at_once": searchIndexAtOnce,
  "0140_signup_modes": signupModes,
  "0141_waiting_posts": waitingPosts,
  "0143_words_of_kinds": wordsOfKinds,
  "0145_search_beginnings": searchBeginnings,
  "0146_discarded_drafts": discardedDrafts,
  "0148_search_words": searchWords,
  "0149_called_off_dates": calledOffDates,
  "0150_weekly_day": weeklyDay,
  "0153_bulk_actions": bulkActions
}

/** The newest migration of this release. */
export const NEWEST = Math.max(...Object.keys(history).map((name) => Number.parseInt(name, 10)))

/** The schema as it was just before a migration, for tests of what that one makes of data that is there. */
export const migrateBefore = (number: string) =>
  Migrator.make({})({
    loader: Migrator.fromRecord(
      Object.fromEntries(Object.entries(history).filter(([name]) => name.slice(0, number.length) < number))
    ),
    table: "migrations"
  })

/** A newer release has used this database: what this one would read and write there is not what it knows. */
export class SchemaTooNew extends Schema.TaggedError<SchemaTooNew>()("SchemaTooNew", {
  found: Schema.Number,
  known: Schema.Number
}) {
  override get message() {
    return `The database has schema ${this.found}, and this release knows ${this.known}: a newer release has used it. Start that release, or restore the backup that was taken before the upgrade (docs/operations/backups.md, "The way back").`
  }
}

/** Each tells that it begins, so that anyone who waits for a large database sees why. */
const reported = Object.fromEntries(
  Object.entries(history).map(([name, migration]) => [
    name,
    Effect.zipRight(Effect.logInfo(`migration ${name} begins`), migration)
  ])
)

const migrate = Effect.gen(function* () {
  const from = yield* schemaNumber
  // Of a new database there is nothing to wait for.
  const loader = Migrator.fromRecord(from === 0 ? history : reported)
  const [took, done] = yield* Effect.timed(Migrator.make({})({ loader, table: "migrations" }))
  if (done.length > 0 && from > 0) {
    yield* Effect.logInfo(`the database was migrated from schema ${from} to ${NEWEST} in ${Duration.format(took)}`)
  }
  const found = yield* schemaNumber
  if (found > NEWEST) return yield* new SchemaTooNew({ found, known: NEWEST })
})

/** Brings the database to the newest schema. Several servers may start at once: one migrates, the others wait. */
export const MigrationsLive = Layer.effectDiscard(
  // Postgres refuses one of two servers that make the migrations table at the same moment; then it is there.
  Effect.retry(migrate, { times: 2, while: (error) => error._tag === "SqlError" })
)
