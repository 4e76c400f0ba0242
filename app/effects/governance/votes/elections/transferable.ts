/**
 * The single transferable vote by the rules of the Scottish local elections (The Scottish Local Government Elections
 * Order 2007, schedule 1, rules 45 to 52; docs/votes.md). Pure; values are integers of 10^-5, as the rules round them.
 */

export interface Paper {
  /** Candidates by number, from 0, in order of preference; each once. */
  readonly ranks: ReadonlyArray<number>
  /** How many voters ranked so. */
  readonly count: bigint
}

/** In units of 10^-5 of a vote. */
export type Value = bigint
export const WHOLE_PAPER: Value = 100_000n

/** Candidates with equal votes, and how the order among them was decided. */
export interface Level {
  readonly level: ReadonlyArray<number>
  /** The latest earlier stage, from 1, in which some of them differ; null if there is none. */
  readonly stage: number | null
  /** Those among whom the lot decided; empty if a stage did, or if their order changes nothing. */
  readonly among: ReadonlyArray<number>
  /** Null while the lot is not known; then the count ends there. */
  readonly chosen: number | null
}

/** Who of these, in the order of the list, is transferred first or excluded; null if it is not known yet. */
export type Lot = (among: ReadonlyArray<number>, kind: "surplus" | "exclusion") => number | null

/** The rules draw lots. Where nothing was drawn, the earlier in the list transfers first, the later is excluded. */
const orderOfList: Lot = (among, kind) => (kind === "surplus" ? among[0] : among.at(-1)) ?? null

export interface Stage {
  readonly kind: "first" | "surplus" | "exclusion"
  /** Whose papers were transferred; null in the first stage. */
  readonly of: number | null
  /** Each candidate's votes at the end of the stage. */
  readonly votes: ReadonlyArray<Value>
  /** Not transferable so far, with what rounding left. */
  readonly rest: Value
  /** Elected at the end of this stage, most votes first. */
  readonly elected: ReadonlyArray<number>
  /** The tie that decided whose papers were transferred. */
  readonly tie: Level | null
}

export interface Transferable {
  readonly quota: bigint
  readonly stages: ReadonlyArray<Stage>
  readonly elected: ReadonlyArray<number>
  /** The tie after the last stage that waits for its lot; null if the count is complete. */
  readonly open: { readonly kind: "surplus" | "exclusion"; readonly tie: Level } | null
}

interface Parcel {
  readonly paper: Paper
  /** Place in the ranks of the candidate who has it. */
  readonly at: number
  /** Of each single paper. */
  readonly value: Value
}

class Count {
  private readonly parcels: Array<Array<Parcel>>
  private readonly votes: Array<Value>
  private readonly continuing: Set<number>
  private readonly elected: Array<number> = []
  /** Elected with more than the quota, whose surplus was not transferred yet. */
  private readonly pending = new Set<number>()
  private readonly stages: Array<Stage> = []
  private rest: Value = 0n
  private open: Transferable["open"] = null
  readonly quota: bigint

  constructor(
    private readonly candidates: number,
    private readonly seats: number,
    papers: ReadonlyArray<Paper>,
    withdrawn: ReadonlySet<number>,
    private readonly lot: Lot
  ) {
    this.parcels = Array.from({ length: candidates }, () => [])
    this.votes = Array.from({ length: candidates }, () => 0n)
    this.continuing = new Set(this.all().filter((candidate) => !withdrawn.has(candidate)))
    let valid = 0n
    for (const paper of papers) if (this.give(paper, -1, WHOLE_PAPER)) valid += paper.count
    this.quota = valid / BigInt(seats + 1) + 1n
  }

  private all = () => Array.from({ length: this.candidates }, (_, candidate) => candidate)
  private votesOf = (candidate: number): Value => this.votes[candidate] ?? 0n

  /** To the next continuing candidate on the paper; false if there is none. */
  private give(paper: Paper, after: number, value: Value): boolean {
    const { count, ranks } = paper
    for (let at = after + 1; at < ranks.length; at++) {
      const candidate = ranks[at] ?? -1
      if (!this.continuing.has(candidate)) continue
      this.parcels[candidate]?.push({ paper, at, value })
      this.votes[candidate] = this.votesOf(candidate) + value * count
      return true
    }
    return false
  }

  /** Rule 47: everyone who has the quota is elected, most votes first. Rule 52: and all who are left, if no more than seats. */
  private elect(): ReadonlyArray<number> {
    const quota = this.quota * WHOLE_PAPER
    const order = [...this.continuing].sort((one, other) =>
      this.votesOf(other) > this.votesOf(one) ? 1 : this.votesOf(other) < this.votesOf(one) ? -1 : 0
    )
    const reached = order.filter((candidate) => this.votesOf(candidate) >= quota)
    const now = this.continuing.size <= this.seats - this.elected.length ? order : reached
    for (const candidate of now) {
      this.continuing.delete(candidate)
      this.elected.push(candidate)
      if (this.votesOf(candidate) > quota) this.pending.add(candidate)
    }
    return now
  }

