/**
 * The contract of the read API (docs/product/publishing.md, 3.8.2; docs/decisions/0080-one-contract-for-the-read-api.md):
 * addresses, questions, answers and refusals. The handlers answer through it, `openapi.json` and /developers are made
 * of it, and a client derived from it can be used from outside.
 */
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { APP_NAME } from "~/effects/base/settings/product"
import { policies, sorts } from "~/effects/communities/communities/query"
import { ProposalKind } from "~/effects/governance/votes/proposal/Proposal"
import { BondAnswer } from "./bondAnswers"
import { CommunitiesAnswer, CommunityAnswer } from "./communityAnswers"
import { ACCOUNT, Refusal, Text, told } from "./parts"
import { ProposalAnswer, ProposalsAnswer } from "./proposalAnswers"

/** What a client gets that sent the ETag of what is still so. */
export class NotModified extends HttpApiSchema.EmptyError<NotModified>()({ tag: "NotModified", status: 304 }) {}

/** Of an answer that is none, in the words of the document. */
export const refusals: Readonly<Record<string, string>> = {
  "404": "There is nothing public at this address.",
  "429": "More than 60 requests in a minute from one address, or very many from the networks around it.",
  "503": "The database does not answer at this moment."
}

const asked = <const F extends Schema.Struct.Fields>(fields: F) => Schema.Struct(fields)
const Yes = Schema.Literal("1")
const search = Schema.optional(Text("Words to look for, 2 to 60 characters.", "garden"))
const after = Schema.optional(Text("`next` of the page before.", "1795610400000~k3v7qz2mfa5x"))
const Slug = Text("The community's name in addresses.", "riverside-garden")

const communities = HttpApiGroup.make("communities")
  .add(
    HttpApiEndpoint.get("list", "/communities")
      .setUrlParams(
        asked({
          q: search,
          tag: Schema.optional(
            told(Schema.Array(Schema.String), "Tags of the directory; may be given several times.", ["Garden"])
          ),
          policy: Schema.optional(told(Schema.Literal(...policies), "Only those one joins in this way.", "open")),
          vote: Schema.optional(told(Yes, "Only those with an open vote.", "1")),
          sale: Schema.optional(told(Yes, "Only those with an open sale of bonds.", "1")),
          sort: Schema.optional(
            told(Schema.Literal(...sorts), "The order; most recently active first without it.", "newest")
          ),
          after,
          id: Schema.optional(
            Text("The one with this id, if it is public; all other questions are then left aside.", "k3v7qz2mfa5x")
          )
        })
      )
      .addSuccess(CommunitiesAnswer)
      .annotate(OpenApi.Identifier, "listCommunities")
      .annotate(OpenApi.Summary, "Public communities")
      .annotate(OpenApi.Description, "Twenty a page. A question that cannot be read counts as not asked.")
  )
  .add(
    HttpApiEndpoint.get("one", "/communities/:slug")
      .setPath(Schema.Struct({ slug: Slug }))
      .addSuccess(CommunityAnswer)
      .addError(Refusal, { status: 404 })
      .annotate(OpenApi.Identifier, "getCommunity")
      .annotate(OpenApi.Summary, "One community")
      .annotate(OpenApi.Description, "Its texts, its rules, and its addresses on the ledger.")
  )
  .annotate(OpenApi.Title, "Communities")
  .annotate(
    OpenApi.Description,
    "Communities that have a public profile. Private ones are answered as if there were none."
  )

const proposals = HttpApiGroup.make("proposals")
  .add(
    HttpApiEndpoint.get("list", "/communities/:slug/proposals")
      .setPath(Schema.Struct({ slug: Slug }))
      .setUrlParams(
        asked({
          tab: Schema.optional(
            told(
              ProposalsAnswer.fields.tab,
              "Open votes, those in review, or results; open votes without it.",
              "results"
            )
          ),
          kind: Schema.optional(told(ProposalKind, "Only this kind.", "decision")),
          author: Schema.optional(Text("Only those of this account.", ACCOUNT)),
          q: search,
          after
        })
      )
      .addSuccess(ProposalsAnswer)
      .addError(Refusal, { status: 404 })
      .annotate(OpenApi.Identifier, "listProposals")
      .annotate(OpenApi.Summary, "Proposals of a community")
      .annotate(OpenApi.Description, "Twenty a page.")
  )
  .add(
    HttpApiEndpoint.get("one", "/communities/:slug/proposals/:n")
      .setPath(Schema.Struct({ slug: Slug, n: Text("The proposal's number.", "7") }))
      .addSuccess(ProposalAnswer)
      .addError(Refusal, { status: 404 })
      .annotate(OpenApi.Identifier, "getProposal")
      .annotate(OpenApi.Summary, "One proposal with its standing")
      .annotate(
        OpenApi.Description,
        "With its text, its rules and its outcome. While a vote hides its results, `results` is null."
      )
  )
  .annotate(OpenApi.Title, "Proposals")
  .annotate(
    OpenApi.Description,
    "What communities decide. The ballots themselves are a file of their own, at `ballots`."
  )

const bonds = HttpApiGroup.make("bonds")
  .add(
    HttpApiEndpoint.get("one", "/communities/:slug/bonds/:code")
      .setPath(Schema.Struct({ slug: Slug, code: Text("The series.", "GRD-2027A") }))
      .addSuccess(BondAnswer)
      .addError(Refusal, { status: 404 })
      .annotate(OpenApi.Identifier, "getBond")
      .annotate(OpenApi.Summary, "One series of bonds")
      .annotate(OpenApi.Description, "Its terms, its sale, its payments, and what stands behind it.")
  )
  .annotate(OpenApi.Title, "Bonds")
  .annotate(OpenApi.Description, "Series that are published: scheduled, on sale, running or over.")

export const ReadApi = HttpApi.make("read")
  .add(communities)
  .add(proposals)
  .add(bonds)
  .prefix("/api/v1")
  .addError(NotModified)
  .addError(Refusal, { status: 429 })
  .addError(Refusal, { status: 503 })
  .annotate(HttpApi.AdditionalSchemas, [Refusal])
  .annotate(OpenApi.Title, `${APP_NAME} read API`)
  .annotate(OpenApi.Version, "1")
  .annotate(
    OpenApi.Description,
    [
      "What people read on public pages, as JSON. No key is needed, and any site may ask.",
      "Amounts are text and times are UTC. An answer may gain fields: leave aside what you do not know."
    ].join(" ")
  )
  .annotate(OpenApi.License, { name: "MIT", url: "https://opensource.org/license/mit" })

/** The answers by their names: handlers give one of these, and nothing else leaves the API. */
export const answers = {
  communities: CommunitiesAnswer,
  community: CommunityAnswer,
  proposals: ProposalsAnswer,
  proposal: ProposalAnswer,
  bond: BondAnswer
} as const
