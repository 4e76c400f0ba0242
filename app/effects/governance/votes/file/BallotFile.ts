/**
 * The ballot file, `ballots/1` to `ballots/4` (docs/product/publishing.md): everything needed to count a vote again,
 * and to see that nobody changed it. It is written as lines, one for each member and for each item of the two lists, so
 * that it can be streamed and a checker can name the wrong line. Every value is in its RFC 8785 form; the same data
 * always gives the same bytes.
 */
import { Schema } from "effect"
import { canonical, type Json } from "~/effects/base/text/canonical"
import { csvHead, csvLine } from "~/effects/base/text/csv"
import { Entry, isSealedBallot } from "../ballot/Ballot"
import { choiceWords } from "../ballot/choice"
import { ExcludedDelegations, SignedDelegation } from "../delegated/Delegation"
import type { RowWeight } from "../delegated/delegatedWeight"
import { AccountText, Digest, NetworkId, Origin } from "../fields"
import { FrozenProposal } from "../proposal/FrozenProposal"
import { OpenedRound } from "../sealed/BeaconRound"
import type { Content } from "../sealed/SealedBody"
import { Eligible } from "../snapshot"
import { Result, type Tally } from "../Tally"

/**
 * `ballots/2` is the file of a vote whose threshold is a fraction, with quadratic points, delegations or sealed
 * ballots; `ballots/3` and `ballots/4` those of votes with the rules of these versions (FrozenProposal). All others stay
 * `ballots/1`, so that an older checker can still read them, and refuses the rest instead of counting by the wrong rules.
 */
export const ballotSchemaOf = ({ v }: Pick<FrozenProposal, "v">) => `ballots/${v}` as const
export const BALLOT_HOW_TO =
  "A ballot's digest is blake2b-256 of the ballot in RFC 8785 form. The wallet signed blake2b-256 of: byte 0x52, digest, " +
  "one byte with the length of dAppDefinitionAddress, that address, origin. entryHash is blake2b-256 of prevHash, digest " +
  "and signature as bytes; the first prevHash is proposalDigest, which is blake2b-256 of the proposal in RFC 8785 form. " +
  "snapshot.digest is the same of the list of voters. The latest ballot of an account counts, with its weight in the list."

/** The members before the two lists. */
const Head = {
  schema: Schema.Literal("ballots/1", "ballots/2", "ballots/3", "ballots/4"),
  howTo: Schema.Literal(BALLOT_HOW_TO),
  networkId: NetworkId,
  dAppDefinitionAddress: AccountText,
  /** Scheme, host and port of the site for which the wallets signed. */
  origin: Origin,
  proposalDigest: Digest,
  /** For a sealed vote whose ballots are opened: what opens them. For other votes: what a tie was drawn with. */
  beacon: Schema.optionalWith(OpenedRound, { exact: true }),
  proposal: FrozenProposal
}
const Tail = {
  headHash: Digest,
  /** With the result: delegations that their delegates' ballots did not use; absent without any. */
  excludedDelegations: Schema.optionalWith(ExcludedDelegations, { exact: true }),
  /** Null until the vote is closed. */
  tally: Schema.NullOr(Result)
}
export const BallotFile = Schema.Struct({
  ...Head,
  voters: Schema.Array(Eligible),
  /** Delegations in force when voting opened, by the delegator's address; absent without any. */
  delegations: Schema.optionalWith(Schema.Array(SignedDelegation), { exact: true }),
  ballots: Schema.Array(Entry),
  ...Tail
}).pipe(
  Schema.filter(({ delegations, proposal, schema }) => {
    if (schema !== ballotSchemaOf(proposal)) return { path: ["schema"], message: "another version" }
    const isWhole = (delegations === undefined) === (proposal.snapshot.delegations === undefined)
    return isWhole || { path: ["delegations"], message: "not what the proposal says" }
  })
)
export type BallotFile = typeof BallotFile.Type
export type BallotFileHead = Pick<BallotFile, keyof typeof Head | keyof typeof Tail>

/** A tally without its sentences, which each checker writes itself. */
export const statedResult = (tally: Tally): Result => {
  const { words: _words, ...result } = tally
  return result
}