  private isOver = () => this.elected.length >= this.seats || this.continuing.size === 0

  /**
   * The one with most votes, or fewest. Of those level, by the latest earlier stage in which they differ (rules 49 and
   * 51), then by lot. Candidates without votes never had any: if all of them are excluded anyway, no lot is needed.
   */
  private choose(kind: "surplus" | "exclusion"): { readonly chosen: number | null; readonly tie: Level | null } {
    const sign = kind === "surplus" ? 1n : -1n
    const candidates = [...(kind === "surplus" ? this.pending : this.continuing)].sort((one, other) => one - other)
    const extreme = (list: ReadonlyArray<number>, votes: ReadonlyArray<Value>) => {
      const values = list.map((candidate) => sign * (votes[candidate] ?? 0n))
      const best = values.reduce((found, value) => (value > found ? value : found))
      return list.filter((_, at) => values[at] === best)
    }
    const level = extreme(candidates, this.votes)
    if (level.length === 1) return { chosen: level[0] ?? null, tie: null }
    const of = (chosen: number | null, stage: number | null, among: ReadonlyArray<number>) => ({
      chosen,
      tie: { level, stage, among, chosen }
    })
    const isIdle = this.votesOf(level[0] ?? 0) === 0n
    if (kind === "exclusion" && isIdle && this.continuing.size - level.length >= this.seats - this.elected.length) {
      return of(level.at(-1) ?? null, null, [])
    }
    let [among, stage]: [ReadonlyArray<number>, number | null] = [level, null]
    for (let at = this.stages.length - 2; at >= 0 && among.length > 1; at--) {
      const fewer = extreme(among, this.stages[at]?.votes ?? [])
      if (fewer.length < among.length) stage = at + 1
      among = fewer
    }
    if (among.length === 1) return of(among[0] ?? null, stage, [])
    return of(this.lot(among, kind), stage, among)
  }

  private end(stage: Pick<Stage, "kind" | "of" | "tie">, elected: ReadonlyArray<number>) {
    this.stages.push({ ...stage, votes: [...this.votes], rest: this.rest, elected })
  }

  /** Rules 48 and 49. */
  private surplus(chosen: number, tie: Level | null) {
    this.pending.delete(chosen)
    const total = this.votesOf(chosen)
    const surplus = total - this.quota * WHOLE_PAPER
    const before = this.votes.reduce((sum, votes) => sum + votes, 0n)
    this.votes[chosen] = this.quota * WHOLE_PAPER
    for (const { at, paper, value } of this.parcels[chosen] ?? []) this.give(paper, at, (surplus * value) / total)
    this.parcels[chosen] = []
    this.rest += before - this.votes.reduce((sum, votes) => sum + votes, 0n)
    this.end({ kind: "surplus", of: chosen, tie }, this.elect())
  }

  /** Rules 50 to 52: if the others fill the seats then, nothing is transferred any more. */
  private exclude(chosen: number, tie: Level | null) {
    this.continuing.delete(chosen)
    if (this.continuing.size > this.seats - this.elected.length) {
      this.votes[chosen] = 0n
      for (const { at, paper, value } of this.parcels[chosen] ?? []) {
        if (!this.give(paper, at, value)) this.rest += value * paper.count
      }
      this.parcels[chosen] = []
    }
    this.end({ kind: "exclusion", of: chosen, tie }, this.elect())
  }

  run(): Transferable {
    this.end({ kind: "first", of: null, tie: null }, this.elect())
    while (!this.isOver() && this.open === null) {
      const kind = this.pending.size > 0 ? "surplus" : "exclusion"
      const { chosen, tie } = this.choose(kind)
      if (chosen === null) this.open = tie && { kind, tie }
      else if (kind === "surplus") this.surplus(chosen, tie)
      else this.exclude(chosen, tie)
    }
    return { quota: this.quota, stages: this.stages, elected: this.elected, open: this.open }
  }
}

/**
 * @param candidates how many there are.
 * @param withdrawn numbers of candidates who are passed over on every paper.
 */
export const countTransferable = (
  candidates: number,
  seats: number,
  papers: ReadonlyArray<Paper>,
  withdrawn: ReadonlySet<number> = new Set(),
  lot: Lot = orderOfList
): Transferable => new Count(candidates, seats, papers, withdrawn, lot).run()
