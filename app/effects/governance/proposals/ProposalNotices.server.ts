/** Notifications about proposals (docs/product/notifications.md). Each is written in the transaction that causes it. */
import { Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import type { ActivityType } from "~/effects/activity/activity/catalogue"
import type { NotificationType } from "~/effects/activity/notifications/kinds"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { ProposalId } from "~/effects/governance/votes/fields"
import { VoterList } from "~/effects/governance/votes/VoterList.server"
import { proposalPath } from "./paths"

/** The proposal that a notification is about. */
export interface Notified {
  readonly id: ProposalId
  readonly communityId: CommunityId
  readonly number: number
  readonly title: string
  readonly author: AccountAddress
}

/** A list of accounts, or every member except some. */
type Addressed = ReadonlyArray<string> | { readonly except: ReadonlyArray<string> }

/** Accounts in one statement. SQLite takes some 30,000 values; smaller parts also need less memory. */
const PAGE = 500

export class ProposalNotices extends Effect.Service<ProposalNotices>()("governance/proposals/ProposalNotices", {
  dependencies: [VoterList.Default],
  effect: Effect.gen(function* () {
    const activity = yield* Activity
    const notifications = yield* Notifications
    const voterList = yield* VoterList

    const note = ({ communityId, number }: Notified, type: NotificationType, to: Addressed, text: string) =>
      notifications.notify({
        to: "except" in to ? { everyoneIn: communityId, except: to.except, andFollowers: type === "proposalOpen" } : to,
        type,
        communityId,
        target: proposalPath(communityId, number),
        text,
        importance: "except" in to ? "important" : "normal"
      })

    return {
      everybody: (what: Notified, type: NotificationType, text: string, except: ReadonlyArray<string> = []) =>
        note(what, type, { except }, text),

      /** Does nothing if the author is the one who acted. */
      author: (what: Notified, text: string, actor: AccountAddress | null = null) =>
        actor === what.author ? Effect.void : note(what, "ownProposal", [what.author], text),

      /**
       * @param voted true for members with a ballot; false for those on the list without one who have not muted the
       * community.
       */
      voters: Effect.fnUntraced(function* (what: Notified, type: NotificationType, voted: boolean, text: string) {
        const asked = { proposalId: what.id, communityId: what.communityId, voted, limit: PAGE }
        let after = ""
        for (;;) {
          const accounts = yield* voterList.addressees({ ...asked, after })
          if (accounts.length > 0) yield* note(what, type, accounts, text)
          if (accounts.length < PAGE) return
          after = accounts.at(-1) ?? ""
        }
      }),

      /** Notifies one voter about their ballot. */
      voter: (what: Notified, account: AccountAddress, text: string) => note(what, "votedProposal", [account], text),

      /** Notifies voters whose ballot did not open or did not contain a valid choice. */
      spoilt: (what: Notified, accounts: ReadonlyArray<string>) =>
        note(what, "votedProposal", accounts, `Your ballot in “${what.title}” is spoilt and was not counted.`),

      happened: (
        what: Notified,
        type: ActivityType,
        actor: AccountAddress | null,
        data: Readonly<Record<string, string | number>> = {}
      ) =>
        activity.record({
          communityId: what.communityId,
          actor,
          type,
          target: proposalPath(what.communityId, what.number),
          data: { title: what.title, number: what.number, ...data },
          visibility: "public"
        }),

      /** Notifies followers of a new version of the text. */
      changed: (what: Notified, followers: ReadonlyArray<string>) =>
        note(what, "ownProposal", followers, `The text of “${what.title}” was changed.`)
    }
  })
}) {}
