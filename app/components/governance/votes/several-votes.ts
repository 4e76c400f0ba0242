/**
 * Voting with several accounts of one wallet (docs/product/votes.md, "Several accounts of one wallet"). Each ballot is
 * prepared, signed and stored separately, so a failure affects only that one.
 */
import { type StepOutcome, sentence } from "~/components/wallet/wallet/steps"
import type { Account } from "~/connector/index"
import type { Receipt } from "~/effects/governance/votes/ballot/receipt"
import type { ProposalId } from "~/effects/governance/votes/fields"
import { type VotingAccount, votingAccountsPath } from "~/effects/governance/votes/VotingAccount"
import { type PreparedBallot, prepareBallot, type Wanted } from "./cast-ballot"

/** The same for each account. */
export type Common = Pick<Wanted, "choice" | "reason" | "seal">

export interface CastBallot {
  readonly receipt: Receipt
  readonly prepared: PreparedBallot
}

export interface VoterLine extends VotingAccount {
  /** Name of the account in the wallet. */
  readonly label: string
}

/** State of one account's ballot. */
export type BallotState =
  | { readonly at: "waiting" | "preparing" }
  | { readonly at: "wallet" | "sending"; readonly digest: string }
  | ({ readonly at: "done" } & CastBallot)
  | { readonly at: "failed"; readonly words: string }

export interface SeveralState {
  /** The accounts that may vote, including the session's own if it may. */
  readonly lines: ReadonlyArray<VoterLine>
  readonly ticked: ReadonlySet<string>
  readonly problem: string
  readonly at: "form" | "summary" | "casting" | "ended"
  readonly wanted: Common | undefined
  /** By account, in the order in which the wallet is asked. */
  readonly ballots: ReadonlyMap<string, BallotState>
  /** The ballot whose receipt is open. */
  readonly shown: CastBallot | undefined
}

export type SignBallot = (prepared: PreparedBallot, onSigned: () => void) => Promise<StepOutcome>

const UNREACHABLE = "The server could not be reached. Nothing was sent to your wallet. Try again."
const CALLED_BACK = "You cancelled the request. Nothing was signed."
export const NONE_TICKED = "Tick at least one account."

/** "2 of 3 signed" */
export const signedInWords = (ballots: SeveralState["ballots"]): string => {
  const signed = [...ballots.values()].filter(({ at }) => at === "sending" || at === "done").length
  return `${signed} of ${ballots.size} signed`
}

const isLine = (value: unknown): value is VotingAccount =>
  typeof value === "object" && value !== null && "account" in value && "weight" in value && "voted" in value

/** The wallet's accounts that may vote. Empty if the server does not respond: the box then stays as it is. */
const fetchLines = async (proposal: ProposalId, shared: ReadonlyArray<Account>): Promise<ReadonlyArray<VoterLine>> => {
  const response = await fetch(votingAccountsPath(proposal), { headers: { Accept: "application/json" } }).catch(
    () => null
  )
  const body: unknown = response?.ok === true ? await response.json().catch(() => null) : null
  const found = typeof body === "object" && body !== null && "accounts" in body ? body.accounts : []
  return (Array.isArray(found) ? found : []).filter(isLine).flatMap((line) => {
    const label = shared.find(({ address }) => address === line.account)?.label
    return label === undefined ? [] : [{ ...line, label }]
  })
}

export interface SeveralVotes {
  /** The account of the session. */
  readonly own: string
  readonly subscribe: (onChange: () => void) => () => void
  readonly snapshot: () => SeveralState
  readonly load: (shared: ReadonlyArray<Account>) => Promise<void>
  readonly tick: (account: string) => void
  /** True if these votes are cast here; false if only the session's own account votes, which the box does itself. */
  readonly takes: (wanted: Common) => boolean
  readonly run: (sign: SignBallot) => Promise<void>
  readonly back: () => void
  readonly show: (ballot: CastBallot | undefined) => void
  /** Stops asking the wallet. */
  readonly stop: () => void
}