/** The schemas above allow only JSON, which read-only interfaces cannot express. */
const written = (value: unknown): string => canonical(value as Json)

/** An item of a list, on its own line. */
export const fileItem = (item: unknown, isFirst: boolean): string => `${isFirst ? "" : ","}\n${written(item)}`
const listEnd = (hasItems: boolean): string => `${hasItems ? "\n" : ""}],\n`

const HEAD_MEMBERS = [
  "schema",
  "howTo",
  "networkId",
  "dAppDefinitionAddress",
  "origin",
  "proposalDigest",
  "beacon"
] as const

/** Everything before the first voter. */
export const fileHead = (head: BallotFileHead): string => {
  const members = HEAD_MEMBERS.flatMap((member) =>
    head[member] === undefined ? [] : [`"${member}":${written(head[member])},\n`]
  ).join("")
  return `{\n${members}"proposal":${written(head.proposal)},\n"voters":[`
}
const LENT = `"delegations":[`
const BALLOTS = `"ballots":[`
/** The text between the lists and after them. */
export const fileTail = {
  voters: (hasVoters: boolean, hasDelegated: boolean): string =>
    `${listEnd(hasVoters)}${hasDelegated ? LENT : BALLOTS}`,
  delegations: (hasItems: boolean): string => `${listEnd(hasItems)}${BALLOTS}`,
  ballots: (hasBallots: boolean, { excludedDelegations: excluded, headHash, tally }: BallotFileHead): string =>
    `${listEnd(hasBallots)}"headHash":${written(headHash)},\n${excluded === undefined ? "" : `"excludedDelegations":${written(excluded)},\n`}"tally":${written(tally)}\n}\n`
}

/** Yields the items of a list; returns whether there were any. */
function* itemsOf(list: Iterable<unknown>): Generator<string, boolean> {
  let hasItems = false
  for (const item of list) {
    yield fileItem(item, !hasItems)
    hasItems = true
  }
  return hasItems
}

/** Yields the file in pieces; a caller that streams from a cursor combines the same pieces. */
export function* writeBallotFile(
  head: BallotFileHead & Pick<BallotFile, "delegations">,
  voters: Iterable<Eligible>,
  ballots: Iterable<Entry>
): Generator<string> {
  yield fileHead(head)
  yield fileTail.voters(yield* itemsOf(voters), head.delegations !== undefined)
  if (head.delegations !== undefined) yield fileTail.delegations(yield* itemsOf(head.delegations))
  yield fileTail.ballots(yield* itemsOf(ballots), head)
}

const CSV_COLUMNS = [
  ...["seq", "account", "choice", "weight", "reason", "castAt", "supersedes", "digest", "publicKey", "curve"],
  ...["signature", "entryHash", "delegatedWeight", "countedWeight"]
]

/**
 * An entry, and for a sealed one its content: null if spoilt, absent before the opening. What it adds to the result is
 * left out while that is hidden.
 */
export type Line = Entry & { readonly content?: Content | null; readonly adds?: RowWeight }

/** The choice by its labels, and the reason. */
const said = (proposal: FrozenProposal, ballot: NonNullable<Entry["ballot"]>, content: Line["content"]) => {
  const open = isSealedBallot(ballot) ? content : ballot
  if (open === undefined || open === null) return { choice: open === null ? "(spoilt)" : "(sealed)", reason: "" }
  return { choice: choiceWords(proposal, open.choice), reason: open.reason }
}

/** The same ballots for a spreadsheet, with choices by their labels. This file cannot be verified. */
export function* writeBallotCsv(proposal: FrozenProposal, ballots: Iterable<Line>): Generator<string> {
  yield csvHead(CSV_COLUMNS)
  for (const { adds, ballot, content, digest, entryHash, proof, seq, weight } of ballots) {
    const signed =
      ballot === null
        ? ["", "", "", "", "", ""]
        : [
            ballot.account,
            said(proposal, ballot, content).choice,
            weight ?? "",
            said(proposal, ballot, content).reason,
            ballot.castAt,
            ballot.supersedes ?? ""
          ]
    const hashes = [digest, proof.publicKey, proof.curve, proof.signature, entryHash]
    yield csvLine([seq, ...signed, ...hashes, adds?.delegated ?? "", adds?.counted ?? ""])
  }
}
