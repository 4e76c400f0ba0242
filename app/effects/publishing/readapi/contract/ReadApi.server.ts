/**
 * Contract of the read API (docs/product/publishing.md; docs/decisions/0080-describe-the-read-api-by-one-contract.md):
 * paths, parameters, responses and errors. Handlers, `openapi.json` and /developers are built from it, and so can a
 * client be.
 */
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { APP_NAME } from "~/effects/base/settings/product"
import { policies, sorts } from "~/effects/communities/communities/query"
import { ProposalKind } from "~/effects/governance/votes/proposal/Proposal"
import { BondResponse } from "./bondResponses"
import { CommunitiesResponse, CommunityResponse } from "./communityResponses"
import { ACCOUNT, described, Refusal, Text } from "./parts"
import { ProposalResponse, ProposalsResponse } from "./proposalResponses"

/** Response to a client whose ETag is still current. */
export class NotModified extends HttpApiSchema.EmptyError<NotModified>()({ tag: "NotModified", status: 304 }) {}

/** Descriptions of error responses. */
export const refusals: Readonly<Record<string, string>> = {
  "404": "There is nothing public at this address.",
  "429": "More than 60 requests a minute from one address, or very many from the networks around it.",
  "503": "The database is not available at the moment."
}

const asked = <const F extends Schema.Struct.Fields>(fields: F) => Schema.Struct(fields)
const Yes = Schema.Literal("1")
const search = Schema.optional(Text("Words to search for, 2 to 60 characters.", "garden"))
const after = Schema.optional(Text("`next` of the previous page.", "1795610400000~k3v7qz2mfa5x"))
const Slug = Text("The community's slug.", "riverside-garden")

const communities = HttpApiGroup.make("communities")
  .add(
    HttpApiEndpoint.get("list", "/communities")
      .setUrlParams(
        asked({
          q: search,
          tag: Schema.optional(
            described(Schema.Array(Schema.String), "Tags of the directory; may be repeated.", ["Garden"])
          ),
          policy: Schema.optional(
            described(Schema.Literal(...policies), "Only communities with this way of joining.", "open")
          ),
          vote: Schema.optional(described(Yes, "Only communities with an open vote.", "1")),
          sale: Schema.optional(described(Yes, "Only communities with an open bond sale.", "1")),
          sort: Schema.optional(
            described(Schema.Literal(...sorts), "The order; by default most recently active first.", "newest")
          ),
          after,
          id: Schema.optional(
            Text("The community with this id, if it is public; all other parameters are then ignored.", "k3v7qz2mfa5x")
          )
        })
      )
      .addSuccess(CommunitiesResponse)
      .annotate(OpenApi.Identifier, "listCommunities")
      .annotate(OpenApi.Summary, "Public communities")
      .annotate(OpenApi.Description, "Twenty per page. Parameters that cannot be read are ignored.")
  )
  .add(
    HttpApiEndpoint.get("one", "/communities/:slug")
      .setPath(Schema.Struct({ slug: Slug }))
      .addSuccess(CommunityResponse)
      .addError(Refusal, { status: 404 })
      .annotate(OpenApi.Identifier, "getCommunity")
      .annotate(OpenApi.Summary, "One community")
      .annotate(OpenApi.Description, "Its texts, its rules, and its addresses on the ledger.")
  )
  .annotate(OpenApi.Title, "Communities")
  .annotate(OpenApi.Description, "Communities that have a public profile. For private ones the API returns 404.")

const proposals = HttpApiGroup.make("proposals")
  .add(
    HttpApiEndpoint.get("list", "/communities/:slug/proposals")
      .setPath(Schema.Struct({ slug: Slug }))
      .setUrlParams(
        asked({
          tab: Schema.optional(
            described(
              ProposalsResponse.fields.tab,
              "Open votes, votes in review, or results; by default open votes.",
              "results"
            )
          ),
          kind: Schema.optional(described(ProposalKind, "Only this kind.", "decision")),
          author: Schema.optional(Text("Only proposals by this account.", ACCOUNT)),
          q: search,
          after
        })
      )
      .addSuccess(ProposalsResponse)
      .addError(Refusal, { status: 404 })
      .annotate(OpenApi.Identifier, "listProposals")
      .annotate(OpenApi.Summary, "Proposals of a community")
      .annotate(OpenApi.Description, "Twenty per page.")
  )
  .add(
    HttpApiEndpoint.get("one", "/communities/:slug/proposals/:n")
      .setPath(Schema.Struct({ slug: Slug, n: Text("The proposal's number.", "7") }))
      .addSuccess(ProposalResponse)
      .addError(Refusal, { status: 404 })
      .annotate(OpenApi.Identifier, "getProposal")
      .annotate(OpenApi.Summary, "One proposal with its current result")
      .annotate(
        OpenApi.Description,
        "With its text, its rules and its outcome. While a vote hides its results, `results` is null."
      )
  )
  .annotate(OpenApi.Title, "Proposals")
  .annotate(
    OpenApi.Description,
    "What communities decide. The ballots themselves are in a separate file, at `ballots`."
  )

const bonds = HttpApiGroup.make("bonds")
  .add(
    HttpApiEndpoint.get("one", "/communities/:slug/bonds/:code")
      .setPath(Schema.Struct({ slug: Slug, code: Text("The series.", "GRD-2027A") }))
      .addSuccess(BondResponse)
      .addError(Refusal, { status: 404 })
      .annotate(OpenApi.Identifier, "getBond")
      .annotate(OpenApi.Summary, "One series of bonds")
      .annotate(OpenApi.Description, "Its terms, its sale, its payments and its reserve.")
  )
  .annotate(OpenApi.Title, "Bonds")
  .annotate(OpenApi.Description, "Series that are published: scheduled, on sale, active or finished.")

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
      "What people can read on public pages, as JSON. You do not need a key, and any site may call it.",
      "Amounts are strings and times are UTC. Responses may gain fields: ignore those you do not know."
    ].join(" ")
  )
  .annotate(OpenApi.License, { name: "MIT", url: "https://opensource.org/license/mit" })

/** Responses by name; handlers return only these, so nothing else leaves the API. */
export const responses = {
  communities: CommunitiesResponse,
  community: CommunityResponse,
  proposals: ProposalsResponse,
  proposal: ProposalResponse,
  bond: BondResponse
} as const
