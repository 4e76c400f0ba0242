/**
 * Checks of every text before it is stored: the writer's rights, the restrictions on new members, and mentions. Shared
 * by threads, comments and announcements.
 */

import { Array as Arr, Clock, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed } from "~/effects/access/must"
import { isNewMember } from "~/effects/access/newMember"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { InvalidFields, NotSignedIn } from "~/effects/base/failures/failures"
import { Settings } from "~/effects/base/settings/Settings.server"
import { makeTextsOfPage, parseMarkdown, readMarkdown } from "~/effects/base/text/markdown/parseMarkdown.server"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import { newMemberProblem, showsNothing } from "./limits"
import { candidateKeys, linkMentions, Mention, mayName, mentionsIn } from "./mentions"
import { words } from "./texts"

/** A member who may write. */
export interface Writer {
  readonly account: AccountAddress
  readonly name: string
  readonly joinedAt: number
}

export class Posting extends Effect.Service<Posting>()("conversation/discussion/Posting", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const { uploadHost } = yield* Settings
    const imageHosts = [Option.match(uploadHost, { onNone: () => "/files/", onSome: ({ cdnUrl }) => `${cdnUrl}/` })]

    const rules = (anchorPrefix: string) => ({ userText: true, topHeading: 4, imageHosts, anchorPrefix }) as const

    /** A text as a page shows it: sanitised, pictures only from our own upload host, mentions linked. */
    const toTree = (text: string, mentions: ReadonlyArray<Mention> = [], anchorPrefix = "t-"): MarkdownTree =>
      linkMentions(parseMarkdown(text, rules(anchorPrefix)), mentions)

    /** The same for the texts of one page. */
    const toTrees = () => {
      const within = makeTextsOfPage()
      return (text: string, mentions: ReadonlyArray<Mention>, anchorPrefix: string): MarkdownTree =>
        within(text, (maxNodes) => {
          const tree = readMarkdown(text, { ...rules(anchorPrefix), maxNodes })
          return tree && linkMentions(tree, mentions)
        })
    }

    /** The caller as a member who may post. */
    const writer = Effect.fn("Posting.writer")(function* (who: Inside) {
      yield* requireAllowed(who, "post")
      const { membership, visitor } = who
      if (visitor?.profile == null || membership === null) return yield* new NotSignedIn({ action: "take part" })
      return { account: visitor.account, name: visitor.profile.username, joinedAt: membership.joinedAt }
    })

    /** Reports content that a text may not have, or not yet, as an error of its field. */
    const requireFit = ({ joinedAt }: Writer, text: string) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const tree = toTree(text)
        const problem = showsNothing(tree)
          ? words.emptyBody
          : isNewMember(joinedAt, now)
            ? newMemberProblem(tree, joinedAt)
            : undefined
        if (problem !== undefined) return yield* new InvalidFields({ fields: { body: problem } })
      })

    const selectNamed = findAll({
      Request: Schema.Struct({ communityId: CommunityId, keys: Schema.Array(Schema.String) }),
      Result: Mention,
      execute: ({ communityId, keys }) => sql`
        SELECT u.username_key AS key, u.account_address AS account FROM users u
        JOIN memberships m ON m.account_address = u.account_address AND m.community_id = ${communityId}
        WHERE m.status = 'active' AND u.status = 'active' AND ${sql.in("u.username_key", keys)}`
    })
    /** The members that each of these texts mentions, and that pages link. */
    const mentionsOf = Effect.fn("Posting.mentionsOf")(function* (
      communityId: CommunityId,
      trees: ReadonlyArray<MarkdownTree>
    ) {
      const keys = trees.map((tree) => new Set(candidateKeys(tree)))
      const all = [...new Set(keys.flatMap((each) => [...each]))]
      const found = all.length === 0 ? [] : yield* selectNamed({ communityId, keys: all })
      return Arr.zipWith(trees, keys, (tree, own) =>
        mentionsIn(
          tree,
          found.filter(({ key }) => own.has(key))
        )
      )
    })
    /** The members that each of these comments mentions. */
    const mentionsOfComments = (communityId: CommunityId, texts: ReadonlyArray<string>) =>
      mentionsOf(
        communityId,
        texts.map((text) => (mayName(text) ? toTrees()(text, [], "c-") : []))
      )
    /** The members that a thread mentions. */
    const mentionsOfThread = (communityId: CommunityId, text: string) =>
      Effect.map(mentionsOf(communityId, [mayName(text) ? toTree(text) : []]), ([named = []]) => named)

    return { toTree, toTrees, writer, requireFit, mentionsOfThread, mentionsOfComments }
  })
}) {}
