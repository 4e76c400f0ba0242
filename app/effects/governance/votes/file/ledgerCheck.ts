/**
 * Compares a checked ballot file with the ledger (docs/product/publishing.md): whether each key owned its voter's
 * account, and whether each account had the balance that its weight is based on, at the version of the snapshot. The
 * gateway gets accounts and a version, never a ballot.
 */

import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Either } from "effect"
import { grouped } from "~/effects/base/text/grouped"
import { deriveAddress, publicKeyHash } from "~/ledger/address"
import type { BallotProof, OpenEntry } from "../ballot/Ballot"
import { formatVotes, readVotes, weightOf } from "../weight"
import { type AskLedger, askAccounts, type OnLedger } from "./askLedger"
import type { BallotFile } from "./BallotFile"
import { readForm } from "./form"
import { makePace } from "./pace"
import { type Finding, numbered, type Report, reported, type Step } from "./Report"

/** Most accounts of a list that are looked up, evenly spread. */
export const MOST_ASKED = 1_000
export const LEDGER_SILENT = "Can't reach the ledger right now. The checks made without it are still valid."
const OTHER_NETWORK = "This vote was on a different network from the one this site reads."
const KEYS = "Each key belongs to its account"

const owns = (found: OnLedger | undefined, { curve, publicKey }: BallotProof, account: string, networkId: number) => {
  if (found === undefined) return false
  const key = hexToBytes(publicKey)
  if (found.keys === null) return deriveAddress("account", curve, key, networkId) === account
  const hash = bytesToHex(publicKeyHash(key))
  return found.keys.some((owner) => owner.curve === curve && owner.hash === hash)
}

const isOpen = (entry: BallotFile["ballots"][number]): entry is OpenEntry =>
  entry.ballot !== null && entry.weight !== null

/** An evenly spread sample, including the first and the last. */
export const sample = <A>(all: ReadonlyArray<A>, most: number): ReadonlyArray<A> =>
  all.length <= most
    ? all
    : Array.from({ length: most }, (_, at) => Math.floor((at * (all.length - 1)) / (most - 1))).flatMap(
        (index) => all[index] ?? []
      )

interface Numbered {
  readonly entry: OpenEntry
  readonly index: number
}

const keyFindings = async (ask: AskLedger, file: BallotFile, entries: ReadonlyArray<Numbered>, then: Known) => {
  const account = ({ entry }: Numbered) => entry.ballot.account
  const isRight = (known: Known, one: Numbered) =>
    owns(known.get(account(one)), one.entry.proof, account(one), file.networkId)
  const doubtful = entries.filter((one) => !isRight(then, one))
  if (doubtful.length === 0) return []
  // A voter who changed keys while the vote was open signed with the new ones.
  const accounts = [...new Set(doubtful.map(account))]
  const now = await askAccounts(ask, { accounts, resource: null, version: null })
  return doubtful
    .filter((one) => !isRight(now, one))
    .map(
      ({ index }): Finding => ({
        row: index + 1,
        where: `ballot ${index + 1}`,
        words: "The ledger lists other keys for its account, both at the opening and now."
      })
    )
}
type Known = ReadonlyMap<string, OnLedger>

const weightFindings = (file: BallotFile, asked: ReadonlySet<string>, known: Known): ReadonlyArray<Finding> => {
  const { weightMode } = file.proposal
  return file.voters.flatMap(({ account, weight }, index) => {
    if (!asked.has(account)) return []
    const balance = formatVotes(readVotes(known.get(account)?.balance ?? "0"))
    if (weightOf(weightMode, { assigned: 0, balance }) === weight) return []
    const words = `The ledger shows a balance of ${balance} for this account; the list has ${weight}.`
    return [{ row: null, where: `voter ${index + 1}`, words }]
  })
}

const spread = (asked: number, all: number) =>
  asked === all ? "" : ` ${asked} of ${all}, evenly spread, were checked.`

const stepOf = (name: string, asked: number, findings: ReadonlyArray<Finding>, words: string): Step => ({
  name,
  state: findings.length === 0 ? "ok" : "bad",
  figure: `${asked - findings.length} of ${asked}`,
  detail: findings[0]?.words ?? words
})

const badVerdict = (file: BallotFile, findings: ReadonlyArray<Finding>): string => {
  const rows = findings.flatMap(({ row }) => (row === null ? [] : [row]))
  if (rows.length === 0) return "The ledger shows different balances from those in this file."
  return `${rows.length} of ${file.ballots.length} ballots ${rows.length === 1 ? "fails" : "fail"}: ${numbered(rows)}.`
}

/** The report with the results from the ledger. If the gateway does not respond, the report only states that. */
export const checkWithLedger = async (
  text: string,
  report: Report,
  { ask, networkId }: { readonly ask: AskLedger; readonly networkId: number },
  onProgress?: (done: number, all: number) => void
): Promise<Report> => {
  const form = await readForm(text, makePace())
  if (Either.isLeft(form)) return report
  const { file } = form.right
  if (file.networkId !== networkId) return { ...report, detail: OTHER_NETWORK }
  const { snapshot, tokenResource, weightMode } = file.proposal
  const isByToken = (weightMode === "token" || weightMode === "sqrt") && tokenResource !== null
  const open = file.ballots.flatMap((entry, index) => (isOpen(entry) ? [{ entry, index }] : []))
  const asked = sample(open, MOST_ASKED)
  const holders = isByToken ? sample(file.voters, MOST_ASKED).map(({ account }) => account) : []
  const accounts = [...new Set([...asked.map(({ entry }) => entry.ballot.account), ...holders])]
  try {
    const question = { accounts, resource: isByToken ? tokenResource : null, version: snapshot.stateVersion }
    const known = await askAccounts(ask, question, (done) => onProgress?.(done, accounts.length))
    const keys = await keyFindings(ask, file, asked, known)
    const weights = isByToken ? weightFindings(file, new Set(holders), known) : []
    const findings = [...keys, ...weights]
    const at = `Read from the ledger at version ${grouped(snapshot.stateVersion)}.`
    const keyStep = stepOf(KEYS, asked.length, keys, `${at}${spread(asked.length, open.length)}`)
    const balances = stepOf(
      "Weights are what the ledger shows",
      holders.length,
      weights,
      `${at}${spread(holders.length, file.voters.length)}`
    )
    const isSealed = open.length < file.ballots.length
    const holds = findings.length === 0
    return {
      ...report,
      holds,
      verdict: holds ? report.verdict : badVerdict(file, findings),
      detail: holds ? "The ledger shows the same." : (findings[0]?.words ?? ""),
      findings: reported(findings),
      steps: report.steps.flatMap((step): ReadonlyArray<Step> => {
        if (step.name === KEYS) return isSealed ? [step] : [keyStep]
        return step.name.startsWith("Weights") && isByToken ? [step, balances] : [step]
      })
    }
  } catch {
    return { ...report, detail: LEDGER_SILENT }
  }
}