/** True if there is a choice of accounts, or only an account other than the session's may vote. */
export const isOffered = (lines: ReadonlyArray<VoterLine>, own: string): boolean =>
  lines.length > 1 || lines.some(({ account }) => account !== own)

/** @param own the account of the session */
export const openSeveralVotes = (proposal: ProposalId, own: string): SeveralVotes => {
  const listeners = new Set<() => void>()
  let isStopped = false
  let known: ReadonlyArray<Account> = []
  let state: SeveralState = {
    lines: [],
    ticked: new Set([own]),
    problem: "",
    at: "form",
    wanted: undefined,
    ballots: new Map(),
    shown: undefined
  }
  const change = (next: Partial<SeveralState>) => {
    state = { ...state, ...next }
    for (const listener of [...listeners]) listener()
  }
  const set = (account: string, ballot: BallotState) => change({ ballots: new Map(state.ballots).set(account, ballot) })

  const castOne = async (account: string, wanted: Common, sign: SignBallot) => {
    set(account, { at: "preparing" })
    const prepared = await prepareBallot({ proposal, account, ...wanted }, account).catch(
      () => ({ ok: false, message: UNREACHABLE }) as const
    )
    if (!prepared.ok) return set(account, { at: "failed", words: prepared.message })
    const { digest } = prepared.value
    set(account, { at: "wallet", digest })
    const outcome = await sign(prepared.value, () => set(account, { at: "sending", digest }))
    if (outcome.state === "done") {
      // The handler has checked that the receipt is for this ballot.
      return set(account, { at: "done", receipt: outcome.body as Receipt, prepared: prepared.value })
    }
    const words = outcome.state === "unsigned" ? outcome.message || CALLED_BACK : outcome.words
    set(account, { at: "failed", words: sentence(words) })
  }

  const load = async (shared: ReadonlyArray<Account>) => {
    known = shared
    const lines = await fetchLines(proposal, shared)
    if (isStopped) return
    const ticked = lines.filter(({ account }) => state.ticked.has(account)).map(({ account }) => account)
    // If the session's own account may not vote, the first that may is ticked at the start.
    const isFirst = state.lines.length === 0 && ticked.length === 0
    change({ lines, ticked: new Set(isFirst ? lines.slice(0, 1).map(({ account }) => account) : ticked) })
  }

  return {
    own,
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    snapshot: () => state,
    load,
    tick: (account) => {
      const ticked = new Set(state.ticked)
      if (!ticked.delete(account)) ticked.add(account)
      change({ ticked, problem: "", ...(state.at === "ended" ? { at: "form", ballots: new Map() } : {}) })
    },
    takes: (wanted) => {
      const chosen = state.lines.filter(({ account }) => state.ticked.has(account)).map(({ account }) => account)
      if (!isOffered(state.lines, own) || (chosen.length === 1 && chosen[0] === own)) return false
      if (chosen.length === 0) change({ problem: NONE_TICKED })
      else {
        const ballots = new Map(chosen.map((account): [string, BallotState] => [account, { at: "waiting" }]))
        change({ problem: "", at: "summary", wanted, ballots })
      }
      return true
    },
    run: async (sign) => {
      const { ballots, wanted } = state
      if (state.at !== "summary" || wanted === undefined) return
      change({ at: "casting" })
      for (const account of ballots.keys()) {
        if (isStopped) return
        await castOne(account, wanted, sign)
      }
      // Failed accounts stay ticked, to try again.
      const failed = [...state.ballots].filter(([, { at }]) => at === "failed").map(([account]) => account)
      change({ at: "ended", ticked: new Set(failed) })
      // Shows the new votes next to their accounts.
      void load(known)
    },
    back: () => change({ at: "form", ballots: new Map() }),
    show: (shown) => change({ shown }),
    stop: () => {
      isStopped = true
    }
  }
}
